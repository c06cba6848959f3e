import { Option } from '../ui/field.tsx';

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
          <Option
            key={value}
            type="checkbox"
            label={text}
            checked={chosen.includes(value)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
