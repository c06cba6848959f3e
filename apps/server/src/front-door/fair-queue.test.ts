import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FairQueue, type FairQueueOptions, type Place } from './fair-queue.ts';

const ROOMY: FairQueueOptions = { total: 4, perKey: 2, waiting: 100, waitingPerKey: 50, patience: 60_000 };

/** Enters and records by `key` who was admitted, in order. */
function recorder(queue: FairQueue) {
  const admitted: string[] = [];
  const places: Place[] = [];
  const refused: string[] = [];
  const enter = (key: string) => {
    const keep = (place: Place | undefined) => {
      if (place === undefined) refused.push(key);
      else {
        admitted.push(key);
        places.push(place);
      }
    };
    const place = queue.enter(key);
    if (place instanceof Promise) void place.then(keep);
    else keep(place);
  };
  return { admitted, places, refused, enter };
}

async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) await nextTurn();
}

test('one key has at most its share, however many others are idle', async () => {
  const queue = new FairQueue(ROOMY);
  const { admitted, places, enter } = recorder(queue);
  for (let i = 0; i < 10; i += 1) enter('flood');
  await turns(20);
  expect(admitted).toEqual(['flood', 'flood']);
  enter('visitor');
  await turns(3);
  expect(admitted).toEqual(['flood', 'flood', 'visitor']);
  places[0]!.leave();
  await turns(3);
  expect(admitted).toHaveLength(4);
  expect(queue.inFlight).toBe(3);
});

test('of those who wait, the key that used least lately is next', async () => {
  const queue = new FairQueue({ ...ROOMY, total: 1 });
  const { admitted, places, enter } = recorder(queue);
  for (let i = 0; i < 5; i += 1) {
    enter('flood');
    places.at(-1)?.leave();
    await turns(2);
  }
  enter('flood');
  for (let i = 0; i < 20; i += 1) enter('flood');
  enter('visitor');
  enter('visitor');
  for (let i = 0; i < 3; i += 1) {
    places.at(-1)?.leave();
    await turns(2);
  }
  expect(admitted.slice(6)).toEqual(['visitor', 'visitor', 'flood']);
});

test('addresses that ask equally much share equally', async () => {
  const queue = new FairQueue({ ...ROOMY, total: 3, perKey: 3, waiting: 1_000, waitingPerKey: 100 });
  const { admitted, places, enter } = recorder(queue);
  for (let i = 0; i < 50; i += 1) for (const key of ['a', 'b', 'c', 'd']) enter(key);
  for (let done = 0; done < 100; done += 1) {
    places[done]!.leave();
    await turns(2);
  }
  const counts = ['a', 'b', 'c', 'd'].map((key) => admitted.filter((one) => one === key).length);
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
});

test('keys within their allowance go first: known ones by their last request, new ones by the time they came', async () => {
  let now = 0;
  const queue = new FairQueue({ ...ROOMY, total: 1, allowance: 3, now: () => now });
  const { admitted, places, enter } = recorder(queue);
  for (let i = 0; i < 8; i += 1) {
    enter('flood');
    places.at(-1)?.leave();
    await turns(2);
  }
  enter('visitor');
  places.at(-1)?.leave();
  enter('busy');
  for (const key of ['flood', 'new', 'visitor', 'new']) {
    now += 1;
    enter(key);
  }
  for (let i = 0; i < 4; i += 1) {
    places.at(-1)?.leave();
    await turns(2);
  }
  expect(admitted.slice(9)).toEqual(['busy', 'visitor', 'new', 'new', 'flood']);
});

test('a key with many requests and a key with one take turns', async () => {
  let now = 0;
  const queue = new FairQueue({ ...ROOMY, total: 1, allowance: 1_000, now: () => now });
  const { admitted, places, enter } = recorder(queue);
  for (let i = 0; i < 10; i += 1) for (const key of ['a', 'b', 'c']) enter(key);
  for (let done = 0; done < 5; done += 1) {
    now += 1;
    places[done]!.leave();
    await turns(2);
  }
  enter('visitor');
  for (let done = 5; done < 9; done += 1) {
    now += 1;
    places[done]!.leave();
    await turns(2);
  }
  // All of them are within the allowance, and 24 older requests wait.
  expect(admitted.slice(6)).toContain('visitor');
});

