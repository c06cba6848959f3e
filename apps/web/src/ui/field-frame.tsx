import { type ReactNode, useId } from 'react';

/** What is said about a field. */
export interface FieldWords {
  label: string;
  /** Said before one fills it in. */
  note?: string | undefined;
  /** Said beside it; undefined while there is nothing wrong with it. */
  error?: string | undefined;
}

/** What ties a field to what is said about it, for those who hear the page. */
export interface FieldTies {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

/** What stands around a field of any kind. */
export function FieldFrame({
  label,
  note,
  error,
  children,
}: FieldWords & { children: (ties: FieldTies) => ReactNode }) {
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
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': told.filter(Boolean).join(' ') || undefined,
      })}
      {error === undefined ? null : (
        <p id={`${id}-error`} className="mt-1 font-medium text-bad text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
