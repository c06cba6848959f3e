interface CheckListProps<Value extends string> {
  label: string;
  options: readonly { value: Value; text: string }[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
}

/** Any number of a few answers. */
export function CheckList<Value extends string>({ label, options, chosen, onChange }: CheckListProps<Value>) {
  return (
    <fieldset>
      <legend className="font-semibold">{label}</legend>
      <div className="mt-2 flex flex-wrap gap-2">
        {options.map(({ value, text }) => (
          <label
            key={value}
            className="inline-flex min-h-11 cursor-pointer items-center rounded-chip border border-line-strong bg-surface px-4 hover:bg-sunken has-checked:border-primary has-checked:bg-primary-soft has-checked:font-semibold has-checked:text-primary-text has-focus-visible:outline-3 has-focus-visible:outline-primary"
          >
            <input
              type="checkbox"
              className="sr-only"
              checked={chosen.includes(value)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
              }
            />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
