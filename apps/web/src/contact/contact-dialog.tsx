import { ApiError } from '@maru/contract/client';
import { formatLocalTime } from '@maru/listing/time';
import { localePath } from '@maru/words';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useAccount } from '../account/use-account.ts';
import { tabStorage } from '../browser/tab-storage.ts';
import { CONTACTED } from '../browser/visit-steps.ts';
import { useWords } from '../i18n/words.tsx';
import { zoneName } from '../listing/facts/home-dates.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { CloseButton } from '../ui/close-button.tsx';
import { Field, TextArea } from '../ui/field.tsx';
import { ActionStatus, Form } from '../ui/form/form.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { Modal } from '../ui/modal.tsx';
import { Notice } from '../ui/notice.tsx';
import { answererName } from './answerer-name.ts';
import { BuyerAgreement } from './buyer-agreement.tsx';
import { type ContactSubject, draftKey } from './contact-subject.ts';
import {
  bodyOf,
  type ContactValues,
  checkContact,
  isOtherRecipient,
  keepDraft,
  loadDraft,
  type OnceKey,
  onceKeyFor,
  type Prepared,
  toContactField,
} from './contact-values.ts';
import { WhoAnswers } from './who-answers.tsx';

interface ContactDialogProps {
  subject: ContactSubject;
  /** Requests a visit, which needs a time. */
  isTour?: boolean;
  prepared: Prepared;
  /** Loads again who answers. */
  prepare: () => Promise<Prepared>;
  onClose: () => void;
}

const SLOTS = [0, 1, 2] as const;