test('a visitor just beyond the allowance is put back, not shut out by new keys', async () => {
  let [now, busy] = [0, 0];
  const options = { total: 1, waiting: 1_000, allowance: 100, patience: 2_000 };
  const queue = new FairQueue({ ...ROOMY, ...options, now: () => now, busy: () => busy });
  const { admitted, places, enter } = recorder(queue);
  enter('visitor');
  busy += 300;
  places[0]!.leave();
  for (let i = 0; i < 20; i += 1) enter(`new${i}`);
  enter('visitor');
  // Every 20 ms a request ends, and another new key sends one.
  for (let done = 1; !admitted.slice(1).includes('visitor'); done += 1) {
    now += 20;
    busy += 1;
    enter(`later${done}`);
    places[done]!.leave();
    await turns(2);
  }
  // 20 before it, and what came within the 200 ms (and a little, for what is in flight) beyond the allowance.
  expect(admitted.length).toBeLessThan(2 + 20 + 15);
});

test('a visitor who pauses between requests goes before 200 keys that send the next one at once', async () => {
  let now = 0;
  const queue = new FairQueue({ ...ROOMY, total: 1, waiting: 1_000, allowance: 1_000, now: () => now });
  const { admitted, places, enter } = recorder(queue);
  for (let i = 0; i < 200; i += 1) enter(`flood${i}`);
  const waited: number[] = [];
  let since = 0;
  enter('visitor');
  // Each request takes 1 ms; the visitor sends the next one 300 ms after a response.
  for (let done = 0; done < 2_000; done += 1) {
    now += 1;
    if (now === since + 300) enter('visitor');
    const served = admitted[done]!;
    places[done]!.leave();
    if (served === 'visitor') {
      if (waited.length > 0) waited.push(done - since - 300);
      else waited.push(done);
      since = done;
    } else enter(served);
    await turns(2);
  }
  // The first one is as new as those of the 200, and waits for all that came before it.
  expect(waited.length).toBeGreaterThan(4);
  expect(Math.max(...waited.slice(1))).toBeLessThanOrEqual(2);
});

test('the addresses of one network are put back together when they use as much as ten', async () => {
  let [now, busy] = [0, 0];
  const groupOf = (key: string) => (key.startsWith('net') ? 'net' : undefined);
  const queue = new FairQueue({
    ...ROOMY,
    total: 1,
    allowance: 100,
    now: () => now,
    busy: () => busy,
    groupOf,
  });
  const { admitted, places, enter } = recorder(queue);
  for (let i = 0; i < 40; i += 1) {
    enter(`net${i}`);
    busy += 50;
    places[i]!.leave();
  }
  enter('first');
  enter('net40');
  now += 10;
  enter('visitor');
  places.at(-1)!.leave();
  await turns(2);
  expect(admitted.at(-1)).toBe('visitor');
});

test('a request is refused at once when its key has too many waiting; a full queue drops the newest request of the key with the most', async () => {
  const queue = new FairQueue({ ...ROOMY, total: 1, perKey: 1, waiting: 6, waitingPerKey: 5 });
  const { refused, enter } = recorder(queue);
  for (let i = 0; i < 7; i += 1) enter('flood');
  expect(refused).toEqual(['flood']);
  enter('one');
  enter('two');
  await turns(2);
  expect(refused).toEqual(['flood', 'flood']);
  expect(queue.waiting).toBe(6);
  expect(queue.refused).toBe(2);
});

test('a request whose client has gone leaves the queue, and does not count as refused', async () => {
  const queue = new FairQueue({ ...ROOMY, total: 1, perKey: 1, waitingPerKey: 4 });
  const place = queue.enter('a') as Place;
  const clients = Array.from({ length: 4 }, () => new EventEmitter());
  const waiting = clients.map((client) => queue.enter('a', client));
  expect(queue.enter('a')).toBeUndefined();
  for (const client of clients) client.emit('close');
  expect(await Promise.all(waiting)).toEqual([undefined, undefined, undefined, undefined]);
  expect([queue.waiting, queue.refused]).toEqual([0, 1]);
  const [stays, goes] = [new EventEmitter(), new EventEmitter()];
  const next = queue.enter('a', stays);
  const other = queue.enter('a', goes);
  goes.emit('close');
  place.leave();
  expect(await next).toBeDefined();
  expect(await other).toBeUndefined();
  // A client that goes later does not take the place away from its request.
  stays.emit('close');
  expect([queue.inFlight, queue.waiting]).toEqual([1, 0]);
  expect(stays.listenerCount('close')).toBe(0);
});

test('a request that has waited for too long is refused', async () => {
  const queue = new FairQueue({ ...ROOMY, total: 1, perKey: 1, patience: 20 });
  const { admitted, refused, enter } = recorder(queue);
  enter('a');
  enter('a');
  enter('b');
  while (refused.length < 2) await sleep(5);
  expect(admitted).toEqual(['a']);
  expect(queue.waiting).toBe(0);
});

