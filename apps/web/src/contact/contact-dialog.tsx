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
import { ActionStatus, Form } from '../ui/form/form.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { CloseButton, Modal } from '../ui/modal.tsx';
import { Notice } from '../ui/notice.tsx';
import { answererName } from './agent-words.ts';
import {
  ConsentFields,
  Recipient,
  RentNotice,
  type Slot,
  SlotFields,
  TextFields,
} from './contact-fields.tsx';
import { type ContactSubject, draftKey } from './contact-subject.ts';
import {
  type ContactValues,
  checkContact,
  isOtherRecipient,
  keepDraft,
  loadDraft,
  type OnceKey,
  onceKeyFor,
  type Prepared,
  toContactBody,
  toContactField,
} from './contact-values.ts';

interface ContactDialogProps {
  subject: ContactSubject;
  /** Requests a visit, which needs a time. */
  isTour?: boolean;
  prepared: Prepared;
  /** Loads the recipient again. */
  prepare: () => Promise<Prepared>;
  onClose: () => void;
}

/** The contact form: recipient, message, times for a visit, consents. Input survives a reload. */
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
        // An unedited message changes with the kind of request.
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
      const body = toContactBody(typed, { target, timeZone, answeredBy, consents, locale, url });
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
        // The recipient has changed, so no consent applies to them.
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
      <SlotFields
        isRent={subject.isRent}
        note={t(isTour ? 'contact.slots_tour' : 'contact.slots_note', {
          zone: zoneName(new Date().toISOString(), timeZone),
          name,
        })}
        field={(at) => ({
          min: formatLocalTime(Date.now(), timeZone),
          value: values.slots[at],
          error: form.errorText(`slots.${at}`),
          onChange: ({ target: { value } }) => {
            const typed = (one: Slot) => (one === at ? value : values.slots[one]);
            change({ slots: [typed(0), typed(1), typed(2)] }, [`slots.${at}`]);
          },
        })}
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
        <Recipient answeredBy={answeredBy} languages={languages} />
        {subject.isRent ? <RentNotice /> : null}
        {isTour ? slots : null}
        <TextFields field={field} />
        {isTour ? null : slots}
        <ConsentFields
          consents={consents}
          field={(kind) => ({
            checked: values.consents[kind] === true,
            onChange: ({ target }) => change({ consents: { ...values.consents, [kind]: target.checked } }),
          })}
        />
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
