import { setTimeout as sleep } from 'node:timers/promises';
import type { CallerRole } from '@maru/contract';
import { createTestDatabase } from '@maru/store/testing';
import { createCaller, type TestCaller } from '../../apps/server/src/testing/testing-callers.ts';
import { type Line, startLine } from '../line/line.ts';
import { type Answer, Answers, type Call } from './answers.ts';

/** All callers. The applicant has a profile that no admin has reviewed. */
export const CALLERS = {
  anonymous: 'anonymous',
  user: 'user',
  otherUser: 'user',
  applicant: 'realtor',
  realtor: 'realtor',
  otherRealtor: 'realtor',
  admin: 'admin',
} as const satisfies Record<string, CallerRole>;
export type CallerName = keyof typeof CALLERS;
export const CALLER_NAMES = Object.keys(CALLERS) as CallerName[];

export interface Input {
  params?: Record<string, string>;
  /** Arrays are sent as repeated keys. */
  query?: Record<string, unknown>;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Ids of existing objects, by owner. */
export interface Things {
  homeId: string;
  listingId: string;
  marketIds: { bridge: string; slipstream: string };
  realtorIds: Record<'applicant' | 'realtor' | 'otherRealtor', string>;
}

/** The API over a small market with signed-in people who own objects, called in process. */
export class World {
  readonly line: Line;
  readonly answers = new Answers();
  readonly people: Record<Exclude<CallerName, 'anonymous'>, TestCaller>;
  things!: Things;
  readonly #drop: () => Promise<void>;

  constructor(line: Line, people: World['people'], drop: () => Promise<void>) {
    this.line = line;
    this.people = people;
    this.#drop = drop;
  }

  buildHeaders(as: CallerName): Record<string, string> {
    return as === 'anonymous' ? {} : { ...this.people[as].headers };
  }

  findUserId(as: CallerName): string {
    return as === 'anonymous' ? '' : this.people[as].userId;
  }

  /** Makes the call of that name. */
  async call(name: string, input: Input = {}, as: CallerName = 'anonymous'): Promise<Answer> {
    return await this.send(this.answers.find(name), input, as);
  }

