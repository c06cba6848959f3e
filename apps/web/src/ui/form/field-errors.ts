import type { FieldReason } from '@maru/contract';
import { ApiError } from '@maru/contract/client';

/** The invalid fields of a form, each with its reason. */
export type FieldErrors = Partial<Record<string, FieldReason>>;

/** Thrown by a form's `submit` to mark fields as invalid, or to show a message of its own. */
export class FormError extends Error {
  readonly fields: FieldErrors;

  constructor(fields: FieldErrors, message = '') {
    super(message);
    this.fields = fields;
  }
}

/**
 * Maps the field errors of an API error to the fields of a form. `toField` receives the path of an API field (`['slots', '0',
 * 'start']`) and returns the form's field, or undefined if the form has none.
 */
export function findFieldErrors(
  error: unknown,
  toField: (path: readonly string[]) => string | undefined,
): FieldErrors {
  const fields = error instanceof ApiError ? (error.body.data?.fields ?? []) : [];
  return Object.fromEntries(
    fields.flatMap(({ field, reason }) => {
      const own = toField(field.split(/[/.[\]]+/).filter(Boolean));
      return own === undefined ? [] : [[own, reason]];
    }),
  );
}
