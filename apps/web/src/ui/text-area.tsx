import { type TextareaHTMLAttributes, useId } from 'react';

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
  note?: string;
  error?: string;
}

/** Several lines to write in; otherwise as `Field`. */
export function TextArea({ label, note, error, ...input }: TextAreaProps) {
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
      <textarea
        {...input}
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={told.filter(Boolean).join(' ') || undefined}
        className="mt-2 w-full rounded-field border border-line-strong bg-surface px-3 py-2 aria-invalid:border-2 aria-invalid:border-bad"
      />
      {error === undefined ? null : (
        <p id={`${id}-error`} className="mt-1 font-medium text-bad text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
