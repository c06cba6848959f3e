import type { ContactAnswer } from '@maru/contract';
import { useState } from 'react';
import { ConsentList, formatMoment, HomeOfContact, SlotList } from '../contact/contact-copy.tsx';
import { listSteps } from '../contact/contact-progress.ts';
import { WhoAnswers } from '../contact/who-answers.tsx';
import { useWords } from '../i18n/words.tsx';
import { usePages } from '../queries/use-pages.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { ActionStatus } from '../ui/form/form.tsx';
import { useAction } from '../ui/form/use-action.ts';
import { ChatIcon } from '../ui/icons/saved-icons.tsx';
import { Empty, LoadState } from '../ui/loading-parts.tsx';
import { SiteLink } from '../ui/site-link.tsx';

const PAGE = 20;

/** Messages that the account has sent to agents and realtors, each with its status (rule R19). */
export function SentContacts() {
  const { t } = useWords();
  const { pages, items, error, isFetching, hasNextPage, more, replace } = usePages(
    ['contacts', 'sent'],
    (client, cursor, signal) =>
      client.listRealtorContacts({ query: { box: 'sent', limit: PAGE, cursor }, signal }),
  );
  if (pages === undefined) return <LoadState isLoading error={error} onRetry={more} />;
  if (items.length === 0) {
    return (
      <Empty icon={<ChatIcon />} title={t('sent.none')} text={t('sent.none_text')}>
        <SiteLink path="/_maru_agent" className={buttonClass('primary')}>
          {t('sent.find_agent')}
        </SiteLink>
      </Empty>
    );
  }
  return (
    <>
      <ul className="space-y-4">
        {items.map((contact) => (
          <li key={contact.contactId}>
            <SentContact
              contact={contact}
              onChange={(changed) => replace((one) => one.contactId === changed.contactId, changed)}
            />
          </li>
        ))}
      </ul>
      <LoadState isLoading={false} error={error} onRetry={more} />
      {!hasNextPage ? null : (
        <Button className="mt-6" disabled={isFetching} onClick={more}>
          {t('sent.more')}
        </Button>
      )}
    </>
  );
}

function SentContact({
  contact,
  onChange,
}: {
  contact: ContactAnswer;
  onChange: (changed: ContactAnswer) => void;
}) {
  const words = useWords();
  const { t } = words;
  const [isAsked, setAsked] = useState(false);
  const action = useAction();
  const { answeredBy, home, message, locale, slots, withdrawnAt, replies } = contact;
  const steps = listSteps(contact);
  const last = steps.findLast(({ at }) => at !== null);
  const withdraw = () =>
    action.run(async (client) => {
      onChange(
        await client.updateRealtorContact({ params: { id: contact.contactId }, body: { withdrawn: true } }),
      );
      setAsked(false);
      return undefined;
    });
  return (
    <details data-contact={contact.contactId} className="rounded-card border border-line bg-surface">
      <summary className="flex min-h-16 cursor-pointer flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-5 py-4">
        <span className="min-w-0">
          <span className="font-semibold">{t('sent.to', { name: answeredBy.name })}</span>{' '}
          {home?.label == null ? null : <span className="ml-1 text-quiet">{home.label}</span>}
        </span>
        <span className="text-sm">
          <span className={`font-semibold ${last?.step === 'withdrawn' ? 'text-quiet' : 'text-good'}`}>
            {t(`receipt.step.${last?.step ?? 'sent'}`)}
          </span>{' '}
          <span className="tabular text-quiet">{formatMoment(last?.at ?? contact.createdAt, words)}</span>
        </span>
      </summary>
      <div className="space-y-5 border-line border-t px-5 py-4">
        <ol className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
          {steps.map(({ step, at }) => (
            <li key={step} className={at === null ? 'text-quiet' : ''}>
              <span className={at === null ? '' : 'font-semibold'}>{t(`receipt.step.${step}`)}</span>{' '}
              <span className="tabular text-quiet">
                {at === null ? t('receipt.not_yet') : at === undefined ? '' : formatMoment(at, words)}
              </span>
            </li>
          ))}
        </ol>
        <p className="whitespace-pre-line break-words border-line-strong border-l-4 pl-4" lang={locale}>
          {message}
        </p>
        {replies.map(({ replyId, at, message: text }) => (
          <div key={replyId} className="rounded-card bg-sunken p-4">
            <p className="text-quiet text-sm">
              {answeredBy.name}, {formatMoment(at, words)}
            </p>
            <p className="mt-1 whitespace-pre-line break-words">{text}</p>
          </div>
        ))}
        {home === null ? null : <HomeOfContact home={home} />}
        {slots.length === 0 ? null : <SlotList slots={slots} home={home} />}
        <WhoAnswers answeredBy={answeredBy} />
        <ConsentList consents={contact.consents} />
        {withdrawnAt !== null ? null : isAsked ? (
          <div>
            <p>{t('receipt.withdraw_text', { name: answeredBy.name })}</p>
            <ActionStatus action={action} role="alert" />
            <p className="mt-3 flex flex-wrap gap-3">
              <Button className="text-bad" disabled={action.isBusy} onClick={() => void withdraw()}>
                {t('receipt.withdraw')}
              </Button>
              <Button onClick={() => setAsked(false)}>{t('receipt.keep')}</Button>
            </p>
          </div>
        ) : (
          <Button onClick={() => setAsked(true)}>{t('receipt.withdraw')}</Button>
        )}
      </div>
    </details>
  );
}
