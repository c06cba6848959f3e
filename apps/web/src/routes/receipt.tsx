import type { ReceiptAnswer } from '@maru/contract';
import { ApiError } from '@maru/contract/client';
import { useRouter, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ConsentList, ContactRow, formatMoment, HomeRows } from '../contact/contact-copy.tsx';
import { isReceiptToken, listSteps } from '../contact/contact-progress.ts';
import { UserText } from '../contact/user-text.tsx';
import { WhoAnswers } from '../contact/who-answers.tsx';
import { useWords } from '../i18n/words.tsx';
import { QueryCache } from '../queries/query-cache.tsx';
import { useApiQuery } from '../queries/use-api-query.ts';
import { definePage } from '../site/page-module.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/form/confirm-button.tsx';
import { PageMain } from '../ui/frame/page-main.tsx';
import { CheckIcon } from '../ui/icons/icons.tsx';
import { Notice } from '../ui/notice.tsx';
import { SiteLink } from '../ui/site-link.tsx';
import { whyFailed } from '../ui/why-failed.ts';

export const page = definePage({ Page });

/**
 * The status of a message, for anyone with the secret token of its receipt (rule R19). Only the browser requests it, so that
 * the token reaches no cache and no server-rendered page.
 */
function Page() {
  return (
    <QueryCache>
      <ReceiptOfToken />
    </QueryCache>
  );
}

function ReceiptOfToken() {
  const words = useWords();
  const { t } = words;
  const { client } = useRouter().options.context;
  const search = useRouterState({ select: ({ location }) => location.search as Record<string, unknown> });
  const token = isReceiptToken(search.token) ? search.token : '';
  const query = useApiQuery(
    ['receipt', token],
    (client, signal) => client.findReceipt({ params: { token }, signal }),
    // The status may have changed while the tab was hidden.
    { enabled: token !== '', refetchOnWindowFocus: 'always' },
  );
  const { data: receipt, error, refetch, set } = query;
  const isUnknown = token === '' || (error instanceof ApiError && error.statusCode === 404);

  if (isUnknown || (receipt === undefined && error !== null)) {
    return (
      <Frame title={t(isUnknown ? 'receipt.unknown_title' : 'receipt.failed_title')}>
        <p className="mt-3 text-quiet">{isUnknown ? t('receipt.unknown_text') : whyFailed(error, words)}</p>
        <p className="mt-6 flex flex-wrap gap-3">
          {isUnknown ? null : (
            <Button size="medium" onClick={() => void refetch()}>
              {t('account.try_again')}
            </Button>
          )}
          <SiteLink path="/" className={buttonClass('secondary', 'medium')}>
            {t('error.screen.main')}
          </SiteLink>
        </p>
      </Frame>
    );
  }
  if (receipt === undefined) {
    return (
      <Frame title={t('receipt.title')}>
        <p role="status" className="needs-script mt-3 text-quiet">
          {t('site.loading')}
        </p>
      </Frame>
    );
  }
  return (
    <Receipt
      receipt={receipt}
      withdraw={async () => set(await client.withdrawReceipt({ params: { token } }))}
      stop={async () => set(await client.stopReceipt({ params: { token } }))}
    />
  );
}

