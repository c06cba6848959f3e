import { type CallName, ROUTES, type Rule } from '@maru/contract';
import {
  addAgent,
  addLinkedAgent,
  addSavedSearch,
  addVideo,
  dropProfiles,
  PROFILE,
  requestCode,
  sendContact,
  VALID_CALLS,
} from './valid-calls.ts';
import { CALLERS, type CallerName, type Input, type World } from './world.ts';

/** A call about one object, and who owns the object. */
export interface Probe {
  what: string;
  /** Created for each caller, so that one caller's call does not affect the next. */
  input: (world: World) => Input | Promise<Input>;
  owner?: CallerName;
  /** Another caller who may see it: the sender or the recipient of the contact. */
  knownTo?: CallerName;
  /** Everybody may see it. */
  isPublic?: boolean;
}

export type Outcome = 'ok' | 401 | 403 | 404 | 409;

/** The outcome that the permission table expects. */
export function findExpectedOutcome(
  name: CallName,
  { owner, knownTo, isPublic = false }: Probe,
  caller: CallerName,
): Outcome {
  const rule: Rule = ROUTES[name].access[CALLERS[caller]];
  const isTheirs = owner === undefined || owner === caller;
  switch (rule) {
    case 'yes':
    case 'pending':
      return 'ok';
    case 'no':
      return caller === 'anonymous' ? 401 : 403;
    case 'own':
      return isTheirs ? 'ok' : 404;
    case 'public':
      return isTheirs || isPublic ? 'ok' : 404;
    case 'one':
      return ['applicant', 'realtor', 'otherRealtor'].includes(caller) ? 409 : 'ok';
    case 'sent':
      return owner === undefined || owner === caller ? 'ok' : 404;
    case 'received':
    case 'contacted':
      return isTheirs || knownTo === caller ? 'ok' : 404;
  }
}

const probeProfile = (owner: 'applicant' | 'realtor'): Probe => ({
  what: owner === 'applicant' ? 'a profile that waits' : 'a public profile',
  owner,
  isPublic: owner === 'realtor',
  input: ({ things }) => ({ params: { id: things.realtorIds[owner] } }),
});

const probeChange = (owner: 'applicant' | 'realtor'): Probe => ({
  ...probeProfile(owner),
  input: ({ things }) => ({ params: { id: things.realtorIds[owner] }, body: { bioEn: 'Hello.' } }),
});

/** A profile of a person without one, since the call deletes it. */
const probeDeletableProfile = (isPublic: boolean): Probe => ({
  what: isPublic ? 'a public profile' : 'a profile that waits',
  owner: 'otherUser',
  isPublic,
  input: async (world) => {
    await dropProfiles(world, 'otherUser');
    const body = { ...PROFILE, licenseNumber: '04444444' };
    const { realtorId } = await world.callOk<{ realtorId: string }>('createRealtor', { body }, 'otherUser');
    const params = { id: realtorId };
    if (isPublic)
      await world.callOk('verifyRealtor', { params, body: { verification: 'verified' } }, 'admin');
    return { params };
  },
});

/** A call about the links of a profile, for a pending and an approved one. */
const probeLinks = (input: (world: World, owner: 'applicant' | 'realtor') => Promise<Input>): Probe[] =>
  (['applicant', 'realtor'] as const).map((owner) => ({
    what: `the links of ${owner}`,
    owner,
    input: async (world) => {
      const { params = {}, ...rest } = await input(world, owner);
      return { ...rest, params: { id: world.things.realtorIds[owner], ...params } };
    },
  }));

const contact = (body?: unknown): Probe[] => [
  {
    what: 'a contact of a user to a realtor',
    owner: 'user',
    knownTo: 'realtor',
    input: async (world) => ({
      params: { id: (await sendContact(world, 'user')).contactId },
      ...(body ? { body } : {}),
    }),
  },
  {
    what: 'a contact of nobody to a realtor',
    owner: 'anonymous',
    knownTo: 'realtor',
    input: async (world) => ({
      params: { id: (await sendContact(world, 'anonymous')).contactId },
      ...(body ? { body } : {}),
    }),
  },
];

