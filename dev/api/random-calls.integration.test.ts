import { type JsonSchema, ROUTES, type Route } from '@maru/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inputOf } from './random-input.ts';
import { newVideo, pendingVideo, sendContact, VALID_CALLS } from './valid-calls.ts';
import { CALLER_NAMES, type CallerName, type Input, startWorld, type World } from './world.ts';

const isLong = process.env.MARU_TEST_LONG === '1';
const RUNS = isLong ? 100_000 : 500;
/** Its recipient marks a contact as read; an upload is kept a place. */
const CHANGING_READS = new Set(['findRealtorContact', 'requestUpload']);

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await (world as World | undefined)?.close();
});

/** Ids by what stands before them in a path; what a call deletes is made again. */
async function idsOf(): Promise<Record<string, string[]>> {
  const contacts = [await sendContact(world, 'user'), await sendContact(world, 'anonymous')];
  const videos = [await pendingVideo(world), await pendingVideo(world)];
  await world.must('createRealtorVideo', { body: newVideo() }, 'realtor');
  const { items } = await world.must<{ items: { reviewId: string }[] }>('listReviews', {}, 'admin');
  const { things, people } = world;
  return {
    home: [things.homeId, things.listingId],
    bridge: [things.marketIds.bridge],
    'slip-stream': [things.marketIds.slipstream],
    realtor: Object.values(things.realtorIds),
    user: Object.values(people).map((one) => one.userId),
    devices: Object.values(people).map((one) => one.sessionId),
    'realtor-contacts': contacts.map((one) => one.contactId),
    receipt: contacts.map((one) => one.token),
    'realtor-youtube': videos,
    review: items.slice(0, 3).map((one) => one.reviewId),
    state: ['ca', 'ny'],
    county: ['orange-county-ca'],
    city: ['irvine-ca', '92620'],
  };
}

test(`no call of anybody is a fault, and nothing is answered that the document does not know (${RUNS} calls)`, {
  timeout: isLong ? 3_600_000 : 180_000,
}, async () => {
  let ids = await idsOf();
  const good: Record<string, Input> = {};
  for (const [name, { input }] of Object.entries(VALID_CALLS)) good[name] = (await input?.(world)) ?? {};
  const inputs = world.answers.calls.map((call) => {
    const { body } = ROUTES[call.name as keyof typeof ROUTES] as Route;
    const [, kind = ''] = /([^/]+)\/\{/.exec(call.path) ?? [];
    const input = inputOf(call, body as JsonSchema | undefined, () => ({
      own: ids[kind] ?? ['x'],
      all: Object.values(ids).flat(),
      good: good[call.name] ?? {},
    }));
    return fc.record({
      name: fc.constant(call.name),
      caller: fc.constantFrom<CallerName>(...CALLER_NAMES),
      input,
    });
  });
  let stored = await world.stored();
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(...inputs),
      async ({ name, caller, input }: { name: string; caller: CallerName; input: Input }) => {
        const call = world.answers.find(name);
        const answer = await world.send(call, input, caller);
        const faults = world.answers.faults(call, answer);
        expect({ name, caller, faults }).toEqual({ name, caller, faults: [] });
        // The stand-ins of providers are not asked to be there; whatever else is 500 or more is a fault of ours.
        const isFault =
          answer.status >= 500 && !['startKakao', 'startGoogle', 'prepareOneTap', 'oneTap'].includes(name);
        expect({ name, caller, isFault, text: isFault ? answer.text : '' }).toMatchObject({
          isFault: false,
        });
        seen.set(`${answer.status}`, (seen.get(`${answer.status}`) ?? 0) + 1);
        const isRead = call.method === 'GET' && !CHANGING_READS.has(name);
        if (!isRead) {
          const now = await world.stored();
          if (answer.status >= 400) expect({ name, caller, now }).toEqual({ name, caller, now: stored });
          stored = now;
        }
        const isWrite = call.method !== 'GET' && answer.status < 400;
        if (answer.status === 401) await world.ensure(caller);
        if (isWrite && call.method === 'DELETE') {
          ids = await idsOf().catch(() => ids);
          stored = await world.stored();
        }
      },
    ),
    { numRuns: RUNS, endOnFailure: true },
  );
  const answered = [...seen]
    .filter(([status]) => Number(status) < 300)
    .reduce((sum, [, times]) => sum + times, 0);
  // A test whose calls were all refused would prove little.
  expect(answered).toBeGreaterThan(RUNS / 4);
  expect([...seen.keys()].sort()).toEqual(expect.arrayContaining(['200', '400', '401', '403', '404']));
});
