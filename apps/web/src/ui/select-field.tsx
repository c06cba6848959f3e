import type { SelectHTMLAttributes } from 'react';
import { FieldFrame, type FieldWords } from './field-frame.tsx';

type SelectFieldProps = FieldWords & SelectHTMLAttributes<HTMLSelectElement>;

/** A choice among many, of the platform's own kind; otherwise as `Field`. */
export function SelectField({ label, note, error, ...select }: SelectFieldProps) {
  return (
    <FieldFrame label={label} note={note} error={error}>
      {(ties) => (
        <select
          {...select}
          {...ties}
          className="mt-2 h-12 w-full rounded-field border border-line-strong bg-surface px-3 aria-invalid:border-2 aria-invalid:border-bad"
        />
      )}
    </FieldFrame>
  );
}
