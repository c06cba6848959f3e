import { useId } from 'react';
import { Choice } from './choice.tsx';

interface OneOfProps<T extends string | number> {
  legend: string;
  /** Undefined: none of them. */
  value: T | undefined;
  /** The choice of none, and the others in order. */
  any: string;
  choices: readonly { value: T; text: string; count?: number }[];
  onChange: (value: T | undefined) => void;
  note?: string;
}

/** One of a few values, or any. */
export function OneOf<T extends string | number>({
  legend,
  value,
  any,
  choices,
  onChange,
  note,
}: OneOfProps<T>) {
  const name = useId();
  return (
    <fieldset aria-describedby={note === undefined ? undefined : `${name}-note`}>
      <legend className="mb-2 font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        <Choice kind="radio" name={name} checked={value === undefined} onChange={() => onChange(undefined)}>
          {any}
        </Choice>
        {choices.map((one) => (
          <Choice
            key={one.value}
            kind="radio"
            name={name}
            checked={value === one.value}
            count={one.count}
            onChange={() => onChange(one.value)}
          >
            {one.text}
          </Choice>
        ))}
      </div>
      {note === undefined ? null : (
        <p id={`${name}-note`} className="mt-2 text-quiet text-sm">
          {note}
        </p>
      )}
    </fieldset>
  );
}