function Receipt({
  receipt,
  withdraw,
  stop,
}: {
  receipt: ReceiptAnswer;
  withdraw: () => Promise<void>;
  stop: () => Promise<void>;
}) {
  const words = useWords();
  const { t } = words;
  const { answeredBy, home, slots, withdrawnAt, doNotContactAt, replies } = receipt;
  const { name } = answeredBy;
  return (
    <Frame title={t('receipt.sent_to', { name })}>
      <p className="mt-2 text-quiet">
        {t(receipt.message === null ? 'receipt.secret_no_text' : 'receipt.secret')}
      </p>
      {withdrawnAt === null ? null : (
        <div className="mt-6">
          <Notice tone="good" title={t('receipt.withdrawn', { time: formatMoment(withdrawnAt, words) })}>
            <p>{t(doNotContactAt === null ? 'receipt.withdrawn_text' : 'receipt.stopped_text', { name })}</p>
          </Notice>
        </div>
      )}
      <Part title={t('receipt.progress')}>
        <ol className="space-y-2">
          {listSteps(receipt).map(({ step, at }) => (
            <li key={step} className={`flex items-start gap-3 ${at === null ? 'text-quiet' : ''}`}>
              <span
                className={`mt-0.5 grid size-6 shrink-0 place-items-center rounded-chip border ${at === null ? 'border-line-strong' : 'border-good text-good'}`}
              >
                {at === null ? null : <CheckIcon size={14} />}
              </span>
              <span>
                <span className={at === null ? '' : 'font-semibold'}>{t(`receipt.step.${step}`)}</span>{' '}
                <span className="tabular text-quiet text-sm">
                  {at === null ? t('receipt.not_yet') : at === undefined ? '' : formatMoment(at, words)}
                </span>
              </span>
            </li>
          ))}
        </ol>
        {answeredBy.byMailOnly ? (
          <p className="mt-3">{t('receipt.by_mail', { name, email: receipt.email })}</p>
        ) : null}
      </Part>
      {replies.length === 0 ? null : (
        <Part title={t('receipt.replies', { name })}>
          <ol className="space-y-4">
            {replies.map(({ replyId, message, at }) => (
              <li key={replyId}>
                <p className="tabular text-quiet text-sm">{formatMoment(at, words)}</p>
                <p className="mt-1 whitespace-pre-line break-words border-primary border-l-4 pl-4">
                  <UserText text={message} />
                </p>
              </li>
            ))}
          </ol>
        </Part>
      )}
      <Part title={t('receipt.recipient')}>
        <WhoAnswers answeredBy={answeredBy} />
      </Part>
      <Part title={t('receipt.copy')}>
        {receipt.message === null ? (
          <p>{t('receipt.no_text')}</p>
        ) : (
          <p className="whitespace-pre-line break-words border-line-strong border-l-4 pl-4">
            <UserText text={receipt.message} />
          </p>
        )}
        <dl className="mt-4 grid gap-4 sm:grid-cols-2">
          <HomeRows home={home} slots={slots} />
          {receipt.name === null ? null : (
            <ContactRow label={t('mail.label.from')}>
              <UserText text={receipt.name} />
            </ContactRow>
          )}
          <ContactRow label={t('mail.label.email')}>{receipt.email}</ContactRow>
          {receipt.phone === null ? null : (
            <ContactRow label={t('mail.label.phone')}>{receipt.phone}</ContactRow>
          )}
        </dl>
      </Part>
      <Part title={t('receipt.consents')}>
        <ConsentList consents={receipt.consents} />
      </Part>
      <div className="mt-8 flex flex-wrap gap-3">
        {withdrawnAt === null ? <Withdrawal name={name} kind="withdraw" act={withdraw} /> : null}
        {doNotContactAt === null ? <Withdrawal name={name} kind="stop" act={stop} /> : null}
      </div>
    </Frame>
  );
}

/** Withdraws this message, or stops all contact, after a confirmation. */
function Withdrawal({
  name,
  kind,
  act,
}: {
  name: string;
  kind: 'withdraw' | 'stop';
  act: () => Promise<void>;
}) {
  const { t } = useWords();
  return (
    <div>
      <ConfirmButton
        label={t(`receipt.${kind}`)}
        title={t(`receipt.${kind}_title`, { name })}
        text={t(`receipt.${kind}_text`, { name })}
        cancel={t('receipt.keep')}
        failed={(why) => t('receipt.failed', { why })}
        onConfirm={async () => {
          await act();
          // The new status is at the top of the page.
          requestAnimationFrame(() => {
            window.scrollTo({ top: 0 });
            document.getElementById('main')?.focus();
          });
        }}
      />
    </div>
  );
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <PageMain className="min-h-dvh max-w-[720px] px-4 py-10 md:py-16">
      <h1 className="font-bold text-2xl">{title}</h1>
      {children}
    </PageMain>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-6 rounded-card border border-line bg-surface p-5">
      <h2 className="mb-3 font-semibold text-lg">{title}</h2>
      {children}
    </section>
  );
}
