import { HOUR_MS, MINUTE_MS } from '@maru/listing/time';
import type { Store } from '@maru/store';
import type { FastifyBaseLogger } from 'fastify';
import type { DiskFiles } from '../media/object-files.ts';
import { repeat } from './repeat.ts';

interface PollParts<Needed extends keyof Store> {
  store: Pick<Store, Needed>;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  /** Poll interval in ms; for tests. */
  every?: number;
}

/** Keeps the agents derived from listings up to date. One process works at a time. */
export async function keepAgents(
  { store, log, every = 5_000 }: PollParts<'refreshAgents' | 'refreshPeople'>,
  signal: AbortSignal,
): Promise<void> {
  let peopleAt = 0;
  const work = async () => {
    await store.refreshAgents(signal);
    if (Date.now() < peopleAt) return;
    // Members and offices change rarely.
    await store.refreshPeople(signal);
    peopleAt = Date.now() + MINUTE_MS;
  };
  await repeat(work, { every, log, failure: 'agent refresh failed' }, signal);
}

/** Keeps the monthly market figures up to date. One process computes them. */
export async function keepMarket(
  { store, log, every = 15_000 }: PollParts<'refreshMarket'>,
  signal: AbortSignal,
): Promise<void> {
  const work = async () => {
    const began = Date.now();
    if (!(await store.refreshMarket(new Date()))) return;
    log.info({ ms: Date.now() - began }, 'market months computed');
  };
  await repeat(work, { every, log, failure: 'market months could not be computed' }, signal);
}

/** Assigns districts and attendance areas to homes after an import, in batches. */
export async function keepPlaceAreas(
  { store, log, every = 30_000 }: PollParts<'refreshPlaceAreas'>,
  signal: AbortSignal,
): Promise<void> {
  const work = async () => {
    const count = await store.refreshPlaceAreas(signal);
    if (count > 0) log.info({ count }, 'school areas of homes updated');
  };
  await repeat(work, { every, log, failure: 'school area update failed' }, signal);
}

/** Rebuilds cards of an older format once per start. Retries while the database is unavailable. */
export async function renewCards(
  { store, log, every = 30_000 }: PollParts<'refreshCards'>,
  signal: AbortSignal,
): Promise<void> {
  const work = async () => {
    const count = await store.refreshCards(new Date(), signal);
    if (count > 0) log.info({ count }, 'cards of an older format rebuilt');
    return 'done' as const;
  };
  await repeat(work, { every, log, failure: 'card rebuild failed' }, signal);
}

/**
 * Hides the homes of feeds without a successful poll for longer than their license allows (`display.maxStaleHours`) and shows those
 * of recovered feeds. Runs in every process, because the one that reads the feed may be down.
 */
export async function sweepStaleness(
  { store, log, every = MINUTE_MS }: PollParts<'applyStaleness'>,
  signal: AbortSignal,
): Promise<void> {
  await repeat(
    () => store.applyStaleness(new Date()),
    { every, log, failure: 'staleness check failed' },
    signal,
  );
}

/**
 * Deletes partial files of interrupted writes. Runs in every process, because each has its own disk; a queue job would run on one
 * node only.
 */
export async function sweepUnfinished(
  {
    folders,
    log,
    every = HOUR_MS,
  }: { folders: readonly Pick<DiskFiles, 'sweep'>[] } & Pick<PollParts<never>, 'log' | 'every'>,
  signal: AbortSignal,
): Promise<void> {
  const failure = 'sweep of partial files failed';
  const work = async () => {
    for (const folder of folders) {
      try {
        const deleted = await folder.sweep(Date.now());
        if (deleted > 0) log.info({ deleted }, 'partial files deleted');
      } catch (error) {
        // The other folders are swept all the same.
        log.warn({ err: error }, failure);
      }
    }
  };
  await repeat(work, { every, log, failure }, signal);
}
