import type { ContactAnswer } from '@maru/contract';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useDraft } from '../account/use-draft.ts';
import { useWords } from '../i18n/words.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { TextArea } from '../ui/field.tsx';
import { PhoneIcon } from '../ui/icons/icons.tsx';
import { Modal } from '../ui/modal.tsx';
import { Notice } from '../ui/notice.tsx';
import { whyFailed } from '../ui/why-failed.ts';
import { ConsentList, ContactRow, formatMoment, HomeOfContact, SlotList } from './contact-copy.tsx';
import { ReplyForm } from './reply-form.tsx';
import { UserText } from './user-text.tsx';

interface InboxDetailProps {
  contactId: string;
  /** Called with the server's version after the first load and each change. */
  onKnown: (contact: ContactAnswer) => void;
}

const MARKS = ['answered', 'appointment', 'closed'] as const;

/** One message and its actions. Loading it marks it as read, which the sender can see. */
export function InboxDetail({ contactId, onKnown }: InboxDetailProps) {
  const words = useWords();
  const { t } = words;
  const { client } = useRouter().options.context;
  const queries = useQueryClient();
  const one = queryOptions({
    queryKey: ['contact', contactId],
    queryFn: ({ signal }) => client.findRealtorContact({ params: { id: contactId }, signal }),
  });
  const { data: contact, error } = useQuery(one);
  const heading = useRef<HTMLHeadingElement>(null);
  const isLoaded = contact !== undefined;
  useEffect(() => {
    if (isLoaded) heading.current?.focus();
  }, [isLoaded]);
  useEffect(() => {
    if (contact !== undefined) onKnown(contact);
  }, [contact, onKnown]);

  if (contact === undefined) {
    return (
      <p role="status" className={error === null ? 'text-quiet' : 'text-bad'}>
        {error === null ? t('site.loading') : whyFailed(error, words)}
      </p>
    );
  }
  const { name, email, phone, message, home, slots, withdrawnAt, doNotContactAt, replies } = contact;
  const take = (changed: ContactAnswer) => void queries.setQueryData(one.queryKey, changed);
  return (
    <article>
      <h2 ref={heading} tabIndex={-1} className="font-bold text-xl outline-none">
        {name === null ? t('inbox.withdrawn_row') : t('inbox.from', { name })}
      </h2>
      <p className="tabular text-quiet text-sm">{formatMoment(contact.createdAt, words)}</p>
      {withdrawnAt === null ? null : (
        <div className="mt-4">
          <Notice
            tone="info"
            title={
              doNotContactAt === null
                ? t('inbox.withdrawn', { time: formatMoment(withdrawnAt, words) })
                : t('inbox.do_not_contact_done', { time: formatMoment(doNotContactAt, words) })
            }
          />
        </div>
      )}
      {contact.notices.includes('payment') ? (
        <div className="mt-4">
          <Notice tone="bad" title={t('inbox.payment')} />
        </div>
      ) : null}
      <p className="mt-4 whitespace-pre-line break-words border-line-strong border-l-4 pl-4">
        <UserText text={message} />
      </p>
      {phone === null ? null : (
        <p className="mt-4">
          <a href={`tel:${phone}`} className={buttonClass('secondary', 'medium', 'tabular')}>
            <PhoneIcon size={16} />
            {phone}
          </a>
        </p>
      )}
      <dl className="mt-5 grid gap-4 sm:grid-cols-2">
        {home === null ? null : (
          <ContactRow label={t('mail.label.home')}>
            <HomeOfContact home={home} />
          </ContactRow>
        )}
        {slots.length === 0 ? null : (
          <ContactRow label={t('mail.label.slots')}>
            <SlotList slots={slots} home={home} />
          </ContactRow>
        )}
        {email === null ? null : <ContactRow label={t('mail.label.email')}>{email}</ContactRow>}
        <ContactRow label={t('mail.label.language')}>{t(`mail.language.${contact.locale}`)}</ContactRow>
      </dl>
      {replies.length === 0 ? null : (
        <section aria-labelledby="replies" className="mt-6">
          <h3 id="replies" className="font-semibold">
            {t('inbox.answers')}
          </h3>
          <ol className="mt-2 space-y-3">
            {replies.map(({ replyId, message: said, at, deliveredAt }) => (
              <li key={replyId}>
                <p className="tabular text-quiet text-sm">
                  {formatMoment(at, words)} ·{' '}
                  {deliveredAt === null
                    ? t('inbox.answer_waiting')
                    : t('inbox.answer_delivered', { time: formatMoment(deliveredAt, words) })}
                </p>
                <p className="mt-1 whitespace-pre-line break-words border-primary border-l-4 pl-4">
                  <UserText text={said} />
                </p>
              </li>
            ))}
          </ol>
        </section>
      )}
      {withdrawnAt === null ? (
        <>
          <ReplyForm key={contact.contactId} contact={contact} onChanged={take} />
          <StateMarks contact={contact} onChanged={take} />
        </>
      ) : null}
      <Notes key={contact.contactId} contact={contact} onChanged={take} />
      <h3 className="mt-6 mb-2 font-semibold">{t('mail.label.consents')}</h3>
      <ConsentList consents={contact.consents} />
      {doNotContactAt === null ? <NoContact contact={contact} onChanged={take} /> : null}
    </article>
  );
}