/** The contact form: who answers, message, times for a visit, consents. What was typed survives a reload. */
export function ContactDialog({ subject, isTour = false, prepared, prepare, onClose }: ContactDialogProps) {
  const words = useWords();
  const { t, locale } = words;
  const router = useRouter();
  const { state } = useAccount();
  const { target, timeZone } = subject;
  const key = draftKey(target);
  const { answeredBy, languages, consents } = prepared;
  const name = answererName(answeredBy, words);
  const [draft] = useState(() => loadDraft(key, tabStorage()));
  const once = useRef<OnceKey | undefined>(draft?.once);
  const [isOther, setOther] = useState(false);
  const isSent = useRef(false);

  const form = useForm<ContactValues>({
    initial: () => {
      const message = isTour ? subject.tourMessage : subject.message;
      if (draft !== undefined) {
        // A message that nobody has edited follows what is asked for now.
        const isOurs = [subject.message, subject.tourMessage].includes(draft.values.message);
        return isOurs ? { ...draft.values, message } : draft.values;
      }
      const user = state.status === 'signed-in' ? state.user : undefined;
      return {
        name: user?.name ?? '',
        email: user?.email ?? '',
        phone: user?.phone ?? '',
        message,
        slots: ['', '', ''],
        consents: {},
      };
    },
    check: (typed) => checkContact(typed, isTour),
    submit: async (client, typed) => {
      const url = window.location.pathname;
      const body = bodyOf(typed, { target, timeZone, answeredBy, consents, locale, url });
      once.current = onceKeyFor(body, once.current, () => crypto.randomUUID());
      keepDraft(key, { values: typed, open: true, isTour, once: once.current }, tabStorage());
      try {
        const { receipt } = await client.contactAgent({ body, idempotencyKey: once.current.key });
        isSent.current = true;
        keepDraft(key, undefined, tabStorage());
        window.dispatchEvent(new Event(CONTACTED));
        await router.navigate({ href: localePath(locale, receipt.path) });
        // A page that the browser restores from its cache shows no form.
        onClose();
      } catch (error) {
        if (!(error instanceof ApiError && isOtherRecipient(error.body))) throw error;
        // Somebody else answers now; the visitor has agreed to nothing with them yet.
        await prepare();
        form.change({ consents: {} });
        setOther(true);
        form.box.current?.scrollIntoView({ block: 'start' });
      }
      return undefined;
    },
    toField: toContactField,
    reasonText: (field, reason) =>
      field === 'slots.0' && reason === 'missing' ? t('contact.slot_needed') : undefined,
    failed: (why) => t('contact.failed', { why }),
  });
  const { values, change, field } = form;

  useEffect(() => {
    if (!isSent.current) keepDraft(key, { values, open: true, isTour, once: once.current }, tabStorage());
  }, [key, values, isTour]);

  const title = t(isTour ? 'contact.tour_title' : 'contact.title', { name });
  const slots =
    timeZone === undefined ? null : (
      <Slots
        isTour={isTour}
        isRent={subject.isRent}
        name={name}
        timeZone={timeZone}
        values={values.slots}
        errorText={form.errorText}
        onChange={(typed, at) => change({ slots: typed }, [`slots.${at}`])}
      />
    );
  return (
    <Modal
      open
      onClose={onClose}
      label={title}
      shape="page"
      className="md:h-auto md:max-h-[92dvh] md:w-[600px]"
    >
      <header className="sticky top-0 z-10 flex min-h-14 items-center gap-2 border-line border-b bg-surface py-2 pr-2 pl-4 md:pl-6">
        <h2 className="grow font-semibold text-lg">{title}</h2>
        <CloseButton label={t('contact.close')} onClick={onClose} />
      </header>
      <Form form={form} className="scroll-mt-16 space-y-6 p-4 pb-8 md:p-6">
        {isOther ? (
          <Notice tone="bad" title={t('contact.other_title', { name })}>
            <p>{t('contact.other_text')}</p>
          </Notice>
        ) : null}
        <div className="rounded-card border border-line bg-surface p-4">
          <WhoAnswers answeredBy={answeredBy} languages={languages} />
          <p className="mt-2 text-quiet text-sm">
            {t('contact.one_person', { name })} {answeredBy.byMailOnly ? t('contact.by_mail') : null}
          </p>
        </div>
        {subject.isRent ? (
          <Notice tone="info" title={t('contact.rent_title')}>
            <p className="text-sm">{t('contact.rent_text')}</p>
          </Notice>
        ) : null}
        {isTour ? slots : null}
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
        {isTour ? null : slots}
        <fieldset>
          <legend className="font-semibold">{t('contact.consents')}</legend>
          <p className="text-quiet text-sm">{t('contact.consents_note')}</p>
          {consents.map(({ kind, text: said }) => (
            <Checkbox
              key={kind}
              isLong
              checked={values.consents[kind] === true}
              onChange={({ target }) => change({ consents: { ...values.consents, [kind]: target.checked } })}
            >
              <span className="text-sm">{said}</span>
            </Checkbox>
          ))}
        </fieldset>
        <div>
          <Button variant="primary" size="large" className="w-full" type="submit" disabled={form.isBusy}>
            {t('contact.send', { name })}
          </Button>
          <ActionStatus action={form} pending={t('contact.sending')} className="not-empty:mt-3" />
        </div>
      </Form>
    </Modal>
  );
}

interface SlotsProps {
  isTour: boolean;
  isRent: boolean;
  name: string;
  timeZone: string;
  values: ContactValues['slots'];
  errorText: (field: string) => string | undefined;
  onChange: (values: ContactValues['slots'], at: (typeof SLOTS)[number]) => void;
}

/** Three times in the home's time zone, and the notice about a buyer agreement (rule R40). */
function Slots({ isTour, isRent, name, timeZone, values, errorText, onChange }: SlotsProps) {
  const { t } = useWords();
  return (
    <fieldset>
      <legend className="font-semibold">{t('contact.slots')}</legend>
      <p className="text-quiet text-sm">
        {t(isTour ? 'contact.slots_tour' : 'contact.slots_note', {
          zone: zoneName(new Date().toISOString(), timeZone),
          name,
        })}
      </p>
      <div className="mt-2 grid gap-3 sm:grid-cols-2">
        {SLOTS.map((at) => (
          <Field
            key={at}
            label={t('contact.slot', { number: at + 1 })}
            type="datetime-local"
            min={formatLocalTime(Date.now(), timeZone)}
            value={values[at]}
            error={errorText(`slots.${at}`)}
            onChange={({ target }) => {
              const typed = (one: (typeof SLOTS)[number]) => (one === at ? target.value : values[one]);
              onChange([typed(0), typed(1), typed(2)], at);
            }}
          />
        ))}
      </div>
      {isRent ? null : <BuyerAgreement />}
    </fieldset>
  );
}
