import { type CallName, ROUTES, RULES } from '@maru/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readErrorCode } from './answers.ts';
import { absent, findExpectedOutcome, listProbes } from './probes.ts';
import { dropProfiles, newVideo, sendContact } from './valid-calls.ts';
import { CALLER_NAMES, CALLERS, type CallerName, startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await (world as World | undefined)?.close();
});

const names = Object.keys(ROUTES) as CallName[];

describe.each(names)('the permission table: %s', (name) => {
  test.each(CALLER_NAMES.map((caller) => [caller, RULES[ROUTES[name].access[CALLERS[caller]]]] as const))(
    '%s: %s',
    async (caller) => {
      if (name === 'createRealtor' && ['user', 'otherUser', 'admin'].includes(caller))
        await dropProfiles(world, caller);
      for (const probe of listProbes(name)) {
        const input = await probe.input(world);
        await world.ensure(caller);
        const expected = findExpectedOutcome(name, probe, caller);
        // Compared where a refusal is expected.
        const [before, living] =
          expected === 'ok' ? [] : [await world.readVersions(), await world.listSessions()];
        const answer = await world.call(name, input, caller);
        const outcome = answer.status < 400 ? 'ok' : answer.status;
        const faults = world.answers.faults(world.answers.find(name), answer);
        const what = { call: name, caller, what: probe.what };
        expect({ ...what, outcome, faults, text: outcome === expected ? '' : answer.text }).toEqual({
          ...what,
          outcome: expected,
          faults: [],
          text: '',
        });
        // A refused call changes nothing.
        if (outcome !== 'ok') {
          expect({ ...what, stored: await world.readVersions() }).toEqual({ ...what, stored: before });
          expect({ ...what, living: await world.listSessions() }).toEqual({ ...what, living });
        }
        if (outcome === 404) await expectNoDifference(name, input, answer.text, caller);
        if (ENDING.has(name) && caller !== 'anonymous') await restoreSession(caller);
      }
    },
  );
});

/** A call about another person's object must answer as for one that does not exist. */
async function expectNoDifference(
  name: CallName,
  input: Awaited<ReturnType<ReturnType<typeof listProbes>[number]['input']>>,
  text: string,
  caller: CallerName,
): Promise<void> {
  // The other parameters of the call stay.
  const params = { ...input.params, ...(await absent.input(world)).params };
  const none = await world.call(name, { ...input, params }, caller);
  expect({ name, caller, status: none.status, text: none.text }).toEqual({ name, caller, status: 404, text });
}

/** Calls that end the caller's session or change their role. */
const ENDING = new Set([
  'signOut',
  'endDevice',
  'requestDeletion',
  'deleteRealtor',
  'createRealtor',
  'verifyRealtor',
]);

async function restoreSession(caller: Exclude<CallerName, 'anonymous'>): Promise<void> {
  await world.ensure(caller);
  const deletion = await world.call('cancelDeletion', {}, caller);
  expect([200, 404, 409]).toContain(deletion.status);
}