interface ChangeProps {
  contact: ContactAnswer;
  onChanged: (contact: ContactAnswer) => void;
}

function StateMarks({ contact, onChanged }: ChangeProps) {
  const { t } = useWords();
  const { said, isBusy, change } = useChange(contact, onChanged);
  return (
    <div className="mt-6">
      <fieldset>
        <legend className="mb-2 font-semibold">{t('inbox.mark')}</legend>
        <div className="flex flex-wrap gap-2">
          {MARKS.map((state) => (
            <Button
              variant="chip"
              className="px-5! font-semibold"
              key={state}
              disabled={isBusy}
              aria-pressed={contact.state === state}
              onClick={() =>
                contact.state === state
                  ? undefined
                  : void change({ state }, t('inbox.marked', { mark: t(`inbox.state.${state}`) }))
              }
            >
              {t(`inbox.state.${state}`)}
            </Button>
          ))}
        </div>
      </fieldset>
      {said}
    </div>
  );
}

function Notes({ contact, onChanged }: ChangeProps) {
  const { t } = useWords();
  const draft = useDraft(`notes/${contact.contactId}`, { notes: contact.notes ?? '' });
  const { notes } = draft.values;
  const { said, isBusy, change } = useChange(
    contact,
    onChanged,
    draft.isRestored ? t('realtor.unfinished') : undefined,
  );
  return (
    <form
      className="mt-6"
      onSubmit={(event) => {
        event.preventDefault();
        void change({ notes: notes.trim() === '' ? null : notes }, t('inbox.notes_saved')).then(
          (isDone) => isDone && draft.drop({ notes }),
        );
      }}
    >
      <TextArea
        label={t('inbox.notes')}
        note={t('inbox.notes_note')}
        rows={3}
        maxLength={4_000}
        value={notes}
        onChange={({ target }) => draft.change({ notes: target.value })}
      />
      <Button size="medium" className="mt-2" type="submit" disabled={isBusy}>
        {t('inbox.notes_save')}
      </Button>
      {said}
    </form>
  );
}

/** Records that the sender asked the realtor, by any channel, for no further contact. */
function NoContact({ contact, onChanged }: ChangeProps) {
  const { t } = useWords();
  const [isAsked, setAsked] = useState(false);
  const { said, isBusy, change } = useChange(contact, onChanged);
  return (
    <div className="mt-6 border-line border-t pt-4">
      <Button size="medium" aria-haspopup="dialog" onClick={() => setAsked(true)}>
        {t('inbox.do_not_contact')}
      </Button>
      <Modal
        open={isAsked}
        onClose={() => setAsked(false)}
        label={t('inbox.do_not_contact_title')}
        shape="box"
        className="w-[min(30rem,calc(100vw-2rem))]"
      >
        <h2 className="font-bold text-lg">{t('inbox.do_not_contact_title')}</h2>
        <p className="mt-2">{t('inbox.do_not_contact_text')}</p>
        {said}
        <p className="mt-5 flex flex-wrap gap-3">
          <Button
            variant="primary"
            disabled={isBusy}
            onClick={() =>
              void change({ doNotContact: true }, t('inbox.do_not_contact')).then(() => setAsked(false))
            }
          >
            {t('inbox.do_not_contact')}
          </Button>
          <Button size="medium" onClick={() => setAsked(false)}>
            {t('inbox.cancel')}
          </Button>
        </p>
      </Modal>
    </div>
  );
}

/** Sends a change and renders its outcome; `idle` before the first one. `change` resolves to whether it succeeded. */
function useChange({ contactId }: ContactAnswer, onChanged: (contact: ContactAnswer) => void, idle?: string) {
  const words = useWords();
  const { client } = useRouter().options.context;
  const [result, setResult] = useState<{ tone: 'good' | 'bad'; text: string }>();
  const [isBusy, setBusy] = useState(false);
  const change = async (
    body: { state?: ContactAnswer['state']; notes?: string | null; doNotContact?: true },
    done: string,
  ): Promise<boolean> => {
    setBusy(true);
    try {
      onChanged(await client.updateRealtorContact({ params: { id: contactId }, body }));
      setResult({ tone: 'good', text: done });
      return true;
    } catch (error) {
      setResult({ tone: 'bad', text: words.t('inbox.failed', { why: whyFailed(error, words) }) });
      return false;
    } finally {
      setBusy(false);
    }
  };
  const said = (
    <p role="status" className={`not-empty:mt-2 ${TONES[result?.tone ?? 'none']}`}>
      {result?.text ?? idle}
    </p>
  );
  return { said, isBusy, change };
}

const TONES = { good: 'text-good', bad: 'text-bad', none: 'text-quiet' };
