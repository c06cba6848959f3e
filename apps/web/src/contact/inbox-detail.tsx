import type { ContactAnswer } from '@maru/contract';
import type { Client } from '@maru/contract/client';
import { useEffect, useRef } from 'react';
import { useDraft } from '../account/use-draft.ts';
import { useWords } from '../i18n/words.tsx';
import { useApiQuery } from '../queries/use-api-query.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { TextArea } from '../ui/field.tsx';
import { ConfirmButton } from '../ui/form/confirm-button.tsx';
import { ActionStatus, Form } from '../ui/form/form.tsx';
import { useAction } from '../ui/form/use-action.ts';
import { useForm } from '../ui/form/use-form.ts';
import { PhoneIcon } from '../ui/icons/icons.tsx';
import { Notice } from '../ui/notice.tsx';
import { Section } from '../ui/section.tsx';
import { whyFailed } from '../ui/why-failed.ts';
import { ConsentList, ContactRow, formatMoment, HomeRows } from './contact-copy.tsx';
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
  const query = useApiQuery(['contact', contactId], (client, signal) =>
    client.findRealtorContact({ params: { id: contactId }, signal }),
  );
  const { data: contact, error, set: take } = query;
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
        <HomeRows home={home} slots={slots} />
        {email === null ? null : <ContactRow label={t('mail.label.email')}>{email}</ContactRow>}
        <ContactRow label={t('mail.label.language')}>{t(`mail.language.${contact.locale}`)}</ContactRow>
      </dl>
      {replies.length === 0 ? null : (
        <Section
          id="replies"
          title={t('inbox.answers')}
          heading="h3"
          titleClass="font-semibold"
          className="mt-6"
        >
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
        </Section>
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

async function update(
  client: Client,
  { contact, onChanged }: ChangeProps,
  body: { state?: ContactAnswer['state']; notes?: string | null; doNotContact?: true },
): Promise<void> {
  onChanged(await client.updateRealtorContact({ params: { id: contact.contactId }, body }));
}

function StateMarks(props: ChangeProps) {
  const { contact } = props;
  const { t } = useWords();
  const action = useAction((why) => t('inbox.failed', { why }));
  const mark = (state: (typeof MARKS)[number]) =>
    action.run(async (client) => {
      await update(client, props, { state });
      return t('inbox.marked', { mark: t(`inbox.state.${state}`) });
    });
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
              disabled={action.isBusy}
              aria-pressed={contact.state === state}
              onClick={() => (contact.state === state ? undefined : void mark(state))}
            >
              {t(`inbox.state.${state}`)}
            </Button>
          ))}
        </div>
      </fieldset>
      <ActionStatus action={action} className="not-empty:mt-2" />
    </div>
  );
}

function Notes(props: ChangeProps) {
  const { contact } = props;
  const { t } = useWords();
  const draft = useDraft(`notes/${contact.contactId}`, { notes: contact.notes ?? '' });
  const form = useForm({
    draft,
    submit: async (client, { notes }) => {
      await update(client, props, { notes: notes.trim() === '' ? null : notes });
      draft.drop({ notes });
      return t('inbox.notes_saved');
    },
    failed: (why) => t('inbox.failed', { why }),
  });
  return (
    <Form form={form} className="mt-6">
      <TextArea
        label={t('inbox.notes')}
        note={t('inbox.notes_note')}
        rows={3}
        maxLength={4_000}
        {...form.field('notes')}
      />
      <Button size="medium" className="mt-2" type="submit" disabled={form.isBusy}>
        {t('inbox.notes_save')}
      </Button>
      <ActionStatus
        action={form}
        idle={draft.isRestored ? t('realtor.unfinished') : undefined}
        className="not-empty:mt-2"
      />
    </Form>
  );
}

/** Records that the sender asked the realtor, by any channel, for no further contact. */
function NoContact(props: ChangeProps) {
  const { t } = useWords();
  return (
    <div className="mt-6 border-line border-t pt-4">
      <ConfirmButton
        label={t('inbox.do_not_contact')}
        title={t('inbox.do_not_contact_title')}
        text={t('inbox.do_not_contact_text')}
        cancel={t('inbox.cancel')}
        failed={(why) => t('inbox.failed', { why })}
        onConfirm={(client) => update(client, props, { doNotContact: true })}
      />
    </div>
  );
}
