import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

/** Latencies in ms; responses per second over all clients. */
export interface Load {
  runs: number;
  min: number;
  median: number;
  p95: number;
  p99: number;
  perSecond: number;
}

export interface LoadOptions {
  /** Concurrent clients, each of which waits for its response before the next request. */
  clients: number;
  seconds: number;
  /** Continue after the time is up until this many requests were made. */
  atLeast?: number;
}

/** Sends the requests in turn without pause, by `clients` clients. Every client yields to others in between. */
export async function measureLoad(
  ask: (run: number) => Promise<unknown>,
  { clients, seconds, atLeast = 1 }: LoadOptions,
): Promise<Load> {
  const times: number[] = [];
  let next = 0;
  const began = performance.now();
  const client = async () => {
    while (next < atLeast || performance.now() - began < seconds * 1000) {
      const run = next++;
      const start = performance.now();
      await ask(run);
      times.push(performance.now() - start);
      await turn();
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return summarizeTimes(times, performance.now() - began);
}

/** `elapsed` in ms. */
export function summarizeTimes(times: number[], elapsed: number): Load {
  const sorted = times.toSorted((a, b) => a - b);
  const share = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return {
    runs: sorted.length,
    min: sorted[0] ?? 0,
    median: share(0.5),
    p95: share(0.95),
    p99: share(0.99),
    perSecond: (sorted.length * 1000) / elapsed,
  };
}

/**
 * Requests arriving at a fixed interval, whether or not this thread is free: latency is measured from the arrival,
 * including the wait for the thread.
 */
export async function measureArrivals(
  ask: (run: number) => Promise<unknown>,
  { every, seconds }: { every: number; seconds: number },
): Promise<Load> {
  const count = Math.floor((seconds * 1000) / every);
  const pace = new Worker(new URL('./pace-thread.ts', import.meta.url), { workerData: { every, count } });
  const times: number[] = [];
  const began = performance.now();
  await new Promise<void>((done, failed) => {
    pace.on('error', failed);
    pace.on('message', (came: number) => {
      ask(times.length).then(() => {
        times.push(performance.timeOrigin + performance.now() - came);
        if (times.length === count) done();
      }, failed);
    });
  });
  await pace.terminate();
  return summarizeTimes(times, performance.now() - began);
}
