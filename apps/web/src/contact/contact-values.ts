import type { Answerer, ConsentText, ContactBody, ErrorBody } from '@maru/contract';
import { parseLocalTime } from '@maru/listing/time';
import type { Locale } from '@maru/words';
import type { DraftStorage } from '../browser/tab-draft.ts';
import { keepInTab, loadFromTab } from '../browser/tab-storage.ts';
import type { FieldErrors } from '../ui/form/field-errors.ts';
import type { ContactTarget } from './contact-subject.ts';

/** The values of the form: text, empty for none; checkboxes by kind of consent. */
export interface ContactValues {
  name: string;
  email: string;
  phone: string;
  message: string;
  /** As typed, in the home's time zone. */
  slots: readonly [string, string, string];
  consents: Partial<Record<ConsentText['kind'], boolean>>;
}

/** The recipient and the consents of a form. */
export interface Prepared {
  answeredBy: Answerer;
  languages: string[];
  consents: ConsentText[];
}

export interface ContactForm {
  target: ContactTarget;
  /** Undefined when there is nothing to visit. */
  timeZone: string | undefined;
  answeredBy: Pick<Answerer, 'recipientId'>;
  consents: readonly ConsentText[];
  locale: Locale;
  /** The page of the form. */
  url: string;
}

/** The request body. Includes every consent that was shown, also unchecked ones (rule R18). */
export function toContactBody(values: ContactValues, form: ContactForm): ContactBody {
  const phone = values.phone.trim();
  const slots = values.slots.flatMap((typed) => {
    const start = form.timeZone === undefined ? undefined : parseLocalTime(typed, form.timeZone);
    return start === undefined ? [] : [{ start }];
  });
  return {
    name: values.name.trim(),
    email: values.email.trim(),
    ...(phone === '' ? {} : { phone }),
    message: values.message.trim(),
    ...form.target,
    recipientId: form.answeredBy.recipientId,
    ...(slots.length === 0 ? {} : { slots }),
    consents: form.consents.map(({ kind, version }) => ({
      kind,
      version,
      accepted: values.consents[kind] === true,
    })),
    locale: form.locale,
    url: form.url.slice(0, 500),
  };
}

/** The idempotency key of a body: the same body again has the same key, so that pressing twice sends one message. */
export interface OnceKey {
  key: string;
  body: string;
}

export function onceKeyFor(body: ContactBody, last: OnceKey | undefined, makeKey: () => string): OnceKey {
  const text = JSON.stringify(body);
  return last?.body === text ? last : { key: makeKey(), body: text };
}

const TEXTS = ['name', 'email', 'phone', 'message'] as const;

/** Finds errors that need no request. A tour needs a time. */
export function checkContact(values: ContactValues, isTour = false): FieldErrors {
  const missing = (['name', 'email', 'message'] as const).filter((field) => values[field].trim() === '');
  const email = values.email.trim();
  return {
    ...Object.fromEntries(missing.map((field) => [field, 'missing' as const])),
    ...(email === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? {} : { email: 'malformed' as const }),
    ...(isTour && values.slots.every((typed) => typed === '') ? { 'slots.0': 'missing' as const } : {}),
  };
}

/** Maps the path of an API field to the form's field. The API counts only the slots that were filled in. */
export function toContactField(
  [first, second]: readonly string[],
  values: Pick<ContactValues, 'slots'>,
): string | undefined {
  if (first !== 'slots') return TEXTS.find((one) => one === first);
  const at = values.slots.flatMap((typed, at) => (typed === '' ? [] : [at]))[Number(second)];
  return at === undefined ? undefined : `slots.${at}`;
}

/** Whether the request was rejected because the recipient has changed. */
export function isOtherRecipient({ statusCode, data }: Pick<ErrorBody, 'statusCode' | 'data'>): boolean {
  return statusCode === 409 && (data?.fields ?? []).some(({ field }) => field.includes('recipientId'));
}

/** Unsent input, stored until the tab closes. */
export interface ContactDraft {
  values: ContactValues;
  open: boolean;
  /** Whether it requests a visit. */
  isTour?: boolean;
  once?: OnceKey;
}

const formatDraftKey = (subject: string) => `contact/draft/${subject}` as const;

/** The draft for a home or an agent; undefined without a readable one. */
export function loadDraft(subject: string, storage: DraftStorage | undefined): ContactDraft | undefined {
  const draft = loadFromTab(formatDraftKey(subject), storage) as ContactDraft | undefined;
  return Array.isArray(draft?.values?.slots) && draft.values.slots.length === 3 ? draft : undefined;
}

/** Undefined removes it. */
export function keepDraft(
  subject: string,
  draft: ContactDraft | undefined,
  storage: DraftStorage | undefined,
): void {
  keepInTab(formatDraftKey(subject), draft, storage);
}
