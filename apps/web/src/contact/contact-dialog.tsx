import { ApiError } from '@maru/contract/client';
import { formatLocalTime } from '@maru/listing/time';
import { localePath } from '@maru/words';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useAccount } from '../account/use-account.ts';
import { tabStorage } from '../browser/tab-storage.ts';
import { CONTACTED } from '../browser/visit-steps.ts';
import { useWords } from '../i18n/words.tsx';
import { zoneName } from '../listing/facts/home-dates.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { CloseButton } from '../ui/close-button.tsx';
import { Field, TextArea } from '../ui/field.tsx';
import { useFocusRefused } from '../ui/field-focus.ts';
import { Modal } from '../ui/modal.tsx';
import { Notice } from '../ui/notice.tsx';
import { whyFailed } from '../ui/why-failed.ts';
import { answererName } from './answerer-name.ts';
import { BuyerAgreement } from './buyer-agreement.tsx';
import { type ContactSubject, draftKey } from './contact-subject.ts';
import {
  bodyOf,
  type ContactField,
  type ContactValues,
  isOtherRecipient,
  keepDraft,
  loadDraft,
  type OnceKey,
  onceKeyFor,
  type Prepared,
  problemsOf,
  refusedFields,
} from './contact-values.ts';
import { WhoAnswers } from './who-answers.tsx';

interface ContactDialogProps {
  subject: ContactSubject;
  /** Asks for a visit: a time is needed. */
  isTour?: boolean;
  prepared: Prepared;
  /** Asks anew who answers. */
  prepare: () => Promise<Prepared>;
  onClose: () => void;
}

type Errors = Partial<Record<ContactField, string>>;
const SLOTS = [0, 1, 2] as const;

