import { afterEach, expect, test } from 'vitest';
import { CircuitBreaker, MAX_IN_FLIGHT } from './circuit-breaker.ts';
import { DatabaseUnavailable } from './database-errors.ts';

const withCode = (code: string) => Object.assign(new Error(code), { code });
const lost = () => Promise.reject(new DatabaseUnavailable('Connection terminated'));
const forever = () => new Promise<never>(() => undefined);

let breaker: CircuitBreaker;
afterEach(() => breaker.end());

/** A breaker whose probes are answered by the test. */
function start(patience = 100) {
  const probes: PromiseWithResolvers<void>[] = [];
  const lines: string[] = [];
  const probe = () => {
    const one = Promise.withResolvers<void>();
    probes.push(one);
    return one.promise;
  };
  breaker = new CircuitBreaker({ probe, patience, log: (line) => lines.push(line) });
  return { probes, lines };
}

test('after a lost connection and a failed probe nothing is tried until one probe has succeeded', async () => {
  const { probes, lines } = start();
  await Promise.allSettled(Array.from({ length: 10 }, () => breaker.run(lost)));
  expect([probes.length, breaker.isOpen]).toEqual([1, false]);
  probes[0]!.reject(withCode('ECONNREFUSED'));
  await expect.poll(() => breaker.isOpen).toBe(true);

  let tried = 0;
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, () => breaker.run(async () => (tried += 1))),
  );
  expect(tried).toBe(0);
  expect(
    outcomes.every((one) => one.status === 'rejected' && one.reason instanceof DatabaseUnavailable),
  ).toBe(true);
  await expect(breaker.observe(async () => (tried += 1))).rejects.toBeInstanceOf(DatabaseUnavailable);

  await expect.poll(() => probes.length).toBe(2);
  expect(breaker.isOpen).toBe(true);
  probes[1]!.resolve();
  await expect.poll(() => breaker.isOpen).toBe(false);
  expect(await breaker.run(async () => 'back')).toBe('back');
  expect([probes.length, lines.length]).toEqual([2, 2]);
});

test('a database that is silent is probed once; without an answer all that waits fails and is aborted', async () => {
  const { probes } = start();
  const aborted: boolean[] = [];
  const waiting = Array.from({ length: 5 }, (_, at) =>
    breaker.run((signal) => {
      signal.addEventListener('abort', () => {
        aborted[at] = true;
      });
      return forever();
    }),
  );
  for (const outcome of await Promise.allSettled(waiting))
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseUnavailable) });
  expect([aborted.filter(Boolean).length, probes.length, breaker.isOpen]).toEqual([5, 1, true]);
  // The probe that was late is still the only one, and its answer counts.
  probes[0]!.resolve();
  await expect.poll(() => breaker.isOpen).toBe(false);
  expect(probes.length).toBe(1);
});

test('while the database is silent only so many queries wait, also before the breaker opens', async () => {
  const { probes } = start(60_000);
  let tried = 0;
  const work = () => {
    tried += 1;
    return forever();
  };
  breaker.run(work).catch(() => undefined);
  await expect.poll(() => probes.length).toBe(1);
  const extra = 100;
  const errors: unknown[] = [];
  for (let more = 0; more < MAX_IN_FLIGHT - 1 + extra; more += 1)
    breaker.run(work).catch((error) => errors.push(error));
  await expect.poll(() => errors.length).toBe(extra);
  expect(errors.every((error) => error instanceof DatabaseUnavailable)).toBe(true);
  expect([tried, breaker.isOpen]).toEqual([MAX_IN_FLIGHT, false]);
});

test('a long statement beside a database that answers its probes is left alone', async () => {
  const { probes } = start();
  const long = Promise.withResolvers<string>();
  const result = breaker.run(() => long.promise);
  await expect.poll(() => probes.length).toBe(1);
  probes[0]!.resolve();
  await expect.poll(() => probes.length).toBe(2);
  probes[1]!.resolve();
  long.resolve('done');
  expect(await result).toBe('done');
  expect(breaker.isOpen).toBe(false);
});

test('a query that completes while the probe is late keeps the breaker closed', async () => {
  const { probes } = start();
  await expect(breaker.run(lost)).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(await breaker.run(async () => 1)).toBe(1);
  probes[0]!.reject(new DatabaseUnavailable('timeout expired'));
  await breaker.run(async () => 2);
  expect([probes.length, breaker.isOpen]).toEqual([1, false]);
});

test.each(['23505', '57014', '53100', '53300', '25006'])(
  'the error %s comes from a server that works: no probe',
  async (code) => {
    const { probes } = start();
    await expect(breaker.run(() => Promise.reject(withCode(code)))).rejects.toMatchObject({ code });
    expect([probes.length, breaker.isOpen]).toEqual([0, false]);
  },
);

test.each(['57P01', '57P03', '08006', 'ECONNREFUSED', 'EPIPE'])(
  'the error %s leads to a probe',
  async (code) => {
    const { probes } = start();
    await expect(breaker.run(() => Promise.reject(withCode(code)))).rejects.toMatchObject({ code });
    expect(probes.length).toBe(1);
  },
);

test('a probe that is refused for another reason, such as too many connections, is an answer', async () => {
  const { probes } = start();
  await expect(breaker.run(lost)).rejects.toBeInstanceOf(DatabaseUnavailable);
  probes[0]!.reject(withCode('53300'));
  expect(await breaker.run(async () => 1)).toBe(1);
  expect(probes.length).toBe(1);
});

test('what may take long is not given up when the breaker opens', async () => {
  const { probes } = start();
  const batch = Promise.withResolvers<string>();
  const result = breaker.observe(() => batch.promise);
  await expect(breaker.run(lost)).rejects.toBeInstanceOf(DatabaseUnavailable);
  probes[0]!.reject(new DatabaseUnavailable('timeout expired'));
  await expect.poll(() => breaker.isOpen).toBe(true);
  batch.resolve('written');
  expect(await result).toBe('written');
});

test('a query that completes after the probe began delays the opening, and does not prevent it', async () => {
  const { probes } = start();
  await expect(breaker.run(lost)).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(await breaker.run(async () => 1)).toBe(1);
  const hanging = breaker.run(forever);
  await expect(hanging).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect([probes.length, breaker.isOpen]).toEqual([1, true]);
});