  async send(
    call: Call,
    { params = {}, query = {}, body, headers = {} }: Input,
    as: CallerName,
  ): Promise<Answer> {
    const path = call.path.replace(/\{(\w+)\}/g, (_, key: string) =>
      encodeURIComponent((params[key] ?? '').toWellFormed()),
    );
    const search = new URLSearchParams();
    for (const [key, value] of Object.entries(query)) {
      for (const one of [value].flat()) search.append(key, String(one));
    }
    const type = call.method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    return await this.request({
      method: call.method,
      url: search.size === 0 ? path : `${path}?${search}`,
      headers: {
        ...this.buildHeaders(as),
        ...(body === undefined ? {} : { 'content-type': type }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  }

  async request(request: {
    method: string;
    url: string;
    headers?: Record<string, string>;
    payload?: string | Buffer;
  }): Promise<Answer> {
    const { method, url, headers, payload } = request;
    const answer = await this.line.app.inject({
      method: method as 'GET',
      url,
      headers: { host: 'localhost', ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
    const text = answer.payload;
    return { status: answer.statusCode, headers: answer.headers, text, body: parsed(text) };
  }

  /** As `call`, and throws unless it succeeds. */
  async callOk<T = Record<string, unknown>>(
    name: string,
    input: Input = {},
    as: CallerName = 'anonymous',
  ): Promise<T> {
    await this.ensure(as);
    const answer = await this.call(name, input, as);
    if (answer.status >= 300) throw new Error(`${name} as ${as}: ${answer.status} ${answer.text}`);
    return answer.body as T;
  }

  /** Issues a new token when the caller's role has changed; resolves when the server accepts it. */
  async ensure(as: CallerName): Promise<void> {
    if (as === 'anonymous') return;
    await this.signIn(as);
    for (let tries = 0; tries < 100; tries += 1) {
      if ((await this.call('findUser', {}, as)).status !== 401) return;
      await sleep(10);
    }
    throw new Error(`cannot sign in ${as}`);
  }

  /** Signs in a caller whose session has ended. */
  async signIn(as: Exclude<CallerName, 'anonymous'>): Promise<void> {
    const { store, accessTokens, now } = this.line.parts;
    const person = this.people[as];
    const session = await store.sessions.start({
      userId: person.userId,
      provider: 'kakao',
      userAgent: 'Mozilla/5.0',
      now: new Date(now()),
    });
    const accessToken = await accessTokens.issue(session);
    const { sessionId, refreshToken } = session;
    this.people[as] = {
      ...person,
      sessionId,
      refreshToken,
      accessToken,
      headers: { authorization: `Bearer ${accessToken}` },
    };
  }

  /** The version of each table about people, to detect changes. */
  async readVersions(): Promise<Record<string, string>> {
    // A named statement: its twenty subqueries are planned once per connection.
    const { rows } = await this.line.parts.store.pool.query<{ sums: Record<string, string> }>({
      name: 'stored',
      text: STORED,
    });
    return rows[0]?.sums ?? {};
  }

  /** Sessions that have not ended; a refused call must not change them either. */
  async listSessions(): Promise<string[]> {
    const { rows } = await this.line.parts.store.pool.query<{ id: string }>(
      'select session_id as id from session where ended_at is null order by 1',
    );
    return rows.map(({ id }) => id);
  }

  async close(): Promise<void> {
    await this.line.close();
    await this.#drop();
  }
}

/** Tables about people, except those that record refused requests (last seen, attempts). */
const TABLES = [
  'account',
  'agent_letter',
  'agent_link',
  'campaign',
  'site_setting',
  'take_down',
  'word_change',
  'account_identity',
  'commute_address',
  'consent',
  'contact',
  'contact_consent',
  'contact_event',
  'contact_reply',
  'letter',
  'listing_report',
  'realtor',
  'realtor_owner',
  'realtor_video',
  'review',
  'unasked_letter',
  'upload',
  'verified_email',
];
/** Each written row has the number of its transaction, which is greater than that of all rows before it. */
const STORED = `select json_build_object(${TABLES.map(
  (table) => `'${table}', (select count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) from ${table})`,
).join(', ')}) as sums`;

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Starts the API over people, their profiles and a market of some hundred homes. */
export async function startWorld(): Promise<World> {
  const database = await createTestDatabase();
  const line = await startLine({
    databaseUrl: database.databaseUrl,
    size: 160,
    feeds: ['bridge', 'slipstream'],
  });
  await line.follow();
  // Server errors are logged in the test's output.
  line.app.log.level = 'error';
  const caller = async (name: Exclude<CallerName, 'anonymous'>, role = CALLERS[name] as 'user') =>
    await createCaller(line.parts, { role, name: `Sample ${name}`, phone: '+12135550123' } as never);
  const people = {
    user: await caller('user'),
    otherUser: await caller('otherUser'),
    applicant: await caller('applicant', 'user'),
    realtor: await caller('realtor', 'user'),
    otherRealtor: await caller('otherRealtor', 'user'),
    admin: await caller('admin'),
  };
  const world = new World(line, people, () => database.drop());
  const { listings } = await line.list('searchType=sale');
  const findFirstKey = async (dataset: string) => (await line.feed(dataset).truth())[0]?.[0] ?? '';
  const shown = listings.find((card) => card.listingId !== null);
  world.things = {
    homeId: shown?.homeId ?? '',
    listingId: shown?.listingId ?? '',
    marketIds: { bridge: await findFirstKey('sample'), slipstream: await findFirstKey('sample-two') },
    realtorIds: {
      applicant: await addProfile(world, 'applicant', '01111111'),
      realtor: await addProfile(world, 'realtor', '02222222'),
      otherRealtor: await addProfile(world, 'otherRealtor', '03333333'),
    },
  };
  return world;
}

/** Creates a profile of that person; an admin has verified the license of a realtor. */
async function addProfile(
  world: World,
  of: 'applicant' | 'realtor' | 'otherRealtor',
  licenseNumber: string,
): Promise<string> {
  const body = {
    name: `Sample ${of}`,
    licenseNumber,
    licenseState: 'CA',
    brokerName: 'Oakline Realty, Inc.',
  };
  const { realtorId } = await world.callOk<{ realtorId: string }>('createRealtor', { body }, of);
  if (of === 'applicant') return realtorId;
  await world.callOk(
    'verifyRealtor',
    { params: { id: realtorId }, body: { verification: 'verified' } },
    'admin',
  );
  await world.signIn(of);
  return realtorId;
}