/** The form: who answers, what one writes, when one could come, which boxes one ticks. What is typed outlives a reload. */
export function ContactDialog({ subject, isTour = false, prepared, prepare, onClose }: ContactDialogProps) {
  const words = useWords();
  const { t, locale } = words;
  const router = useRouter();
  const { client } = router.options.context;
  const { state } = useAccount();
  const { target, timeZone } = subject;
  const key = draftKey(target);
  const { answeredBy, languages, consents } = prepared;
  const name = answererName(answeredBy, words);
  const form = useRef<HTMLFormElement>(null);
  const focusWrong = useFocusRefused(form);
  const [draft] = useState(() => loadDraft(key, tabStorage()));
  const once = useRef<OnceKey | undefined>(draft?.once);
  const [values, setValues] = useState<ContactValues>(() => {
    if (draft !== undefined) {
      // A message that nobody has touched says what is asked for now.
      const isOurs = [subject.message, subject.tourMessage].includes(draft.values.message);
      return isOurs
        ? { ...draft.values, message: isTour ? subject.tourMessage : subject.message }
        : draft.values;
    }
    const user = state.status === 'signed-in' ? state.user : undefined;
    return {
      name: user?.name ?? '',
      email: user?.email ?? '',
      phone: user?.phone ?? '',
      message: isTour ? subject.tourMessage : subject.message,
      slots: ['', '', ''],
      consents: {},
    };
  });
  const [errors, setErrors] = useState<Errors>({});
  const [failed, setFailed] = useState<string>();
  const [isOther, setOther] = useState(false);
  const [isSending, setSending] = useState(false);
  const isSent = useRef(false);

  useEffect(() => {
    if (!isSent.current) keepDraft(key, { values, open: true, isTour, once: once.current }, tabStorage());
  }, [key, values, isTour]);

  const change = (part: Partial<ContactValues>) => {
    setValues((last) => ({ ...last, ...part }));
    setFailed(undefined);
  };
  const text = (field: 'name' | 'email' | 'phone' | 'message') => ({
    name: field,
    value: values[field],
    error: errors[field],
    onChange: ({ target }: { target: { value: string } }) => {
      change({ [field]: target.value });
      setErrors((last) => ({ ...last, [field]: undefined }));
    },
  });

  const show = (found: Errors) => {
    setErrors(found);
    focusWrong();
  };

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    const wrong = problemsOf(values, isTour).map(
      ({ field, reason }) =>
        [field, t(field === 'slots.0' ? 'contact.slot_needed' : `reason.${reason}`)] as const,
    );
    if (wrong.length > 0) return show(Object.fromEntries(wrong));
    setSending(true);
    setFailed(undefined);
    setErrors({});
    const url = window.location.pathname;
    const body = bodyOf(values, { target, timeZone, answeredBy, consents, locale, url });
    once.current = onceKeyFor(body, once.current, () => crypto.randomUUID());
    keepDraft(key, { values, open: true, isTour, once: once.current }, tabStorage());
    try {
      const { receipt } = await client.contactAgent({ body, idempotencyKey: once.current.key });
      isSent.current = true;
      keepDraft(key, undefined, tabStorage());
      window.dispatchEvent(new Event(CONTACTED));
      await router.navigate({ href: localePath(locale, receipt.path) });
      // Whoever comes back to a page that the browser has kept finds it without the form.
      onClose();
    } catch (error) {
      setSending(false);
      if (error instanceof ApiError && isOtherRecipient(error.body)) return await another();
      const refused = error instanceof ApiError ? refusedFields(error.body, values) : [];
      if (refused.length > 0) {
        show(Object.fromEntries(refused.map(({ field, reason }) => [field, t(`reason.${reason}`)])));
      }
      setFailed(
        refused.length > 0
          ? t('profile.check', { count: refused.length })
          : t('contact.failed', { why: whyFailed(error, words) }),
      );
    }
  };

  /** By now somebody else would answer: nobody agreed to anything with them yet. */
  const another = async () => {
    try {
      await prepare();
      change({ consents: {} });
      setOther(true);
      form.current?.scrollIntoView({ block: 'start' });
    } catch (error) {
      setFailed(t('contact.failed', { why: whyFailed(error, words) }));
    }
  };

  const title = t(isTour ? 'contact.tour_title' : 'contact.title', { name });
  const slots =
    timeZone === undefined ? null : (
      <Slots
        isTour={isTour}
        isRent={subject.isRent}
        name={name}
        timeZone={timeZone}
        values={values.slots}
        errors={errors}
        onChange={(typed, at) => {
          change({ slots: typed });
          setErrors((last) => ({ ...last, [`slots.${at}`]: undefined }));
        }}
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
      <form
        ref={form}
        noValidate
        className="scroll-mt-16 space-y-6 p-4 pb-8 md:p-6"
        onSubmit={(event) => void send(event)}
      >
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
        <Field label={t('contact.name')} autoComplete="name" maxLength={100} required {...text('name')} />
        <Field
          label={t('contact.email')}
          note={t('contact.email_note')}
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          required
          {...text('email')}
        />
        <Field
          label={t('profile.phone')}
          note={t('profile.phone_note')}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={40}
          {...text('phone')}
        />
        <TextArea label={t('contact.message')} rows={5} maxLength={4_000} required {...text('message')} />
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
          <Button variant="primary" size="large" className="w-full" type="submit" disabled={isSending}>
            {t('contact.send', { name })}
          </Button>
          <p role="status" className={`not-empty:mt-3 ${failed === undefined ? 'text-quiet' : 'text-bad'}`}>
            {isSending ? t('contact.sending') : failed}
          </p>
        </div>
      </form>
    </Modal>
  );
}

interface SlotsProps {
  isTour: boolean;
  isRent: boolean;
  name: string;
  timeZone: string;
  values: ContactValues['slots'];
  errors: Errors;
  onChange: (values: ContactValues['slots'], at: (typeof SLOTS)[number]) => void;
}

/** Three times, on the clock of the home; below them what the law asks of who is shown around (rule R40). */
function Slots({ isTour, isRent, name, timeZone, values, errors, onChange }: SlotsProps) {
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
            error={errors[`slots.${at}`]}
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
