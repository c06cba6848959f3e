import type { ConsentText } from '@maru/contract';
import type { ComponentProps } from 'react';
import { useWords } from '../i18n/words.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field, TextArea } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { answererName } from './agent-words.ts';
import type { ContactValues, Prepared } from './contact-values.ts';
import { Original, WhoAnswers } from './who-answers.tsx';

/** The parts of a contact form: of the dialog, and of the plain form without script. */

/** The recipient, and how they will answer. */
export function Recipient({ answeredBy, languages }: Pick<Prepared, 'answeredBy' | 'languages'>) {
  const words = useWords();
  const { t } = words;
  return (
    <div className="rounded-card border border-line bg-surface p-4">
      <WhoAnswers answeredBy={answeredBy} languages={languages} />
      <p className="mt-2 text-quiet text-sm">
        {t('contact.one_person', { name: answererName(answeredBy, words) })}{' '}
        {answeredBy.byMailOnly ? t('contact.by_mail') : null}
      </p>
    </div>
  );
}

/** A warning before paying for a rental. */
export function RentNotice() {
  const { t } = useWords();
  return (
    <Notice tone="info" title={t('contact.rent_title')}>
      <p className="text-sm">{t('contact.rent_text')}</p>
    </Notice>
  );
}

interface TextProps {
  name: string;
  value?: string;
  defaultValue?: string;
  error?: string | undefined;
  onChange?: (event: { target: { value: string } }) => void;
}

/** Name, addresses and message; `field` gives the properties of each input. */
export function TextFields({
  field,
}: {
  field: (name: Exclude<keyof ContactValues, 'slots' | 'consents'>) => TextProps;
}) {
  const { t } = useWords();
  return (
    <>
      <Field label={t('contact.name')} autoComplete="name" maxLength={100} required {...field('name')} />
      <Field
        label={t('contact.email')}
        note={t('contact.email_note')}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        required
        {...field('email')}
      />
      <Field
        label={t('profile.phone')}
        note={t('profile.phone_note')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={40}
        {...field('phone')}
      />
      <TextArea label={t('contact.message')} rows={5} maxLength={4_000} required {...field('message')} />
    </>
  );
}

const SLOTS = [0, 1, 2] as const;
export type Slot = (typeof SLOTS)[number];

interface SlotFieldsProps {
  note: string;
  /** Visits of homes for sale require a buyer agreement (rule R40). */
  isRent: boolean;
  field: (at: Slot) => Omit<ComponentProps<typeof Field>, 'label'>;
}

/** Three proposed times for a visit. */
export function SlotFields({ note, isRent, field }: SlotFieldsProps) {
  const { t } = useWords();
  return (
    <fieldset>
      <legend className="font-semibold">{t('contact.slots')}</legend>
      <p className="text-quiet text-sm">{note}</p>
      <div className="mt-2 grid gap-3 sm:grid-cols-2">
        {SLOTS.map((at) => (
          <Field
            key={at}
            label={t('contact.slot', { number: at + 1 })}
            type="datetime-local"
            {...field(at)}
          />
        ))}
      </div>
      {isRent ? null : (
        <div className="mt-3 text-quiet text-sm">
          <p>{t('contact.agreement')}</p>
          <details>
            <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-primary-text underline-offset-4 hover:underline">
              {t('contact.agreement_more')}
            </summary>
            <p className="max-w-[64ch] pb-2">{t('contact.agreement_text')}</p>
          </details>
        </div>
      )}
    </fieldset>
  );
}

interface ConsentFieldsProps {
  consents: readonly ConsentText[];
  field: (kind: ConsentText['kind']) => ComponentProps<'input'>;
}

export function ConsentFields({ consents, field }: ConsentFieldsProps) {
  const { t } = useWords();
  return (
    <fieldset>
      <legend className="font-semibold">{t('contact.consents')}</legend>
      <p className="text-quiet text-sm">{t('contact.consents_note')}</p>
      {consents.map(({ kind, text }) => (
        <Checkbox key={kind} isLong {...field(kind)}>
          <Original text={text} className="text-sm" />
        </Checkbox>
      ))}
    </fieldset>
  );
}
