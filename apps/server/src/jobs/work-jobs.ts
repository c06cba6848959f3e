import { once } from 'node:events';
import type { Store } from '@maru/store';
import type { FastifyBaseLogger } from 'fastify';
import { PgBoss } from 'pg-boss';
import type { Mail } from '../mail/send-email.ts';
import { pause, repeat } from './repeat.ts';

export const EMAIL_QUEUE = 'letter';
export const DEAD_EMAIL_QUEUE = 'letter-dead';
/** Emails moved from the outbox to the queue per run. */
const EMAILS_PER_RUN = 200;
const CONCURRENT_DELIVERIES = 5;

export interface JobParts {
  databaseUrl: string;
  store: Store;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /** Null: emails stay in the outbox. */
  mail: Mail | null;
  /** Hourly jobs; a failing one does not affect the others and runs again in an hour. */
  hourly: Record<string, (now: Date) => Promise<void>>;
  /** First retry delay in seconds; doubles up to an hour. */
  retryDelay?: number;
  /** Attempts before an email goes to the dead-letter queue; 60 take two days. */
  attempts?: number;
  /** Poll interval of the outbox, in ms. */
  relayEvery?: number;
}

/**
 * Runs the background jobs with pg-boss in the product's own database: email delivery with retries and a dead-letter
 * queue, and hourly jobs, which run once across all processes. Waits for running jobs when `signal` aborts.
 */
export async function workJobs(parts: JobParts, signal: AbortSignal): Promise<void> {
  for (let delay = 500; !signal.aborted; delay = Math.min(delay * 2, 30_000)) {
    try {
      await workOn(parts, signal);
    } catch (error) {
      // The database may be unavailable, also during startup.
      parts.log.warn({ err: error }, 'job worker failed; retrying');
      await pause(delay, signal);
    }
  }
}

async function workOn(parts: JobParts, signal: AbortSignal): Promise<void> {
  const { databaseUrl, log, mail, store, hourly, retryDelay = 15, attempts = 60, relayEvery = 1_000 } = parts;
  const boss = new PgBoss({ connectionString: databaseUrl, application_name: 'maru jobs', max: 4 });
  boss.on('error', (error) => log.warn({ err: error }, 'job queue error'));
  try {
    await boss.start();
    await boss.createQueue(DEAD_EMAIL_QUEUE);
    await boss.createQueue(EMAIL_QUEUE);
    // Retries long enough to survive an outage of the mail server of two days.
    const patience = {
      retryLimit: attempts - 1,
      retryDelay,
      retryBackoff: true,
      retryDelayMax: 3_600,
      expireInSeconds: 120,
    };
    await boss.updateQueue(EMAIL_QUEUE, {
      ...patience,
      deadLetter: DEAD_EMAIL_QUEUE,
      deleteAfterSeconds: 14 * 86_400,
    });
    for (const [name, work] of Object.entries(hourly)) {
      await boss.createQueue(name);
      await boss.updateQueue(name, { retryLimit: 2, retryDelay: 60, expireInSeconds: 900 });
      await boss.schedule(name, '17 * * * *');
      await boss.work(name, { pollingIntervalSeconds: 30 }, async () => {
        await work(new Date()).catch((error: unknown) => {
          log.warn({ err: error, job: name }, 'hourly job failed');
          throw error;
        });
      });
    }
    if (mail !== null) {
      const polling = { pollingIntervalSeconds: Math.min(2, Math.max(0.5, relayEvery / 1_000)) };
      // Fetch as many as are delivered concurrently, without a pause while the queue is full. This keeps the queue's
      // order, and a slow mail server delays only these few.
      const draining = {
        ...polling,
        batchSize: CONCURRENT_DELIVERIES,
        burstWhenBatchFull: true,
        perJobResults: true,
      } as const;
      await boss.work<{ letterId: string }, never, typeof draining>(EMAIL_QUEUE, draining, async (jobs) =>
        Promise.all(
          jobs.map(async ({ id, data }) => {
            try {
              await mail.send(data.letterId);
              return { id, status: 'completed' as const };
            } catch (error) {
              return { id, status: 'failed' as const, output: { message: (error as Error).message } };
            }
          }),
        ),
      );
      const seldom = { pollingIntervalSeconds: Math.max(0.5, (30 * relayEvery) / 1_000) };
      await boss.work<{ letterId: string }>(DEAD_EMAIL_QUEUE, seldom, async (jobs) => {
        for (const { data } of jobs) {
          // A mail server may also defer for good what one of several messages says.
          if (await store.emails.split(data.letterId, new Date())) continue;
          await store.emails.markFailed(data.letterId, 'out of attempts', new Date());
        }
        log.error({ count: jobs.length }, 'emails moved to the dead-letter queue');
      });
      await enqueuePendingEmails(boss, parts, relayEvery, signal);
    } else if (!signal.aborted) await once(signal, 'abort');
  } finally {
    await boss
      .stop({ graceful: true, timeout: 10_000 })
      .catch((error: unknown) => log.warn({ err: error }, 'job queue shutdown failed'));
  }
}

/** Enqueues emails of the outbox under their own ids, which makes a repeated hand-over after a crash idempotent. */
async function enqueuePendingEmails(
  boss: PgBoss,
  { store, log }: JobParts,
  every: number,
  signal: AbortSignal,
): Promise<void> {
  const work = async () => {
    for (let isMore = true; isMore && !signal.aborted; ) {
      const due = await store.emails.listUnqueued(EMAILS_PER_RUN, new Date());
      isMore = due.length === EMAILS_PER_RUN;
      if (due.length === 0) return;
      const jobs = due.map(({ letterId, priority }) => ({ id: letterId, priority, data: { letterId } }));
      await boss.insert(EMAIL_QUEUE, jobs);
      await store.emails.markQueued(
        due.map(({ letterId }) => letterId),
        new Date(),
      );
    }
  };
  await repeat(work, { every, log, failure: 'emails could not be enqueued' }, signal);
}
