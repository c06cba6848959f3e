import { type ComponentProps, type ReactNode, useId } from 'react';

export interface FieldWords {
  label: string;
  /** Below the label, before the input. */
  note?: string | undefined;
  /** Below the input; undefined while the value is valid. */
  error?: string | undefined;
}

const LINE =
  'mt-2 h-12 w-full rounded-field border border-line-strong bg-surface px-3 aria-invalid:border-2 aria-invalid:border-bad';

export function Field({ label, note, error, ...input }: FieldWords & ComponentProps<'input'>) {
  return (
    <FieldFrame label={label} note={note} error={error}>
      {(ties) => <input {...input} {...ties} className={LINE} />}
    </FieldFrame>
  );
}

/** A native select; otherwise as `Field`. */
export function SelectField({ label, note, error, ...select }: FieldWords & ComponentProps<'select'>) {
  return (
    <FieldFrame label={label} note={note} error={error}>
      {(ties) => <select {...select} {...ties} className={LINE} />}
    </FieldFrame>
  );
}

export function Options<Value extends string | number>({
  values,
  format,
}: {
  values: readonly Value[];
  format: (value: Value) => string;
}) {
  return values.map((value) => (
    <option key={value} value={value}>
      {format(value)}
    </option>
  ));
}

/** A text input of several lines; otherwise as `Field`. */
export function TextArea({ label, note, error, ...input }: FieldWords & ComponentProps<'textarea'>) {
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

/** Attributes that tie a field to its label, note and error. */
interface FieldTies {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

/** Label, note and error around a field of any kind. */
export function FieldFrame({
  label,
  note,
  error,
  children,
}: FieldWords & { children: (ties: FieldTies) => ReactNode }) {
  const { id, describedBy, noteLine, errorLine } = useNotes(note, error);
  return (
    <div>
      <label htmlFor={id} className="block font-semibold">
        {label}
      </label>
      {noteLine}
      {children({ id, 'aria-invalid': error !== undefined, 'aria-describedby': describedBy })}
      {errorLine}
    </div>
  );
}

/** A question whose few answers are all visible; each child is an `Option`. */
export function Choice({ label, note, error, children }: FieldWords & { children: ReactNode }) {
  const { describedBy, noteLine, errorLine } = useNotes(note, error);
  return (
    <fieldset aria-describedby={describedBy}>
      <legend className="font-semibold">{label}</legend>
      {noteLine}
      <div className="mt-2 flex flex-wrap gap-2">{children}</div>
      {errorLine}
    </fieldset>
  );
}

interface OptionProps extends ComponentProps<'input'> {
  label: string;
  /** Default: `radio`. */
  type?: 'radio' | 'checkbox';
}

/** An answer of a `Choice`. */
export function Option({ label, lang, type = 'radio', ...input }: OptionProps) {
  return (
    <label className="inline-flex min-h-11 cursor-pointer items-center rounded-chip border border-line-strong bg-surface px-4 hover:bg-sunken has-checked:border-primary has-checked:bg-primary-soft has-checked:font-semibold has-checked:text-primary-text has-focus-visible:outline-3 has-focus-visible:outline-primary">
      <input {...input} type={type} className="sr-only" />
      <span lang={lang}>{label}</span>
    </label>
  );
}

function useNotes(note: string | undefined, error: string | undefined) {
  const id = useId();
  const ids = [note === undefined ? '' : `${id}-note`, error === undefined ? '' : `${id}-error`];
  return {
    id,
    describedBy: ids.filter(Boolean).join(' ') || undefined,
    noteLine:
      note === undefined ? null : (
        <p id={`${id}-note`} className="text-quiet text-sm">
          {note}
        </p>
      ),
    errorLine:
      error === undefined ? null : (
        <p id={`${id}-error`} className="mt-1 font-medium text-bad text-sm">
          {error}
        </p>
      ),
  };
}
