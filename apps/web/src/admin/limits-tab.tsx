import { formatMoment } from '../contact/contact-copy.tsx';
import { useWords } from '../i18n/words.tsx';
import { Button } from '../ui/button.tsx';
import { Table, useAdminState, Waiting } from './admin-lists.tsx';
import { Facts, Panel, State } from './admin-parts.tsx';

/** Index, process and rate limits. */
export function LimitsTab() {
  const words = useWords();
  const { t, intl } = words;
  const query = useAdminState();
  const { data: answer, refetch } = query;
  if (answer === undefined) return <Waiting query={query} />;
  const { index, process, limits, unbelievedProxy, letters } = answer;
  const number = (value: number) => intl.formatNumber(value);
  return (
    <>
      <Panel
        title={t('admin.index.title')}
        aside={
          <State tone={index.isReady ? 'good' : 'warn'}>
            {t(index.isReady ? 'admin.index.ready' : 'admin.index.loading')}
          </State>
        }
      >
        <Facts
          rows={[
            [t('admin.index.homes'), number(index.homes)],
            [
              t('admin.index.lag'),
              index.lagSeconds === null
                ? t('admin.unknown')
                : t('admin.seconds', { count: index.lagSeconds }),
            ],
            [
              t('admin.index.version'),
              <code key="v" lang="en" className="break-all text-sm">
                {index.version}
              </code>,
            ],
          ]}
        />
      </Panel>
      <Panel title={t('admin.process.title')}>
        <Facts
          rows={[
            [t('admin.process.started'), formatMoment(process.startedAt, words)],
            [t('admin.process.memory'), t('admin.megabytes', { count: process.memoryMb })],
            [t('admin.process.in_flight'), number(process.inFlight)],
            [t('admin.process.refused'), number(process.refused)],
            [
              t('admin.process.connections'),
              t('admin.process.connections_value', {
                total: process.connections.total,
                idle: process.connections.idle,
                waiting: process.connections.waiting,
              }),
            ],
            [
              t('admin.process.letters'),
              t('admin.process.letters_value', { waiting: letters.waiting, failed: letters.failed }),
            ],
          ]}
        />
      </Panel>
      <Panel title={t('admin.limits.title')}>
        <p className="mb-3 max-w-[72ch] text-quiet">{t('admin.limits.lead')}</p>
        {unbelievedProxy === null ? null : (
          <p className="mb-4 max-w-[72ch] rounded-card border border-warn bg-surface p-4">
            {t('admin.limits.proxy', {
              network: unbelievedProxy.network,
              time: formatMoment(unbelievedProxy.lastAt, words),
            })}
          </p>
        )}
        <Table
          caption={t('admin.limits.title')}
          rows={limits}
          keyOf={(row) => row.name}
          columns={[
            {
              title: t('admin.limits.name'),
              cell: (row) => t(`admin.limits.${row.name as 'default'}`),
            },
            {
              title: t('admin.limits.calls'),
              isNumber: true,
              cell: (row) => number(row.calls),
            },
            {
              title: t('admin.limits.window'),
              isNumber: true,
              cell: (row) => t('admin.seconds', { count: row.seconds }),
            },
          ]}
        />
        <p className="mt-4">
          <Button onClick={() => void refetch()}>{t('admin.refresh')}</Button>
        </p>
      </Panel>
    </>
  );
}
