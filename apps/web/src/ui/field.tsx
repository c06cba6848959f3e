import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { FieldFrame, type FieldWords } from './field-frame.tsx';

type FieldProps = FieldWords & InputHTMLAttributes<HTMLInputElement>;

/** A line to write in, with what is said about it tied to it for those who hear the page. */
export function Field({ label, note, error, ...input }: FieldProps) {
  return (
    <FieldFrame label={label} note={note} error={error}>
      {(ties) => (
        <input
          {...input}
          {...ties}
          className="mt-2 h-12 w-full rounded-field border border-line-strong bg-surface px-3 aria-invalid:border-2 aria-invalid:border-bad"
        />
      )}
    </FieldFrame>
  );
}

interface ChoiceProps {
  label: string;
  note?: string;
  error?: string;
  /** One for each option: a radio button and what it says. */
  children: ReactNode;
}

/** A question with a few answers that all stand there. */
export function Choice({ label, note, error, children }: ChoiceProps) {
  const id = useId();
  const told = [note === undefined ? '' : `${id}-note`, error === undefined ? '' : `${id}-error`];
  return (
    <fieldset aria-describedby={told.filter(Boolean).join(' ') || undefined}>
      <legend className="font-semibold">{label}</legend>
      {note === undefined ? null : (
        <p id={`${id}-note`} className="text-quiet text-sm">
          {note}
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">{children}</div>
      {error === undefined ? null : (
        <p id={`${id}-error`} className="mt-1 font-medium text-bad text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface OptionProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** Default: `radio`. */
  type?: 'radio' | 'checkbox';
}

/** One answer of a `Choice`: of several one, or as many as one likes. */
export function Option({ label, lang, type = 'radio', ...input }: OptionProps) {
  return (
    <label className="inline-flex min-h-11 cursor-pointer items-center rounded-chip border border-line-strong bg-surface px-4 hover:bg-sunken has-checked:border-primary has-checked:bg-primary-soft has-checked:font-semibold has-checked:text-primary-text has-focus-visible:outline-3 has-focus-visible:outline-primary">
      <input {...input} type={type} className="sr-only" />
      <span lang={lang}>{label}</span>
    </label>
  );
}
