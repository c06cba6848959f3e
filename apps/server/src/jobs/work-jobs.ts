import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '@maru/store';
import type { FastifyBaseLogger } from 'fastify';
import { PgBoss } from 'pg-boss';
import type { Mail } from '../mail/send-letter.ts';

const LETTER = 'letter';
const DEAD_LETTER = 'letter-dead';
/** Letters a turn of the relay hands over. */
const RELAYED = 200;
/** Letters on their way to the mail server at once. */
const AT_ONCE = 5;

export interface JobParts {
  databaseUrl: string;
  store: Store;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /** Null: letters wait in the outbox. */
  mail: Mail | null;
  /** What is to be done each hour; one that fails stops no other and is done again the next hour. */
  hourly: Record<string, (now: Date) => Promise<void>>;
  /** First pause before another attempt, seconds: it doubles up to an hour. */
  retryDelay?: number;
  /** Before a letter is given up; 60 are two days. */
  attempts?: number;
  /** Between two looks into the outbox, ms. */
  relayEvery?: number;
}

/**
 * The jobs of the process, by pg-boss in the product's own database: letters out of the outbox with retries and a
 * dead-letter queue, and what is due each hour, once however many processes there are. Ends what is on its way when
 * `signal` aborts.
 */
export async function workJobs(parts: JobParts, signal: AbortSignal): Promise<void> {
  for (let pause = 500; !signal.aborted; pause = Math.min(pause * 2, 30_000)) {
    try {
      await workOn(parts, signal);
    } catch (error) {
      // The database may be away for a while, at the start too.
      parts.log.warn({ err: error }, 'jobs could not be worked on');
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }
}

async function workOn(parts: JobParts, signal: AbortSignal): Promise<void> {
  const { databaseUrl, log, mail, store, hourly, retryDelay = 15, attempts = 60, relayEvery = 1_000 } = parts;
  const boss = new PgBoss({ connectionString: databaseUrl, application_name: 'maru jobs', max: 4 });
  boss.on('error', (error) => log.warn({ err: error }, 'jobs: the database did not answer'));
  try {
    await boss.start();
    await boss.createQueue(DEAD_LETTER);
    await boss.createQueue(LETTER);
    // A mail server that is away for longer than these attempts take is somebody's business.
    const patience = {
      retryLimit: attempts - 1,
      retryDelay,
      retryBackoff: true,
      retryDelayMax: 3_600,
      expireInSeconds: 120,
    };
    await boss.updateQueue(LETTER, {
      ...patience,
      deadLetter: DEAD_LETTER,
      deleteAfterSeconds: 14 * 86_400,
    });
    for (const [name, work] of Object.entries(hourly)) {
      await boss.createQueue(name);
      await boss.updateQueue(name, { retryLimit: 2, retryDelay: 60, expireInSeconds: 900 });
      await boss.schedule(name, '17 * * * *');
      await boss.work(name, { pollingIntervalSeconds: 30 }, async () => {
        await work(new Date()).catch((error: unknown) => {
          log.warn({ err: error, job: name }, 'what is due each hour could not be done');
          throw error;
        });
      });
    }
    if (mail !== null) {
      const polling = { pollingIntervalSeconds: Math.min(2, Math.max(0.5, relayEvery / 1_000)) };
      // As many at once as a fetch gives, and no pause while a fetch is full: the queue's order is kept, and a letter that
      // a slow mail server holds up delays no more than these few.
      const draining = {
        ...polling,
        batchSize: AT_ONCE,
        burstWhenBatchFull: true,
        perJobResults: true,
      } as const;
      await boss.work<{ letterId: string }, never, typeof draining>(LETTER, draining, async (jobs) =>
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
      await boss.work<{ letterId: string }>(DEAD_LETTER, seldom, async (jobs) => {
        for (const { data } of jobs)
          await store.letters.markFailed(data.letterId, 'out of attempts', new Date());
        log.error({ count: jobs.length }, 'letters were given up');
      });
      await relayLetters(boss, parts, relayEvery, signal);
    } else {
      await untilAborted(signal);
    }
  } finally {
    await boss
      .stop({ graceful: true, timeout: 10_000 })
      .catch((error: unknown) => log.warn({ err: error }, 'jobs: no good end'));
  }
}

/**
 * Hands letters of the outbox to the queue, each under its own id: handed over twice, as after a kill, it is one job.
 */
async function relayLetters(
  boss: PgBoss,
  { store, log }: JobParts,
  every: number,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const due = await store.letters.listUnqueued(RELAYED, new Date());
      if (due.length > 0) {
        await boss.insert(
          LETTER,
          due.map(({ letterId, priority }) => ({ id: letterId, priority, data: { letterId } })),
        );
        await store.letters.markQueued(
          due.map(({ letterId }) => letterId),
          new Date(),
        );
      }
      if (due.length === RELAYED) continue;
    } catch (error) {
      log.warn({ err: error }, 'letters could not be handed to the queue');
    }
    await sleep(every, undefined, { signal }).catch(() => undefined);
  }
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((done) => signal.addEventListener('abort', () => done(), { once: true }));
}
