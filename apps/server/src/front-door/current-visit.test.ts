import { expect, test } from 'vitest';
import { EndedSessions } from '../auth/ended-sessions.ts';
import { AnswerCache } from '../http/answer-cache.ts';
import { Pictures } from '../media/pictures.ts';
import { inTurn, runningVisit, runVisit, suspendWhileWaiting } from './current-visit.ts';
import { FairQueue } from './fair-queue.ts';

/** A request with a place that reports whether it is in use. */
function visit() {
  const place = { state: 'running', suspend: () => {}, resume: () => {} };
  place.suspend = () => {
    place.state = 'suspended';
  };
  place.resume = () => {
    place.state = 'running';
  };
  const one = { place, address: '192.0.2.1', waits: 0 };
  return { place, run: <T>(work: () => T) => runVisit(one, work) };
}

const forever = () => new Promise<never>(() => undefined);

test('who waits for an answer that another request makes holds no place; the maker holds its own', async () => {
  const lists = new AnswerCache();
  const made = Promise.withResolvers<Buffer>();
  const [maker, joiner] = [visit(), visit()];
  const ask = () => lists.answer('q=pool', '1', () => made.promise);
  const answers = [maker.run(ask), joiner.run(ask)];
  expect([maker.place.state, joiner.place.state]).toEqual(['running', 'suspended']);
  made.resolve(Buffer.from('answer'));
  await Promise.all(answers);
  expect([maker.place.state, joiner.place.state]).toEqual(['running', 'running']);
});

test('who leaves an answer that another request makes has its place back for the rest', async () => {
  const lists = new AnswerCache();
  const [maker, joiner] = [visit(), visit()];
  void maker.run(() => lists.answer('q=pool', '1', forever));
  const gone = new AbortController();
  const answer = joiner.run(() => lists.answer('q=pool', '1', forever, gone.signal));
  expect(joiner.place.state).toBe('suspended');
  gone.abort(new Error('gone'));
  await expect(answer).rejects.toThrow('gone');
  expect(joiner.place.state).toBe('running');
});

test('who waits for the list of ended sessions holds no place', async () => {
  const read = Promise.withResolvers<{ sessions: string[]; roles: [] }>();
  const ended = new EndedSessions({
    store: {
      sessions: { listRevoked: () => read.promise } as never,
      onSessionChange: () => () => undefined,
      onRevocation: () => () => undefined,
    },
    lifetime: 900_000,
  });
  const visits = [visit(), visit()];
  const checks = visits.map(({ run }) =>
    run(() => ended.has({ sessionId: 'one', userId: 'somebody', role: 'user' })),
  );
  expect(visits.map(({ place }) => place.state)).toEqual(['suspended', 'suspended']);
  read.resolve({ sessions: [], roles: [] });
  expect(await Promise.all(checks)).toEqual([false, false]);
  expect(visits.map(({ place }) => place.state)).toEqual(['running', 'running']);
});

test('who waits for a picture, or its original, that another request loads holds no place', async () => {
  const found = Promise.withResolvers<undefined>();
  const pictures = new Pictures({
    store: { findMedia: () => found.promise },
    dataDir: '',
    files: { read: async () => undefined, write: async () => undefined },
    mediaHosts: () => [],
    allowLoopback: false,
    effort: 0,
  });
  const visits = [visit(), visit(), visit()];
  const id = 'a'.repeat(22);
  const formats = ['avif', 'avif', 'webp'] as const;
  const loads = Promise.allSettled(
    visits.map(({ run }, at) => run(() => pictures.load(id, 480, formats[at]!))),
  );
  // The third one first looks for a kept picture.
  await expect.poll(() => visits[2]!.place.state).toBe('suspended');
  expect(visits.map(({ place }) => place.state)).toEqual(['running', 'suspended', 'suspended']);
  found.resolve(undefined);
  await loads;
  expect(visits.map(({ place }) => place.state)).toEqual(['running', 'running', 'running']);
});

test('in a queue of its own a request holds no place; its work waits for the database with neither', async () => {
  const queue = new FairQueue({ total: 1, perKey: 1, waiting: 1, waitingPerKey: 1, patience: 60_000 });
  const [first, second, third] = [visit(), visit(), visit()];
  const [rendered, read] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()];
  const one = first.run(() => inTurn(queue, () => rendered.promise));
  const two = second.run(() =>
    inTurn(queue, async () => {
      const resume = suspendWhileWaiting();
      await read.promise;
      resume();
      return 'second';
    }),
  );
  expect([first.place.state, second.place.state]).toEqual(['running', 'suspended']);
  await expect(third.run(() => inTurn(queue, async () => 'third'))).rejects.toMatchObject({
    statusCode: 503,
  });
  expect(third.place.state).toBe('running');
  rendered.resolve('first');
  expect(await one).toBe('first');
  await expect.poll(() => [queue.inFlight, queue.suspended]).toEqual([0, 1]);
  expect(second.place.state).toBe('suspended');
  read.resolve();
  expect(await two).toBe('second');
  expect(second.place.state).toBe('running');
  expect([queue.inFlight, queue.suspended, queue.waiting]).toEqual([0, 0, 0]);
});

test('work in a queue of its own is part of the same visit, also for the calls that it makes to this server', async () => {
  const queue = new FairQueue({ total: 1, perKey: 1, waiting: 1, waitingPerKey: 1, patience: 60_000 });
  const one = { place: undefined, address: '192.0.2.1', waits: 0, requestClass: 'page' };
  const seen = await runVisit(one, () => inTurn(queue, async () => runningVisit()));
  expect(seen).toMatchObject({ address: '192.0.2.1', requestClass: 'page' });
  expect(await inTurn(queue, async () => runningVisit())).toBeUndefined();
});