const probePerson = (owner: Exclude<CallerName, 'anonymous'>, knownTo?: CallerName): Probe => ({
  what:
    knownTo === undefined ? `the account of ${owner}` : `the account of ${owner}, who wrote to ${knownTo}`,
  owner,
  ...(knownTo === undefined ? {} : { knownTo }),
  input: async (world) => {
    if (knownTo !== undefined) await consentTo(world, owner);
    return { params: { id: world.findUserId(owner) } };
  },
});

/** A contact with every consent given. */
async function consentTo(world: World, from: CallerName): Promise<void> {
  const query = { realtorId: world.things.realtorIds.realtor, locale: 'en' };
  const form = await world.callOk<{ consents: { kind: string; version: string }[] }>('prepareContact', {
    query,
  });
  const consents = form.consents.map(({ kind, version }) => ({ kind, version, accepted: true }));
  const good = await VALID_CALLS.createRealtorContact.input?.(world);
  const body = { ...(good?.body as object), consents, locale: 'en', phone: '+12135550123' };
  await world.callOk('createRealtorContact', { body }, from);
}

const video = (body?: unknown): Probe[] =>
  (['realtor', 'user'] as const).map((owner) => ({
    what: `a video of ${owner}`,
    owner,
    input: async (world) => ({ params: { id: await addVideo(world, owner) }, ...(body ? { body } : {}) }),
  }));

const nobody: Probe = {
  what: 'something that is not there',
  input: () => ({ params: { id: 'nobody-has-this' } }),
};
const people = [
  probePerson('user', 'realtor'),
  probePerson('applicant'),
  probePerson('realtor'),
  probePerson('admin'),
];

/** Objects that belong to a caller. A call without an entry is made once, with the input of VALID_CALLS. */
const PROBES: Partial<Record<CallName, Probe[]>> = {
  findRealtor: [probeProfile('applicant'), probeProfile('realtor')],
  updateRealtor: [probeChange('applicant'), probeChange('realtor')],
  deleteRealtor: [probeDeletableProfile(false), probeDeletableProfile(true)],
  listAgentLinks: probeLinks(async () => ({})),
  sendLinkCode: probeLinks(async (world, owner) => ({ body: { agentId: await addAgent(world, owner) } })),
  proveAgentLink: probeLinks(async (world, owner) => ({ body: await requestCode(world, owner) })),
  endAgentLink: probeLinks(async (world, owner) => ({
    params: { agentId: await addLinkedAgent(world, owner) },
  })),
  findRealtorContact: contact(),
  updateRealtorContact: contact({}),
  deleteRealtorContact: contact(),
  replyRealtorContact: [
    {
      what: 'a contact to a realtor',
      owner: 'realtor',
      input: async (world) => ({
        params: { id: (await sendContact(world, 'user')).contactId },
        body: { message: 'Saturday at ten.' },
      }),
    },
  ],
  updateRealtorVideo: video({ title: 'Escrow' }),
  deleteRealtorVideo: video(),
  findUserById: people,
  findUserEmail: people,
  findUserPhone: people,
  updateSavedSearch: (['user', 'realtor'] as const).map((owner) => ({
    what: `a search of ${owner}`,
    owner,
    input: async (world) => ({
      params: { id: await addSavedSearch(world, owner) },
      body: { name: 'Irvine' },
    }),
  })),
  removeSavedSearch: (['user', 'realtor'] as const).map((owner) => ({
    what: `a search of ${owner}`,
    owner,
    input: async (world) => ({ params: { id: await addSavedSearch(world, owner) } }),
  })),
  endDevice: (['user', 'realtor', 'admin'] as const).map((owner) => ({
    what: `a device of ${owner}`,
    owner,
    input: async (world) => {
      await world.signIn(owner);
      return { params: { id: world.people[owner].sessionId } };
    },
  })),
};

export function listProbes(name: CallName): Probe[] {
  const own = PROBES[name];
  if (own !== undefined) return own;
  return [{ what: 'it', input: async (world) => (await VALID_CALLS[name].input?.(world)) ?? {} }];
}

/** Inputs with an id that does not exist: the answer must equal that for another person's object. */
export const absent = nobody;
