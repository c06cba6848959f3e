import type { AdminState, FeedHealth, QuarantinedAnswer } from '@maru/contract';
import { useState } from 'react';
import { useResumed } from '../account/sign-in/fresh-sign-in.tsx';
import { formatMoment } from '../contact/contact-copy.tsx';
import { UserText } from '../contact/user-text.tsx';
import { useWords } from '../i18n/words.tsx';
import { usePages } from '../queries/use-pages.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { useAction } from '../ui/form/use-action.ts';
import { SiteLink, TextLink } from '../ui/site-link.tsx';
import { PageEnd, useAdminState, Waiting } from './admin-lists.tsx';
import { Code, Confirm, Facts, inEnglish, Panel, Result, State, type Tone } from './admin-parts.tsx';
import { useAddress } from './use-address.ts';

const TONES: Record<FeedHealth['state'], Tone> = {
  healthy: 'good',
  loading: 'warn',
  late: 'warn',
  failing: 'bad',
  hidden: 'bad',
  ended: 'quiet',
};

/** Each feed with its health, delay and quarantine, and actions to hide it or end its license. */
export function FeedsTab() {
  const { t } = useWords();
  const { text } = useAddress();
  const query = useAdminState();
  const { data: answer, refetch } = query;
  const dataset = text('dataset');
  if (answer === undefined) return <Waiting query={query} />;
  const shown = answer.feeds.find((one) => one.dataset === dataset);
  if (shown !== undefined) return <OneFeed feed={shown} state={answer} again={() => void refetch()} />;
  return (
    <>
      <WaitingWork state={answer} />
      {answer.feeds.length === 0 ? <p className="text-quiet">{t('admin.feeds.none')}</p> : null}
      <ul className="grid gap-4">
        {answer.feeds.map((feed) => (
          <li key={feed.dataset}>
            <FeedCard feed={feed} />
          </li>
        ))}
      </ul>
      <p className="mt-4">
        <Button onClick={() => void refetch()}>{t('admin.refresh')}</Button>
      </p>
    </>
  );
}

