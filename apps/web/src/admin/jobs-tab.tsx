import type { JobsAnswer } from '@maru/contract';
import { formatMoment } from '../contact/contact-copy.tsx';
import { useWords } from '../i18n/words.tsx';
import { useApiQuery } from '../queries/use-api-query.ts';
import { Button } from '../ui/button.tsx';
import { useAction } from '../ui/form/use-action.ts';
import { Table, Waiting } from './admin-lists.tsx';
import { Panel, Result } from './admin-parts.tsx';
import { failureText, MachineName } from './machine-names.tsx';

/** Job queues; failed jobs and undeliverable emails, each with a retry. */
export function JobsTab() {
  const words = useWords();
  const { t, intl } = words;
  const query = useApiQuery(['admin', 'jobs'], (client, signal) => client.listJobs({ signal }));
  const { data: answer, refetch } = query;
  const action = useAction();
  const { isBusy, run } = action;
  if (answer === undefined) return <Waiting query={query} />;
  const retry = async ({ kind, id }: JobsAnswer['failed'][number]) => {
    const isDone = await run(async (client) => {
      await client.retryJob({ body: { kind, id } });
      return t('admin.jobs.retried');
    });
    if (isDone) void refetch();
  };
  return (
    <>
      <Result action={action} />
      <Panel title={t('admin.jobs.failed')}>
        <Table
          caption={t('admin.jobs.failed')}
          empty={t('admin.jobs.none_failed')}
          rows={answer.failed}
          keyOf={(row) => `${row.kind} ${row.id}`}
          columns={[
            {
              title: t('admin.jobs.what'),
              cell: (row) => (
                <>
                  <span className="block text-quiet text-sm">
                    {t(row.kind === 'letter' ? 'admin.jobs.letter' : 'admin.jobs.job')}
                  </span>
                  <MachineName of={row.kind === 'letter' ? 'letter' : 'queue'} name={row.name} />
                </>
              ),
            },
            {
              title: t('admin.jobs.why'),
              cell: (row) => (
                <>
                  {failureText(row.failure, words)}
                  <code lang="en" className="block break-words text-quiet text-xs">
                    {row.failure ?? ''}
                  </code>
                </>
              ),
            },
            {
              title: t('admin.when'),
              isShort: true,
              isExtra: true,
              cell: (row) => (row.failedAt === null ? '' : formatMoment(row.failedAt, words)),
            },
            {
              title: t('admin.jobs.retry'),
              cell: (row) => (
                <Button disabled={isBusy} onClick={() => void retry(row)}>
                  {t('admin.jobs.retry')}
                </Button>
              ),
            },
          ]}
        />
      </Panel>
      <Panel title={t('admin.jobs.queues')}>
        <Table
          caption={t('admin.jobs.queues')}
          empty={t('admin.jobs.no_queues')}
          rows={answer.queues}
          keyOf={(row) => row.name}
          columns={[
            {
              title: t('admin.jobs.queue'),
              cell: (row) => <MachineName of="queue" name={row.name} />,
            },
            ...(['waiting', 'active', 'failed'] as const).map((count) => ({
              title: t(count === 'failed' ? 'admin.jobs.failed_count' : `admin.jobs.${count}`),
              isNumber: true,
              cell: (row: JobsAnswer['queues'][number]) => intl.formatNumber(row[count]),
            })),
          ]}
        />
        <p className="mt-4">
          <Button onClick={() => void refetch()}>{t('admin.refresh')}</Button>
        </p>
      </Panel>
    </>
  );
}
