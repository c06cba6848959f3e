import type { JobsAnswer } from '@maru/contract';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { formatMoment } from '../contact/contact-copy.tsx';
import { useWords } from '../i18n/words.tsx';
import { Button } from '../ui/button.tsx';
import { useAction } from '../ui/form/use-action.ts';
import { Panel, Result, Table, Waiting } from './admin-parts.tsx';
import { failureText, MachineName } from './machine-names.tsx';

/** Job queues; failed jobs and undeliverable emails, each with a retry. */
export function JobsTab() {
  const words = useWords();
  const { t, intl } = words;
  const { client } = useRouter().options.context;
  const {
    data: answer,
    error,
    refetch,
  } = useQuery({
    queryKey: ['admin', 'jobs'],
    queryFn: ({ signal }) => client.listJobs({ signal }),
  });
  const action = useAction();
  const { isBusy, run } = action;
  if (answer === undefined) return <Waiting error={error} again={refetch} />;
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
        {answer.failed.length === 0 ? (
          <p className="text-quiet">{t('admin.jobs.none_failed')}</p>
        ) : (
          <Table
            caption={t('admin.jobs.failed')}
            rows={answer.failed}
            keyOf={(row) => `${row.kind} ${row.id}`}
            columns={[
              {
                key: 'what',
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
                key: 'why',
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
                key: 'when',
                title: t('admin.when'),
                isShort: true,
                isExtra: true,
                cell: (row) => (row.failedAt === null ? '' : formatMoment(row.failedAt, words)),
              },
              {
                key: 'retry',
                title: t('admin.jobs.retry'),
                cell: (row) => (
                  <Button disabled={isBusy} onClick={() => void retry(row)}>
                    {t('admin.jobs.retry')}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </Panel>
      <Panel title={t('admin.jobs.queues')}>
        {answer.queues.length === 0 ? (
          <p className="text-quiet">{t('admin.jobs.no_queues')}</p>
        ) : (
          <Table
            caption={t('admin.jobs.queues')}
            rows={answer.queues}
            keyOf={(row) => row.name}
            columns={[
              {
                key: 'name',
                title: t('admin.jobs.queue'),
                cell: (row) => <MachineName of="queue" name={row.name} />,
              },
              {
                key: 'waiting',
                title: t('admin.jobs.waiting'),
                isNumber: true,
                cell: (row) => intl.formatNumber(row.waiting),
              },
              {
                key: 'active',
                title: t('admin.jobs.active'),
                isNumber: true,
                cell: (row) => intl.formatNumber(row.active),
              },
              {
                key: 'failed',
                title: t('admin.jobs.failed_count'),
                isNumber: true,
                cell: (row) => intl.formatNumber(row.failed),
              },
            ]}
          />
        )}
        <p className="mt-4">
          <Button onClick={() => void refetch()}>{t('admin.refresh')}</Button>
        </p>
      </Panel>
    </>
  );
}