test('a request that waits for the database frees its place for other keys, but still counts for its own', async () => {
  const queue = new FairQueue({ ...ROOMY, total: 2, perKey: 2 });
  const { admitted, places, enter } = recorder(queue);
  enter('a');
  enter('a');
  enter('b');
  enter('a');
  await turns(3);
  expect(admitted).toEqual(['a', 'a']);
  places[0]!.suspend();
  await turns(3);
  expect(admitted).toEqual(['a', 'a', 'b']);
  expect([queue.inFlight, queue.suspended]).toEqual([2, 1]);
  places[0]!.resume();
  places[0]!.leave();
  places[0]!.leave();
  expect([queue.inFlight, queue.suspended]).toEqual([2, 0]);
});

test('when the requests of one turn of the event loop run too long, later ones wait for the next turn', async () => {
  let now = 0;
  const queue = new FairQueue({ ...ROOMY, total: 100, perKey: 100, slice: 10, now: () => now });
  const { admitted, enter } = recorder(queue);
  for (let i = 0; i < 5; i += 1) {
    enter(`a${i}`);
    now += 6;
  }
  expect(admitted).toEqual(['a0', 'a1']);
  await turns(6);
  expect(admitted).toHaveLength(5);
});

test('property: never more in flight than allowed, and nobody is lost', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd', 'e'), leaves: fc.boolean() }), {
        maxLength: 200,
      }),
      fc.record({
        total: fc.integer({ min: 1, max: 6 }),
        perKey: fc.integer({ min: 1, max: 4 }),
        waiting: fc.integer({ min: 0, max: 20 }),
        waitingPerKey: fc.integer({ min: 0, max: 10 }),
      }),
      async (steps, limits) => {
        const queue = new FairQueue({ ...limits, patience: 60_000 });
        const { admitted, places, refused, enter } = recorder(queue);
        let left = 0;
        for (const { key, leaves } of steps) {
          enter(key);
          if (leaves && left < places.length) {
            places[left]!.leave();
            left += 1;
            await nextTurn();
          }
          expect(queue.inFlight).toBeLessThanOrEqual(limits.total);
          expect(queue.waiting).toBeLessThanOrEqual(limits.waiting);
        }
        for (; left < places.length || queue.waiting > 0; left += 1) {
          places[left]?.leave();
          await turns(2);
        }
        expect(admitted.length + refused.length).toBe(steps.length);
        expect([queue.inFlight, queue.waiting]).toEqual([0, 0]);
      },
    ),
    { numRuns: 60 },
  );
});

test('under sustained overload requests beyond the allowance are refused sooner, after a burst they are not', async () => {
  let now = 0;
  const overload = { length: 2, after: 1_000, patience: 50 };
  const queue = new FairQueue({ ...ROOMY, total: 1, perKey: 1, overload, now: () => now });
  const { refused, enter } = recorder(queue);
  for (let i = 0; i < 6; i += 1) enter('a');
  now = 500;
  await sleep(60);
  expect(refused).toEqual([]);
  now = 1_600;
  while (refused.length < 5) await sleep(5);
  for (let i = 0; i < 2; i += 1) enter('a');
  now += 500;
  await sleep(60);
  expect(refused).toHaveLength(5);
});

test('use is the time of the thread: costly requests of few keys let a visitor with cheap ones go first', async () => {
  let busy = 0;
  const queue = new FairQueue({ ...ROOMY, total: 1, perKey: 1, allowance: 100, busy: () => busy });
  const { admitted, places, enter } = recorder(queue);
  const finish = async (ms: number) => {
    busy += ms;
    places.at(-1)?.leave();
    await turns(2);
  };
  enter('a');
  for (let i = 0; i < 10; i += 1) {
    enter('a');
    enter('b');
    enter('c');
  }
  // Each key sends few requests, and each takes the thread for 80 ms.
  for (let i = 0; i < 8; i += 1) await finish(80);
  enter('visitor');
  await finish(80);
  expect(admitted.at(-1)).toBe('visitor');
  await finish(1);
  enter('visitor');
  await finish(80);
  expect(admitted.at(-1)).toBe('visitor');
});

test('time is shared by the requests in flight, and none counts while a request waits for the database', () => {
  let busy = 0;
  const queue = new FairQueue({ ...ROOMY, perKey: 4, allowance: 0, busy: () => busy });
  const enter = (key: string) => queue.enter(key) as Place;
  const [light, heavy] = [enter('light'), enter('heavy')];
  light.suspend();
  busy += 100;
  light.resume();
  busy += 20;
  light.leave();
  heavy.leave();
  expect(Math.round(queue.findUse('light'))).toBe(10);
  expect(Math.round(queue.findUse('heavy'))).toBe(110);
});