/** Links to pending work. */
function WaitingWork({ state }: { state: AdminState }) {
  const { t } = useWords();
  const { reviews, realtors, reports } = state.waiting;
  const links = [
    {
      count: realtors,
      path: '/admin/detail?tab=realtors',
      title: t('admin.waiting.realtors', { count: realtors }),
    },
    {
      count: reports,
      path: '/admin/detail?tab=reports&state=new',
      title: t('admin.waiting.reports', { count: reports }),
    },
    {
      count: reviews,
      path: '/admin/detail?tab=scans',
      title: t('admin.waiting.reviews', { count: reviews }),
    },
    {
      count: state.letters.failed,
      path: '/admin/detail?tab=jobs',
      title: t('admin.waiting.letters', { count: state.letters.failed }),
    },
  ].filter(({ count }) => count > 0);
  return (
    <section aria-label={t('admin.waiting.title')} className="mb-6">
      {links.length === 0 ? (
        <p className="text-quiet">{t('admin.waiting.none')}</p>
      ) : (
        <ul className="flex flex-wrap gap-3">
          {links.map(({ path, title }) => (
            <li key={path}>
              <SiteLink path={path} className={buttonClass('secondary')}>
                {title}
              </SiteLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function FeedCard({ feed }: { feed: FeedHealth }) {
  const words = useWords();
  const { t, intl } = words;
  const { pathWith } = useAddress();
  return (
    <article className="rounded-card border border-line bg-surface p-4 md:p-5">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="font-semibold text-lg">
          <UserText text={feed.source ?? feed.dataset} />
        </h3>
        <span className="text-quiet" lang="en">
          {feed.dataset}
          {feed.provider === null ? '' : ` · ${feed.provider}`}
        </span>
        <span className="ml-auto">
          <State tone={TONES[feed.state]}>{t(`admin.feed.state.${feed.state}`)}</State>
        </span>
      </div>
      <dl className="mt-4 grid grid-cols-2 gap-4 md:grid-cols-5">
        <Figure label={t('admin.feed.homes')} value={intl.formatNumber(feed.homes)} />
        <Figure
          label={t('admin.feed.hour')}
          value={`+${intl.formatNumber(feed.added)} −${intl.formatNumber(feed.removed)}`}
        />
        <Figure
          label={t('admin.feed.last')}
          value={feed.lastSuccessAt === null ? t('admin.never') : formatMoment(feed.lastSuccessAt, words)}
        />
        <Figure
          label={t('admin.feed.behind')}
          value={feed.behind === null ? t('admin.unknown') : t('admin.feed.changes', { count: feed.behind })}
        />
        <Figure label={t('admin.feed.quarantined')} value={intl.formatNumber(feed.quarantined)} />
      </dl>
      {feed.failingSince === null ? null : (
        <p className="mt-3 text-bad">
          {t('admin.feed.failing', { time: formatMoment(feed.failingSince, words) })}{' '}
          <span lang="en">{feed.lastError}</span>
        </p>
      )}
      <TextLink path={pathWith({ dataset: feed.dataset })} className="mt-2">
        {t('admin.feed.open', { name: feed.source ?? feed.dataset })}
      </TextLink>
    </article>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-quiet text-sm">{label}</dt>
      <dd className="tabular font-semibold">{value}</dd>
    </div>
  );
}

function OneFeed({ feed, state, again }: { feed: FeedHealth; state: AdminState; again: () => void }) {
  const words = useWords();
  const { t, intl } = words;
  const { pathWith } = useAddress();
  const action = useAction();
  const { isBusy, run } = action;
  // After a fresh sign-in the confirmation is open again.
  const isResumed = useResumed('asked') === 'purge';
  const [asked, setAsked] = useState<'hide' | 'purge' | undefined>(isResumed ? 'purge' : undefined);
  const moment = (at: string | null) => (at === null ? t('admin.never') : formatMoment(at, words));
  const name = feed.source ?? feed.dataset;
  const isHidden = feed.hiddenReason !== null;
  const setVisible = async (hidden: boolean) => {
    const isDone = await run(async (client) => {
      const { listings } = await client.setDatasetVisibility({
        params: { id: feed.dataset },
        body: { isHidden: hidden },
      });
      return t(hidden ? 'admin.feed.was_hidden' : 'admin.feed.was_shown', { count: listings });
    });
    setAsked(undefined);
    if (isDone) again();
  };
  const purge = async () => {
    const isDone = await run(async (client) => {
      const { homes, listings } = await client.purgeDataset({
        params: { id: feed.dataset },
        body: { confirm: feed.dataset },
      });
      return t('admin.feed.was_purged', { homes, listings });
    });
    setAsked(undefined);
    if (isDone) again();
  };
  return (
    <>
      <p className="mb-3">
        <TextLink path={pathWith({ dataset: null })}>{t('admin.feeds.all')}</TextLink>
      </p>
      <Panel
        title={<UserText text={name} />}
        aside={<State tone={TONES[feed.state]}>{t(`admin.feed.state.${feed.state}`)}</State>}
      >
        <Facts
          rows={[
            [t('admin.feed.dataset'), inEnglish(feed.dataset)],
            [t('admin.feed.provider'), inEnglish(feed.provider ?? t('admin.unknown'))],
            [t('admin.feed.configured'), t(feed.isConfigured ? 'admin.yes' : 'admin.no')],
            [t('admin.feed.homes'), intl.formatNumber(feed.homes)],
            [t('admin.feed.listings'), intl.formatNumber(feed.listings)],
            [t('admin.feed.last'), moment(feed.lastSuccessAt)],
            [t('admin.feed.sequence'), intl.formatNumber(feed.sequence)],
            [
              t('admin.feed.behind'),
              feed.behind === null ? t('admin.unknown') : t('admin.feed.changes', { count: feed.behind }),
            ],
            [
              t('admin.feed.last_error'),
              feed.lastError === null ? t('admin.none') : inEnglish(feed.lastError),
            ],
            [t('admin.feed.last_error_at'), moment(feed.lastErrorAt)],
            feed.shrinkingSince !== null && [t('admin.feed.shrinking'), moment(feed.shrinkingSince)],
            feed.hiddenReason !== null && [t('admin.feed.hidden_why'), inEnglish(feed.hiddenReason)],
          ]}
        />
        <p className="mt-3 text-quiet text-sm">
          {t('admin.as_of', { time: formatMoment(state.asOf, words) })}
        </p>
        <Result action={action} resume={{ asked: 'purge' }} />
        {feed.state === 'ended' ? null : (
          <div className="mt-4 flex flex-wrap gap-3">
            <Button disabled={isBusy} onClick={() => (isHidden ? void setVisible(false) : setAsked('hide'))}>
              {t(isHidden ? 'admin.feed.show' : 'admin.feed.hide')}
            </Button>
            <Button variant="danger" disabled={isBusy} onClick={() => setAsked('purge')}>
              {t('admin.feed.purge')}
            </Button>
          </div>
        )}
      </Panel>
      <Quarantine dataset={feed.dataset} count={feed.quarantined} again={again} />
      <Confirm
        label={t('admin.feed.hide_title', { name })}
        text={t('admin.feed.hide_text')}
        action={t('admin.feed.hide')}
        isOpen={asked === 'hide'}
        isBusy={isBusy}
        onClose={() => setAsked(undefined)}
        onDo={() => void setVisible(true)}
      />
      <Confirm
        label={t('admin.feed.purge_title', { name })}
        text={t(feed.isConfigured ? 'admin.feed.purge_configured' : 'admin.feed.purge_text')}
        action={t('admin.feed.purge')}
        isOpen={asked === 'purge'}
        isBusy={isBusy}
        typed={{ label: t('admin.feed.purge_type', { dataset: feed.dataset }), value: feed.dataset }}
        onClose={() => {
          setAsked(undefined);
        }}
        onDo={() => void purge()}
      />
    </>
  );
}

function Quarantine({ dataset, count, again }: { dataset: string; count: number; again: () => void }) {
  const { t } = useWords();
  const list = usePages(['admin', 'quarantine', dataset], (client, cursor, signal) =>
    client.listQuarantine({ query: { dataset, limit: 10, cursor }, signal }),
  );
  const action = useAction();
  const { isBusy, run } = action;
  const replay = async (quarantineKey?: string) => {
    const isDone = await run(async (client) => {
      const { replayed, left } = await client.replayQuarantine({
        body: { dataset, ...(quarantineKey === undefined ? {} : { quarantineKey }) },
      });
      return replayed === 0
        ? t('admin.quarantine.still')
        : t('admin.quarantine.replayed', { count: replayed, left });
    });
    if (!isDone) return;
    list.reset();
    again();
  };
  return (
    <Panel
      title={t('admin.quarantine.title', { count })}
      aside={
        count === 0 ? undefined : (
          <Button disabled={isBusy} onClick={() => void replay()}>
            {t('admin.quarantine.all')}
          </Button>
        )
      }
    >
      <p className="mb-3 max-w-[72ch] text-quiet">{t('admin.quarantine.lead')}</p>
      <Result action={action} />
      <ul className="grid gap-3">
        {list.items.map((one) => (
          <li key={one.quarantineKey}>
            <QuarantinedRecord one={one} isBusy={isBusy} onReplay={() => void replay(one.quarantineKey)} />
          </li>
        ))}
      </ul>
      <PageEnd list={list} empty={t('admin.quarantine.empty')} />
    </Panel>
  );
}

/** The raw record beside its current normalization. */
function QuarantinedRecord({
  one,
  isBusy,
  onReplay,
}: {
  one: QuarantinedAnswer;
  isBusy: boolean;
  onReplay: () => void;
}) {
  const words = useWords();
  const { t } = words;
  return (
    <details className="rounded-card border border-line p-4">
      <summary className="min-h-11 cursor-pointer py-2">
        <span className="font-semibold" lang="en">
          {one.listingKey ?? t('admin.quarantine.no_key')}
        </span>{' '}
        <span className="text-bad" lang="en">
          {one.reason}
        </span>{' '}
        <span className="text-quiet text-sm">{formatMoment(one.lastSeenAt, words)}</span>
      </summary>
      <div className="mt-3 grid gap-4 lg:grid-cols-2">
        <div>
          <h4 className="mb-2 font-semibold">{t('admin.quarantine.raw')}</h4>
          {one.raw === null ? (
            <p className="text-quiet">{t('admin.quarantine.too_large')}</p>
          ) : (
            <Code text={one.raw} label={t('admin.quarantine.raw')} />
          )}
        </div>
        <div>
          <h4 className="mb-2 font-semibold">{t('admin.quarantine.normalized')}</h4>
          {one.normalized === null ? (
            <p className="text-quiet">{t('admin.quarantine.unreadable')}</p>
          ) : (
            <Code text={one.normalized} label={t('admin.quarantine.normalized')} />
          )}
        </div>
      </div>
      <p className="mt-3">
        <Button disabled={isBusy || one.raw === null} onClick={onReplay}>
          {t('admin.quarantine.again')}
        </Button>
      </p>
    </details>
  );
}
