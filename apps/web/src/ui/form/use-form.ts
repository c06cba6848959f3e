import type { FieldReason } from '@maru/contract';
import type { Client } from '@maru/contract/client';
import { useRef, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { useFocusRefused } from '../field-focus.ts';
import { type FieldErrors, FormError, findFieldErrors } from './field-errors.ts';
import { useAction } from './use-action.ts';

type KeysOf<Values, Value> = { [K in keyof Values]: Values[K] extends Value ? K : never }[keyof Values] &
  string;

interface FormOptions<Values> {
  /** The values at first, unless there is a draft. */
  initial?: Values | (() => Values);
  /** Keeps the values outside of the form, such as `useDraft`, which survives a reload. */
  draft?: { values: Values; change: (part: Partial<Values>) => void };
  /** Finds errors that need no request. */
  check?: (values: Values) => FieldErrors;
  /**
   * Sends the values. Returns the message of its success, if it has one. May throw `FormError`; the field errors of an API
   * error are shown at their fields.
   */
  submit: (client: Client, values: Values) => Promise<string | undefined>;
  /** Maps the path of an API field to a field of this form. Default: the value of that name. */
  toField?: (path: readonly string[], values: Values) => string | undefined;
  /** The message of a field error, if it is not `reason.<reason>`. */
  reasonText?: (field: string, reason: FieldReason) => string | undefined;
  /** The message of a failure without field errors. Default: `why`. */
  failed?: (why: string, error: unknown) => string;
}

/**
 * A form: its values, their errors, and the state of its submission. After a failure the first invalid field has the focus.
 * Render it in `Form`.
 */
export function useForm<Values extends object>({
  initial,
  draft,
  check,
  submit,
  toField = ([first = ''], values) => (first in values ? first : undefined),
  reasonText,
  failed = (why) => why,
}: FormOptions<Values>) {
  const { t } = useWords();
  const [own, setOwn] = useState(initial);
  const values = draft?.values ?? (own as Values);
  const [errors, setErrors] = useState<FieldErrors>({});
  const box = useRef<HTMLElement>(null);
  const focusWrong = useFocusRefused(box);

  /** Marks the fields and returns the message for the whole form. */
  const mark = (found: FieldErrors): string => {
    setErrors(found);
    focusWrong();
    return t('profile.check', { count: Object.keys(found).length });
  };
  const action = useAction((why, error) => {
    const isOwn = error instanceof FormError;
    if (isOwn && error.message !== '') return error.message;
    const found = isOwn ? error.fields : findFieldErrors(error, (path) => toField(path, values));
    return Object.keys(found).length > 0 ? mark(found) : failed(why, error);
  });
  const run: typeof action.run = (work) => {
    setErrors({});
    return action.run(work);
  };
  const send = async (): Promise<boolean> => {
    const found = check?.(values) ?? {};
    if (Object.keys(found).length === 0) return await run((client) => submit(client, values));
    action.setResult({ tone: 'bad', text: mark(found) });
    return false;
  };

  /** Changes values and clears the errors of `fields` and the last result. */
  const change = (part: Partial<Values>, fields: readonly string[] = Object.keys(part)) => {
    if (draft === undefined) setOwn((last) => ({ ...(last as Values), ...part }));
    else draft.change(part);
    setErrors((last) =>
      Object.fromEntries(Object.entries(last).filter(([field]) => !fields.includes(field))),
    );
    action.setResult(undefined);
  };
  const errorText = (field: string): string | undefined => {
    const reason = errors[field];
    if (reason === undefined) return undefined;
    return reasonText?.(field, reason) ?? t(`reason.${reason}`);
  };
  return {
    ...action,
    run,
    /** Checks and submits the form. Resolves to whether it succeeded. */
    send,
    values,
    errors,
    change,
    reset: (now: Values) => {
      setOwn(now);
      setErrors({});
    },
    errorText,
    box,
    mark,
    /** `ref` of the element around the fields, where that is no `Form`. */
    setBox: (element: HTMLElement | null) => {
      box.current = element;
    },
    /** Properties of a text field or a select field. */
    field: <K extends KeysOf<Values, string>>(name: K) => ({
      name,
      value: values[name] as string,
      error: errorText(name),
      onChange: ({ target }: { target: { value: string } }) =>
        change({ [name]: target.value } as Partial<Values>),
    }),
    checkbox: <K extends KeysOf<Values, boolean>>(name: K) => ({
      name,
      checked: values[name] as boolean,
      onChange: ({ target }: { target: { checked: boolean } }) =>
        change({ [name]: target.checked } as Partial<Values>),
    }),
    /** Properties of a radio button. */
    option: <K extends KeysOf<Values, string>>(name: K, value: Values[K] & string) => ({
      name,
      value,
      checked: values[name] === value,
      onChange: () => change({ [name]: value } as unknown as Partial<Values>),
    }),
  };
}
