import { describe, expect, it } from 'vitest';
import {
  type Priority,
  QuotaUsedUp,
  RateLimiter,
  readReset,
  sharedLimiter,
  type Waiting,
} from './rate-limiter.ts';

const NOW = Date.parse('2026-11-01T00:00:00Z');

/** A clock that only advances by waiting. */
class Clock implements Waiting {
  time = NOW;
  luck = 0;
  readonly waits: number[] = [];
  readonly signal = new AbortController().signal;
  readonly now = () => this.time;
  readonly random = () => this.luck;
  readonly sleep = async (ms: number) => {
    this.waits.push(ms);
    this.time += ms;
  };
}

const headers = (burst: number | string, hour: number | string = 4000, reset = 60_000) =>
  new Headers({
    'Burst-RateLimit-Limit': '334',
    'Burst-RateLimit-Remaining': String(burst),
    'Burst-RateLimit-Reset': new Date(NOW + reset).toISOString(),
    'Application-RateLimit-Limit': '5000',
    'Application-RateLimit-Remaining': String(hour),
    'Application-RateLimit-Reset': new Date(NOW + 3_600_000).toISOString(),
  });

const enter = (limiter: RateLimiter, priority: Priority, clock: Clock) => limiter.enter(priority, clock);

describe('the rate limiter of a credential', () => {
  it('pitfall F12: compares remaining requests as numbers, so that 99 is less than 100 and 9 less than 34', async () => {
    for (const [left, waits] of [
      [334, 0],
      [100, 0],
      [99, 0],
      [35, 0],
      [34, 1],
      [9, 1],
      [0, 1],
    ] as const) {
      const clock = new Clock();
      const limiter = new RateLimiter();
      limiter.observe(headers(left), NOW, NOW);
      (await enter(limiter, 'bulk', clock))();
      expect([left, clock.waits.length]).toEqual([left, waits]);
    }
  });

  it('keeps a reserve for visitors: replication waits while a search may proceed', async () => {
    const clock = new Clock();
    const limiter = new RateLimiter();
    limiter.observe(headers(20, 4000, 8000), NOW, NOW);
    (await enter(limiter, 'live', clock))();
    expect(clock.waits).toEqual([]);
    (await enter(limiter, 'bulk', clock))();
    expect(clock.waits).toEqual([8000]);
    limiter.observe(headers(0, 4000, 16_000), clock.time, clock.time);
    (await enter(limiter, 'live', clock))();
    expect(clock.waits).toEqual([8000, 8000]);
  });

  it('leaves half of each quota to replication, whatever visitors ask for', async () => {
    const limiter = new RateLimiter();
    const clock = new Clock();
    let used = 0;
    const request = async (priority: Priority, requester: string) => {
      limiter.observe(headers(334 - used), NOW, NOW);
      const leave = await limiter.enter(priority, Object.assign(Object.create(clock), { requester }));
      used += 1;
      leave();
    };
    const askAllTheyMay = async (requesters: string[]) => {
      let count = 0;
      for (let refused = 0; refused < requesters.length; ) {
        refused = 0;
        for (const requester of requesters) {
          await request('live', requester).then(
            () => (count += 1),
            () => (refused += 1),
          );
        }
      }
      return count;
    };
    const count = await askAllTheyMay(['a', 'b']);
    expect(count).toBeGreaterThan(100);
    expect(count).toBeLessThanOrEqual(167);
    // What the two may use leaves as much for somebody who asks for the first time.
    for (let i = 0; i < 20; i += 1) await request('live', 'c');
    const many = Array.from({ length: 200 }, (_, i) => `one of many ${i}`);
    expect(count + 20 + (await askAllTheyMay(many))).toBe(167);
    for (let i = 0; i < 100; i += 1) await request('bulk', '');
    expect(clock.waits).toEqual([]);
  });

  it('a new window has room for visitors again', async () => {
    const limiter = new RateLimiter();
    limiter.observe(headers(4, 4000), NOW, NOW);
    const clock = new Clock();
    const enter = () => limiter.enter('live', clock).then((leave) => leave());
    for (let i = 0; i < 4; i += 1) await enter();
    clock.time += 61_000;
    limiter.observe(headers(333, 4000, 121_000), clock.time, clock.time);
    for (let i = 0; i < 80; i += 1) await enter();
    expect(clock.waits).toEqual([]);
  });

  it('counts pending requests as used', async () => {
    const clock = new Clock();
    const limiter = new RateLimiter();
    limiter.observe(headers(37), NOW, NOW);
    const leaves = [];
    for (let index = 0; index < 3; index += 1) leaves.push(await enter(limiter, 'bulk', clock));
    expect(clock.waits).toEqual([]);
    await enter(limiter, 'bulk', clock);
    expect(clock.waits).toEqual([60_000]);
    for (const leave of leaves) leave();
  });

  it('leaves a wait of an hour to the scheduler, and a wait of a minute to the visitor', async () => {
    const limiter = new RateLimiter();
    limiter.observe(headers(300, 0), NOW, NOW);
    await expect(enter(limiter, 'bulk', new Clock())).rejects.toMatchObject({ waitMs: 3_600_000 });
    const minute = new RateLimiter();
    minute.observe(headers(0), NOW, NOW);
    await expect(enter(minute, 'live', new Clock())).rejects.toBeInstanceOf(QuotaUsedUp);
  });

  it.each([
    ['2026-11-01T00:01:00.000Z', NOW + 60_000],
    ['2026-11-01T00:01:00Z', NOW + 60_000],
    ['Sun, 01 Nov 2026 00:01:00 GMT', NOW + 60_000],
    [String((NOW + 60_000) / 1000), NOW + 60_000],
    [String(NOW + 60_000), NOW + 60_000],
    ['60', NOW + 60_000],
    ['1793491260.5', 1_793_491_260_500],
    ['soon', null],
    ['2026', NOW + 2_026_000],
    ['', null],
  ])('pitfall F13: parses the reset %j in its own unit', (text, at) => {
    expect(readReset(text, NOW)).toBe(at);
  });

  it('uses the server’s clock, and never waits longer than an hour for a reset', async () => {
    const limiter = new RateLimiter();
    const clock = new Clock();
    clock.time = NOW + 86_400_000;
    limiter.observe(headers(0), NOW, clock.time);
    (await enter(limiter, 'bulk', clock))();
    expect(clock.waits).toEqual([60_000]);

    const far = new RateLimiter();
    far.observe(headers(0, 4000, 40 * 86_400_000), NOW, NOW);
    await expect(enter(far, 'bulk', new Clock())).rejects.toMatchObject({ waitMs: 65 * 60_000 });
  });

  it('uses the smallest number of a window, since responses may arrive out of order', () => {
    const limiter = new RateLimiter();
    limiter.observe(headers(50), NOW, NOW);
    limiter.observe(headers(52), NOW, NOW);
    expect(limiter.state(NOW).find((quota) => quota.name === 'burst')?.remaining).toBe(50);
    const next = headers(333, 4000, 120_000);
    limiter.observe(next, NOW + 61_000, NOW + 61_000);
    expect(limiter.state(NOW + 61_000).find((quota) => quota.name === 'burst')?.remaining).toBe(333);
  });

  it('ignores invalid headers', async () => {
    const limiter = new RateLimiter();
    const clock = new Clock();
    limiter.observe(headers('many', 'NaN'), NOW, NOW);
    limiter.observe(new Headers({ 'burst-ratelimit-remaining': '0' }), NOW, NOW);
    limiter.observe(headers(0, 0, -5000), NOW + 3_700_000, NOW);
    (await enter(limiter, 'bulk', clock))();
    expect(clock.waits).toEqual([]);
  });

  it('pitfall F14: is shared by all feeds of a credential in this process, and separate for each credential', () => {
    expect(sharedLimiter('a.test key')).toBe(sharedLimiter('a.test key'));
    expect(sharedLimiter('a.test key')).not.toBe(sharedLimiter('a.test other'));
    expect(sharedLimiter('b.test key')).not.toBe(sharedLimiter('a.test key'));
  });

  it('pitfall F28: spreads callers that wait for one reset', async () => {
    const limiter = new RateLimiter();
    limiter.observe(headers(0), NOW, NOW);
    const waits: number[] = [];
    for (let index = 0; index < 10; index += 1) {
      const clock = new Clock();
      clock.luck = index / 10;
      (await enter(limiter, 'bulk', clock))();
      waits.push(...clock.waits);
    }
    expect(new Set(waits).size).toBe(10);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(60_000);
  });

  it('blocks the whole credential after a 429, not only the request that got it', async () => {
    const limiter = new RateLimiter();
    const clock = new Clock();
    limiter.block(7000, NOW);
    (await enter(limiter, 'bulk', clock))();
    expect(clock.waits).toEqual([7000]);
  });

  it('limits concurrency, visitors first', async () => {
    const limiter = new RateLimiter(2);
    const clock = new Clock();
    const order: string[] = [];
    const first = await enter(limiter, 'bulk', clock);
    const second = await enter(limiter, 'bulk', clock);
    const run = (priority: Priority, name: string) =>
      enter(limiter, priority, clock).then((leave) => {
        order.push(name);
        leave();
      });
    const rest = [run('bulk', 'bulk 1'), run('bulk', 'bulk 2'), run('live', 'visitor')];
    const left = new AbortController();
    const gone = limiter.enter('live', { ...clock, now: clock.now, signal: left.signal });
    left.abort(new Error('gone'));
    await expect(gone).rejects.toThrow('gone');
    expect(order).toEqual([]);
    first();
    first();
    second();
    await Promise.all(rest);
    expect(order[0]).toBe('visitor');
    expect(new Set(order).size).toBe(3);
    const again = await enter(limiter, 'bulk', clock);
    const both = await enter(limiter, 'bulk', clock);
    again();
    both();
  });
});
