import type { TextareaHTMLAttributes } from 'react';
import { FieldFrame, type FieldWords } from './field-frame.tsx';

type TextAreaProps = FieldWords & TextareaHTMLAttributes<HTMLTextAreaElement>;

/** Several lines to write in; otherwise as `Field`. */
export function TextArea({ label, note, error, ...input }: TextAreaProps) {
  return (
    <FieldFrame label={label} note={note} error={error}>
      {(ties) => (
        <textarea
          {...input}
          {...ties}
          className="mt-2 w-full rounded-field border border-line-strong bg-surface px-3 py-2 aria-invalid:border-2 aria-invalid:border-bad"
        />
      )}
    </FieldFrame>
  );
}
