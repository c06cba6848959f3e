import { type SelectHTMLAttributes, useId } from 'react';

interface SelectFieldProps extends SelectHTMLAttributes<HTMLSelectElement> {
  label: string;
  note?: string;
  error?: string;
}

/** A choice among many, of the platform's own kind; otherwise as `Field`. */
export function SelectField({ label, note, error, ...select }: SelectFieldProps) {
  const id = useId();
  const told = [note === undefined ? '' : `${id}-note`, error === undefined ? '' : `${id}-error`];
  return (
    <div>
      <label htmlFor={id} className="block font-semibold">
        {label}
      </label>
      {note === undefined ? null : (
        <p id={`${id}-note`} className="text-quiet text-sm">
          {note}
        </p>
      )}
      <select
        {...select}
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={told.filter(Boolean).join(' ') || undefined}
        className="mt-2 h-12 w-full rounded-field border border-line-strong bg-surface px-3 aria-invalid:border-2 aria-invalid:border-bad"
      />
      {error === undefined ? null : (
        <p id={`${id}-error`} className="mt-1 font-medium text-bad text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
