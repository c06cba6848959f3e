import { randomUUID } from 'node:crypto';
import type { CallName } from '@maru/contract';
import { formatLinkCode } from '../../apps/server/src/contacts/link-code.ts';
import type { CallerName, Input, World } from './world.ts';

export interface ValidCall {
  /** A caller for whom the call succeeds. */
  as: CallerName;
  input?: (world: World) => Input | Promise<Input>;
}

/** A contact without its recipient. */
const CONTACT = {
  name: '김서연',
  email: 'seoyeon.kim@example.com',
  message: '이번 주 토요일에 집을 볼 수 있을까요?',
  consents: [],
  locale: 'ko',
};
export const PROFILE = {
  name: 'Grace Park',
  nameKo: '박은혜',
  licenseNumber: '01234567',
  licenseState: 'CA',
  brokerName: 'Oakline Realty, Inc.',
};
export const VIDEO = { url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', title: 'How escrow works' };

/** Sends a contact from `from` to the realtor and returns its ids. */
export async function sendContact(
  world: World,
  from: CallerName,
): Promise<{ contactId: string; token: string }> {
  const sent = await world.callOk<{ contactId: string; receipt: { token: string } }>(
    'createRealtorContact',
    { body: { ...CONTACT, realtorId: world.things.realtorIds.realtor } },
    from,
  );
  return { contactId: sent.contactId, token: sent.receipt.token };
}

/** Deletes the person's profiles, so that a new one can be created. */
export async function dropProfiles(world: World, of: CallerName): Promise<void> {
  const mine = await world.callOk<{ items: { realtorId: string }[] }>(
    'listRealtors',
    { query: { mine: true } },
    of,
  );
  for (const { realtorId } of mine.items) {
    await world.callOk('deleteRealtor', { params: { id: realtorId } }, of);
  }
}

/** A video with an unused id. */
export function newVideo(): typeof VIDEO {
  const id = Array.from(
    { length: 11 },
    () => 'abcdefghijkmnpqrstuvwxyzABCDEFGH'[Math.floor(Math.random() * 32)],
  ).join('');
  return { ...VIDEO, url: `https://youtu.be/${id}` };
}

/** Adds a video of that person and returns its id. */
export async function addVideo(world: World, of: CallerName): Promise<string> {
  return (await world.callOk<{ videoId: string }>('createRealtorVideo', { body: newVideo() }, of)).videoId;
}

/** Adds a video of a person whose videos need approval and returns its id. */
export async function addPendingVideo(world: World): Promise<string> {
  return await addVideo(world, 'user');
}

/** Adds a saved search of that person and returns its id. */
export async function addSavedSearch(world: World, of: CallerName): Promise<string> {
  return (
    await world.callOk<{ id: string }>('saveSearch', { body: { path: '/homes/for_sale/irvine-ca' } }, of)
  ).id;
}

/** A new shortlist with its keys. */
async function makeShortlist(world: World): Promise<{ key: string; ownerKey: string }> {
  return await world.callOk('createShortlist', { body: { name: '집 후보', homes: [world.things.homeId] } });
}

/** Adds a feed agent with the license number of that profile, without a link, and returns the agent's id. */
export async function addAgent(
  { line, things }: World,
  of: keyof World['things']['realtorIds'],
): Promise<string> {
  const key = randomUUID();
  await line.parts.store.pool.query(
    `insert into agent (agent_id, dataset, member_key, name, name_folded, license_number, license_state, email, languages,
       places, specialties, homes_listed, homes_sold)
     select $1, 'sample', $1, r.name, lower(r.name), r.license_number, r.license_state, $1 || '@agents.example.com', '{}', '{}',
       '{}', 0, 0 from realtor r where r.realtor_id = $2`,
    [key, things.realtorIds[of]],
  );
  // Codes are limited per account and day, and every test requests some.
  await line.parts.store.pool.query('delete from agent_letter');
  return key;
}

/** The same, linked to the profile by an admin. */
export async function addLinkedAgent(world: World, of: keyof World['things']['realtorIds']): Promise<string> {
  const agentId = await addAgent(world, of);
  const params = { id: world.things.realtorIds[of] };
  await world.callOk('decideAgentLink', { params, body: { agentId, reason: 'Called the office.' } }, 'admin');
  return agentId;
}

/** The same, with the code that was emailed to the agent. */
export async function requestCode(
  world: World,
  of: keyof World['things']['realtorIds'],
): Promise<{ agentId: string; code: string }> {
  const agentId = await addAgent(world, of);
  const { store } = world.line.parts;
  const realtorId = world.things.realtorIds[of];
  await store.agentLinks.sendCode(realtorId, agentId, { userId: 'nobody', now: new Date() });
  const { rows } = await store.pool.query<{ id: string }>(
    `select agent_letter_id as id from agent_letter where member_key = $1 and kind = 'code'`,
    [agentId],
  );
  return { agentId, code: formatLinkCode(rows[0]!.id, await store.secrets.load('agent-link')) };
}

const TAKE_DOWN = { reason: 'owner_request', askedBy: 'The owner, by telephone' };

/** A dataset that is no longer replicated. */
async function endDataset({ line }: World): Promise<string> {
  const [own] = await line.parts.store.datasets();
  const { provider, rules } = own!;
  await line.parts.store.saveDataset({ dataset: 'ended', provider, rules });
  return 'ended';
}

/** A listing with a home id that no other call uses. */
async function addHiddenHome({ line }: World): Promise<string> {
  await line.parts.store.pool.query(
    `insert into known_home (home_id, first_seen_at) values ('zz9zz9', now()) on conflict do nothing`,
  );
  return 'zz9zz9';
}

/** A correction of a listing that no other call is about. */
async function correctionOf({ line }: World) {
  const { rows } = await line.parts.store.pool.query<{ dataset: string; listingKey: string }>(
    `select dataset, listing_key as "listingKey" from listing where retired_at is null
     order by displayable, listing_key desc limit 1`,
  );
  return { ...rows[0]!, field: 'storiesTotal', value: '7', reason: 'The broker has called.' };
}

/** An email that the mail server has permanently rejected. */
async function addFailedEmail({ line }: World): Promise<string> {
  const id = `failed-${Math.random().toString(36).slice(2)}`;
  await line.parts.store.pool.query(
    `insert into letter (letter_id, kind, subject_id, locale, to_email, created_at, queued_at, failed_at, failure)
     values ($1, 'report-received', 'nothing', 'en', 'nobody@example.com', now(), now(), now(), 'EENVELOPE 550')`,
    [id],
  );
  return id;
}

const REPORT = { reason: 'wrong_facts', message: 'It has two bedrooms.', locale: 'en' };

/** One valid call of each operation; a missing entry fails the test. */
export const VALID_CALLS: Record<CallName, ValidCall> = {
  ping: { as: 'anonymous' },
  countNews: {
    as: 'anonymous',
    input: () => ({ query: { searchType: 'sale', since: '2026-11-20T08:00:00Z' } }),
  },
  listHomes: {
    as: 'anonymous',
    input: () => ({
      query: { searchType: 'sale', want: ['total', 'listings', 'facets', 'histogram'], beds: '2-' },
    }),
  },
  findHome: { as: 'anonymous', input: ({ things }) => ({ query: { homeId: things.homeId } }) },
  findOneHome: { as: 'anonymous', input: ({ things }) => ({ query: { listingId: things.listingId } }) },
  suggestHomes: { as: 'anonymous', input: () => ({ query: { text: '어바인', locale: 'ko', limit: 5 } }) },
  parseHomes: { as: 'anonymous', input: () => ({ query: { text: '어바인 방 3개', locale: 'ko' } }) },
  listCards: { as: 'anonymous', input: ({ things }) => ({ query: { homeId: [things.homeId] } }) },
  translateRemarks: {
    as: 'anonymous',
    input: ({ line, things }) => {
      line.parts.translator = { host: 'translate.example', translate: async () => '공원 근처의 밝은 집.' };
      return { query: { homeId: things.homeId, locale: 'ko' } };
    },
  },
  findSurroundings: { as: 'anonymous', input: ({ things }) => ({ query: { homeId: things.homeId } }) },
  findPlace: { as: 'anonymous', input: () => ({ query: { text: 'Irvine' } }) },
  reportHome: { as: 'anonymous', input: ({ things }) => ({ body: { ...REPORT, homeId: things.homeId } }) },
  findReport: {
    as: 'anonymous',
    input: async (world) => {
      const body = { ...REPORT, homeId: world.things.homeId };
      const made = await world.callOk<{ status: { token: string } }>('reportHome', { body });
      return { params: { token: made.status.token } };
    },
  },
  listStates: { as: 'anonymous' },
  listStateDistricts: { as: 'anonymous', input: () => ({ params: { id: 'ca' } }) },
  findCounty: { as: 'anonymous', input: () => ({ params: { id: 'orange-county-ca' } }) },
  findCity: { as: 'anonymous', input: () => ({ params: { id: 'irvine-ca' } }) },
  findMarket: { as: 'anonymous', input: () => ({ query: { place: 'irvine-ca' } }) },
  findHomeMarket: { as: 'anonymous', input: ({ things }) => ({ query: { homeId: things.homeId } }) },
  findSales: { as: 'anonymous', input: () => ({ query: { address: '1 Oak St, Irvine, CA 92620' } }) },
  findLedger: { as: 'anonymous', input: ({ things }) => ({ query: { homeId: things.homeId } }) },
  listSources: { as: 'anonymous' },
  searchBridge: { as: 'anonymous', input: () => ({ query: { searchType: 'sale', beds: '2-' } }) },
  findBridgeListing: {
    as: 'anonymous',
    input: ({ things }) => ({ params: { marketId: things.marketIds.bridge } }),
  },
  searchSlipStream: { as: 'anonymous', input: () => ({ query: { searchType: 'sale' } }) },
  findSlipStreamListing: {
    as: 'anonymous',
    input: ({ things }) => ({ params: { marketId: things.marketIds.slipstream } }),
  },
  loadTranslation: { as: 'anonymous', input: () => ({ query: { locale: 'ko' } }) },

  createShortlist: {
    as: 'anonymous',
    input: ({ things }) => ({ body: { name: '우리 가족 집 후보', homes: [things.homeId] } }),
  },
  findShortlist: {
    as: 'anonymous',
    input: async (world) => ({ params: { key: (await makeShortlist(world)).key } }),
  },
  updateShortlist: {
    as: 'anonymous',
    input: async (world) => {
      const { key, ownerKey } = await makeShortlist(world);
      return { params: { key }, body: { ownerKey, name: 'For mom' } };
    },
  },
  revokeShortlist: {
    as: 'anonymous',
    input: async (world) => {
      const { key, ownerKey } = await makeShortlist(world);
      return { params: { key }, body: { ownerKey } };
    },
  },
  voteOnShortlist: {
    as: 'anonymous',
    input: async (world) => ({
      params: { key: (await makeShortlist(world)).key },
      body: {
        personId: 'abcdefghijklmnop',
        personKey: 'abcdefghijklmnopqrstuvwx',
        name: '엄마',
        locale: 'ko',
        votes: [
          { homeId: world.things.homeId, vote: 'yes', note: '마당이 좋아요', at: '2026-11-21T10:00:00Z' },
        ],
      },
    }),
  },
  listShortlists: { as: 'user' },
  claimShortlist: {
    as: 'user',
    input: async (world) => {
      const { key, ownerKey } = await makeShortlist(world);
      return { body: { key, ownerKey } };
    },
  },

  listAgents: { as: 'anonymous', input: () => ({ query: { place: 'irvine-ca', limit: 5 } }) },
  listAgentHomes: {
    as: 'anonymous',
    input: ({ things }) => ({ query: { id: things.realtorIds.realtor } }),
  },
  prepareContact: {
    as: 'anonymous',
    input: ({ things }) => ({ query: { homeId: things.homeId, locale: 'ko' } }),
  },
  contactAgent: { as: 'anonymous', input: ({ things }) => ({ body: { ...CONTACT, homeId: things.homeId } }) },
  createRealtorContact: {
    as: 'user',
    input: ({ things }) => ({ body: { ...CONTACT, realtorId: things.realtorIds.realtor } }),
  },
  findReceipt: {
    as: 'anonymous',
    input: async (world) => ({ params: { token: (await sendContact(world, 'anonymous')).token } }),
  },
  withdrawReceipt: {
    as: 'anonymous',
    input: async (world) => ({ params: { token: (await sendContact(world, 'anonymous')).token } }),
  },
  stopReceipt: {
    as: 'anonymous',
    input: async (world) => ({ params: { token: (await sendContact(world, 'anonymous')).token } }),
  },
  exportRealtorContacts: { as: 'realtor', input: () => ({ query: { locale: 'ko' } }) },
  countRealtorContacts: { as: 'realtor', input: () => ({ query: { days: 30 } }) },
  replyRealtorContact: {
    as: 'realtor',
    input: async (world) => ({
      params: { id: (await sendContact(world, 'user')).contactId },
      body: { message: '토요일 10시에 볼 수 있어요.' },
    }),
  },
  listRealtorContacts: { as: 'realtor', input: () => ({ query: { box: 'received', limit: 10 } }) },
  findRealtorContact: {
    as: 'user',
    input: async (world) => ({ params: { id: (await sendContact(world, 'user')).contactId } }),
  },
  updateRealtorContact: {
    as: 'realtor',
    input: async (world) => ({
      params: { id: (await sendContact(world, 'user')).contactId },
      body: { notes: 'Called back.' },
    }),
  },
  deleteRealtorContact: {
    as: 'user',
    input: async (world) => ({ params: { id: (await sendContact(world, 'user')).contactId } }),
  },

  createRealtor: {
    as: 'otherUser',
    input: async (world) => {
      await dropProfiles(world, 'otherUser');
      return { body: { ...PROFILE, licenseNumber: '07654321' } };
    },
  },
  listRealtors: { as: 'user', input: () => ({ query: { limit: 10 } }) },
  findRealtor: { as: 'anonymous', input: ({ things }) => ({ params: { id: things.realtorIds.realtor } }) },
  updateRealtor: {
    as: 'realtor',
    input: ({ things }) => ({ params: { id: things.realtorIds.realtor }, body: { bioKo: '안녕하세요.' } }),
  },
  deleteRealtor: {
    as: 'otherUser',
    input: async (world) => {
      const input = await VALID_CALLS.createRealtor.input?.(world);
      const { realtorId } = await world.callOk<{ realtorId: string }>('createRealtor', input, 'otherUser');
      return { params: { id: realtorId } };
    },
  },
  listAgentLinks: {
    as: 'realtor',
    input: ({ things }) => ({ params: { id: things.realtorIds.realtor } }),
  },
  sendLinkCode: {
    as: 'realtor',
    input: async (world) => ({
      params: { id: world.things.realtorIds.realtor },
      body: { agentId: await addAgent(world, 'realtor') },
    }),
  },
  proveAgentLink: {
    as: 'realtor',
    input: async (world) => ({
      params: { id: world.things.realtorIds.realtor },
      body: await requestCode(world, 'realtor'),
    }),
  },
  endAgentLink: {
    as: 'realtor',
    input: async (world) => ({
      params: { id: world.things.realtorIds.realtor, agentId: await addLinkedAgent(world, 'realtor') },
    }),
  },
  decideAgentLink: {
    as: 'admin',
    input: async (world) => ({
      params: { id: world.things.realtorIds.realtor },
      body: { agentId: await addAgent(world, 'realtor'), reason: 'Called the office.' },
    }),
  },
  requestUpload: { as: 'realtor', input: () => ({ query: { type: 'image/png', size: 2_000 } }) },
  listRealtorVideos: { as: 'anonymous', input: () => ({ query: { limit: 10 } }) },
  createRealtorVideo: { as: 'realtor', input: () => ({ body: newVideo() }) },
  updateRealtorVideo: {
    as: 'realtor',
    input: async (world) => ({
      params: { id: await addVideo(world, 'realtor') },
      body: { title: 'How escrow works, in Korean', captions: ['ko'] },
    }),
  },
  deleteRealtorVideo: {
    as: 'realtor',
    input: async (world) => ({ params: { id: await addVideo(world, 'realtor') } }),
  },
  arrangeRealtorVideos: {
    as: 'realtor',
    input: async (world) => ({ body: { videoIds: [await addVideo(world, 'realtor')] } }),
  },
  createRealtorVideos: { as: 'realtor', input: () => ({ body: { videos: [newVideo(), newVideo()] } }) },

  verifyRealtor: {
    as: 'admin',
    input: ({ things }) => ({
      params: { id: things.realtorIds.realtor },
      body: { verification: 'verified' },
    }),
  },
  moderateVideo: {
    as: 'admin',
    input: async (world) => ({ params: { id: await addPendingVideo(world) }, body: { state: 'published' } }),
  },
  listReviews: { as: 'admin', input: () => ({ query: { limit: 10 } }) },
  closeReview: {
    as: 'admin',
    input: async (world) => {
      await world.callOk('reportHome', { body: { ...REPORT, homeId: world.things.homeId } });
      const { items } = await world.callOk<{ items: { reviewId: string }[] }>('listReviews', {}, 'admin');
      return { params: { id: items[0]?.reviewId ?? '' }, body: { note: 'Looked at.' } };
    },
  },
  reopenReview: {
    as: 'admin',
    input: async (world) => {
      await world.callOk('reportHome', { body: { ...REPORT, homeId: world.things.homeId } });
      const { items } = await world.callOk<{ items: { reviewId: string }[] }>('listReviews', {}, 'admin');
      const params = { id: items[0]?.reviewId ?? '' };
      await world.callOk('closeReview', { params, body: {} }, 'admin');
      return { params };
    },
  },

  loadAdminState: { as: 'admin' },
  listQuarantine: { as: 'admin', input: () => ({ query: { dataset: 'sample', limit: 5 } }) },
  replayQuarantine: { as: 'admin', input: () => ({ body: { dataset: 'sample', quarantineKey: 'none' } }) },
  setDatasetVisibility: {
    as: 'admin',
    input: async (world) => ({
      params: { id: await endDataset(world) },
      body: { isHidden: true, note: 'The licence ends.' },
    }),
  },
  purgeDataset: {
    as: 'admin',
    input: async (world) => {
      const dataset = await endDataset(world);
      return { params: { id: dataset }, body: { confirm: dataset } };
    },
  },
  explainHome: { as: 'admin', input: ({ things }) => ({ params: { id: things.homeId } }) },
  listTakeDowns: { as: 'admin', input: () => ({ query: { isOpen: true, limit: 5 } }) },
  takeDownHome: {
    as: 'admin',
    input: async (world) => ({ body: { ...TAKE_DOWN, homeId: await addHiddenHome(world) } }),
  },
  liftTakeDown: {
    as: 'admin',
    input: async (world) => {
      const body = { ...TAKE_DOWN, homeId: await addHiddenHome(world) };
      const { takeDownId } = await world.callOk<{ takeDownId: string }>('takeDownHome', { body }, 'admin');
      return { params: { id: takeDownId }, body: { note: 'The broker has agreed.' } };
    },
  },
  listCorrections: { as: 'admin', input: () => ({ query: { isOpen: true, limit: 5 } }) },
  correctListing: { as: 'admin', input: async (world) => ({ body: await correctionOf(world) }) },
  removeCorrection: {
    as: 'admin',
    input: async (world) => {
      const body = await correctionOf(world);
      const made = await world.callOk<{ correctionId: string }>('correctListing', { body }, 'admin');
      return { params: { id: made.correctionId }, body: {} };
    },
  },
  listReports: { as: 'admin', input: () => ({ query: { state: 'new', limit: 5 } }) },
  findUserCase: { as: 'admin', input: (world) => ({ params: { id: world.findUserId('user') } }) },
  changeRole: {
    as: 'admin',
    input: (world) => ({ params: { id: world.findUserId('user') }, body: { newRole: 'user' } }),
  },
  endSessions: {
    as: 'admin',
    input: (world) => ({ params: { id: world.findUserId('otherUser') }, body: {} }),
  },
  listAudit: { as: 'admin', input: () => ({ query: { action: 'user.', limit: 5 } }) },
  listJobs: { as: 'admin' },
  retryJob: {
    as: 'admin',
    input: async (world) => ({ body: { kind: 'letter', id: await addFailedEmail(world) } }),
  },
  listWords: { as: 'admin', input: () => ({ query: { q: 'home', limit: 5 } }) },
  saveWord: {
    as: 'admin',
    input: () => ({ params: { id: 'nav.buy' }, body: { locale: 'en', message: 'Buy' } }),
  },
  listWordHistory: { as: 'admin', input: () => ({ params: { id: 'nav.buy' } }) },
  loadSiteSettings: { as: 'admin' },
  saveSitePart: {
    as: 'admin',
    input: () => ({
      params: { id: 'sections' },
      body: { sections: [{ name: 'new', isShown: true }] },
    }),
  },
  saveRate: {
    as: 'admin',
    input: () => ({ params: { id: 'krw' }, body: { value: 1_402.5, asOf: '2026-11-20' } }),
  },
  listCampaigns: { as: 'admin', input: () => ({ query: { days: 7 } }) },
  saveCampaign: {
    as: 'admin',
    input: () => ({ params: { id: 'radio' }, body: { name: 'Radio Korea', isEnded: false } }),
  },
  countVisit: { as: 'anonymous', input: () => ({ body: { source: 'radio', step: 'arrival' } }) },
  loadExperiments: { as: 'anonymous', input: () => ({ query: { visitor: '0123456789abcdef'.repeat(2) } }) },
  loadSiteContent: { as: 'anonymous', input: () => ({ query: { locale: 'ko' } }) },

  commonPing: { as: 'anonymous' },
  startKakao: { as: 'anonymous', input: () => ({ query: { redirectUrl: '/ko/irvine-ca' } }) },
  startGoogle: { as: 'anonymous', input: () => ({ query: { redirectUrl: '/irvine-ca' } }) },
  prepareOneTap: { as: 'anonymous' },
  // Google's keys reject it, which the call answers as a normal result (rule S11.4).
  oneTap: {
    as: 'anonymous',
    input: () => ({
      body: { idToken: 'e30.e30.x', state: JSON.stringify({ role: '', type: 'maru', redirectUrl: '/' }) },
    }),
  },
  refreshToken: {
    as: 'anonymous',
    input: ({ people }) => ({ headers: { cookie: `maru-refresh-3000=${people.user.refreshToken}` } }),
  },
  validateToken: { as: 'user' },
  findUser: { as: 'user' },
  updateUser: { as: 'user', input: () => ({ body: { name: '김서연', units: 'pyeong', currency: 'KRW' } }) },
  signOut: { as: 'otherUser', input: () => ({ body: { everywhere: false } }) },
  listDevices: { as: 'user' },
  endDevice: {
    as: 'otherUser',
    input: async (world) => {
      const { sessionId } = world.people.otherUser;
      await world.signIn('otherUser');
      return { params: { id: sessionId } };
    },
  },
  exportUser: { as: 'user' },
  requestDeletion: { as: 'otherUser' },
  cancelDeletion: { as: 'otherUser' },
  loadSaved: { as: 'user' },
  mergeSaved: {
    as: 'user',
    input: ({ things }) => ({
      body: {
        homes: [{ homeId: things.homeId, savedAt: '2026-11-20T19:00:00.000Z' }],
        hidden: [],
        searches: [{ path: '/homes/for_sale/irvine-ca?beds=3-', savedAt: '2026-11-20T19:00:00.000Z' }],
        timeZone: 'America/Los_Angeles',
      },
    }),
  },
  saveHome: { as: 'user', input: ({ things }) => ({ params: { id: things.homeId } }) },
  removeSavedHome: { as: 'user', input: ({ things }) => ({ params: { id: things.homeId } }) },
  hideHome: { as: 'user', input: ({ things }) => ({ params: { id: things.homeId } }) },
  showHome: { as: 'user', input: ({ things }) => ({ params: { id: things.homeId } }) },
  saveSearch: { as: 'user', input: () => ({ body: { path: '/homes/for_rent/irvine-ca', name: 'Irvine' } }) },
  updateSavedSearch: {
    as: 'user',
    input: async (world) => ({
      params: { id: await addSavedSearch(world, 'user') },
      body: { frequency: 'weekly' },
    }),
  },
  removeSavedSearch: {
    as: 'user',
    input: async (world) => ({ params: { id: await addSavedSearch(world, 'user') } }),
  },
  updateAlerts: { as: 'user', input: () => ({ body: { homes: 'weekly' } }) },
  listUsers: { as: 'admin', input: () => ({ query: { limit: 3 } }) },
  findUserById: { as: 'user', input: (world) => ({ params: { id: world.findUserId('user') } }) },
  findUserEmail: { as: 'user', input: (world) => ({ params: { id: world.findUserId('user') } }) },
  findUserPhone: { as: 'user', input: (world) => ({ params: { id: world.findUserId('user') } }) },
};