describe('which rows a list contains for each caller', () => {
  test('a pending profile is listed for its owner and for admins only', async () => {
    const { applicant, realtor } = world.things.realtorIds;
    const idsFor = async (caller: CallerName, query: Record<string, unknown> = {}) =>
      (
        await world.callOk<{ items: { realtorId: string }[] }>(
          'listRealtors',
          { query: { limit: 100, ...query } },
          caller,
        )
      ).items.map((one) => one.realtorId);
    for (const caller of ['user', 'otherRealtor'] as const) {
      expect(await idsFor(caller)).toContain(realtor);
      expect(await idsFor(caller)).not.toContain(applicant);
      expect(await idsFor(caller, { verification: 'pending' })).not.toContain(applicant);
    }
    expect(await idsFor('applicant', { mine: true })).toEqual([applicant]);
    expect(await idsFor('admin')).toEqual(expect.arrayContaining([applicant, realtor]));
  });

  test('a contact is listed for its sender, its recipient and admins', async () => {
    const { contactId } = await sendContact(world, 'otherUser');
    const idsFor = async (caller: CallerName, box?: string) => {
      const answer = await world.call(
        'listRealtorContacts',
        { query: { limit: 100, ...(box ? { box } : {}) } },
        caller,
      );
      const items = (answer.body as { items?: { contactId: string }[] }).items ?? [];
      return items.map((one) => one.contactId);
    };
    expect(await idsFor('otherUser')).toContain(contactId);
    expect(await idsFor('realtor')).toContain(contactId);
    expect(await idsFor('admin')).toContain(contactId);
    for (const caller of ['user', 'applicant', 'otherRealtor'] as const) {
      for (const box of [undefined, 'sent', 'received', 'all']) {
        expect(await idsFor(caller, box), `${caller} ${box}`).not.toContain(contactId);
      }
    }
  });

  test('a visitor’s video waits for an admin, a realtor’s is published at once', async () => {
    const add = async (caller: CallerName) =>
      await world.callOk<{ videoId: string; state: string }>(
        'createRealtorVideo',
        { body: newVideo() },
        caller,
      );
    const idsFor = async (caller: CallerName, query: Record<string, unknown> = {}) =>
      (
        await world.callOk<{ items: { videoId: string }[] }>(
          'listRealtorVideos',
          { query: { limit: 100, ...query } },
          caller,
        )
      ).items.map((one) => one.videoId);
    for (const caller of ['user', 'admin'] as const) await dropProfiles(world, caller);
    for (const caller of ['anonymous', 'user', 'applicant'] as const) {
      const { videoId, state } = await add(caller);
      // The realtor's own video is public only once the profile is.
      expect({ caller, state }).toEqual({ caller, state: caller === 'applicant' ? 'published' : 'pending' });
      for (const reader of ['anonymous', 'otherUser', 'realtor'] as const) {
        expect(await idsFor(reader)).not.toContain(videoId);
        expect(await idsFor(reader, { state: 'pending' })).not.toContain(videoId);
      }
      expect(await idsFor('admin', { state })).toContain(videoId);
    }
    for (const caller of ['realtor', 'admin'] as const) {
      const { videoId, state } = await add(caller);
      expect({ caller, state }).toEqual({ caller, state: 'published' });
      expect(await idsFor('anonymous')).toContain(videoId);
    }
  });

  test('no field of a body raises the caller’s own role', async () => {
    for (const [name, body] of [
      ['updateUser', { name: 'x', role: 'admin' }],
      ['updateRealtor', { verification: 'verified' }],
      ['createRealtorVideo', { ...newVideo(), state: 'published' }],
    ] as const) {
      const before = await world.readVersions();
      const params = { id: world.things.realtorIds.applicant };
      const answer = await world.call(name, { params, body }, 'applicant');
      expect({ name, status: answer.status, code: readErrorCode(answer.body) }).toEqual({
        name,
        status: 400,
        code: 'invalid_request',
      });
      expect(await world.readVersions()).toEqual(before);
    }
  });
});

describe('what an admin may do with objects of other people', () => {
  test.each([
    'verifyRealtor',
    'moderateVideo',
    'closeReview',
    'listReviews',
    'updateRealtor',
    'deleteRealtor',
    'listRealtorContacts',
    'findRealtorContact',
    'updateRealtorContact',
    'deleteRealtorContact',
    'listUsers',
    'findUserEmail',
    'findUserPhone',
  ] as const)('%s is recorded in the admin log', async (name) => {
    const { audit } = world.line.parts.store;
    const actorId = world.findUserId('admin');
    const [probe] = listProbes(name);
    const input = name === 'listRealtorContacts' ? {} : ((await probe?.input(world)) ?? {});
    await world.ensure('admin');
    const before = (await audit.list({ actorId, limit: 1 }))[0]?.auditId ?? 0;
    const { status } = await world.call(name, input, 'admin');
    expect(status).toBeLessThan(400);
    const [row] = await audit.list({ actorId, limit: 1 });
    expect({ name, isWritten: (row?.auditId ?? 0) > before }).toEqual({ name, isWritten: true });
    // The entry names the subject and contains nothing that a person wrote.
    expect(JSON.stringify(row)).not.toMatch(/@|\+1213|안녕하세요|토요일/);
  });
});
