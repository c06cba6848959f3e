import { Readable } from 'node:stream';
import type { AccountConsent, User, UserEdit } from '@maru/contract';
import { DAY_MS } from '@maru/listing/time';
import { type Account, EXPORTED_COLLECTIONS, type Profile, type ProfileEdit } from '@maru/store';
import type { Locale } from '@maru/words';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../auth/access-tokens.ts';
import { consentStates, findConsentText } from '../../auth/account-consents.ts';
import { deviceOf } from '../../auth/device-of.ts';
import { clearCookie } from '../../auth/session-cookies.ts';
import { normalizePhone } from '../../contacts/phone-number.ts';
import { ApiError, invalidRequest } from '../../http/api-error.ts';
import { timeCursor, timePage } from '../../http/cursor.ts';
import { serve } from '../../http/serve.ts';
import type { Parts } from '../../parts.ts';
import { localeOfRequest } from '../../plugins/errors.ts';
import { callerOf } from '../../plugins/session.ts';

type UserParts = Pick<Parts, 'store' | 'settings' | 'now'>;
/** Days between asking to be deleted and being so; long enough to come back from a holiday. */
const DELETION_DAYS = 14;
const PAGE_SIZE = 20;
const TRANSPORTATION = 'car';

/** /v1/user and /v1/user/me: oneself, one's devices and data, and (for whom it is allowed) others. Needs cookies. */
export function registerUserRoutes(app: FastifyInstance, parts: UserParts): void {
  registerOwnProfile(app, parts);
  registerPeople(app, parts);
  registerDevices(app, parts);
  registerOwnData(app, parts);
}

function registerOwnProfile(app: FastifyInstance, { store, now }: UserParts): void {
  const send = (request: FastifyRequest, reply: FastifyReply, profile: Profile) =>
    reply
      .header('cache-control', 'no-store')
      .header('etag', etagOf(profile.account))
      .send(userOf(profile, localeOfRequest(request)));

  serve(app, 'findUser', async (request, reply) => {
    const profile = await loadProfile(store, request.caller);
    return send(request, reply, profile);
  });

  serve(app, 'updateUser', async (request, reply) => {
    const { caller } = request;
    const at = new Date(now());
    const edit = parseEdit(request.body, { at, locale: localeOfRequest(request) });
    const ifUpdatedAt = await expectedState(request, store, caller);
    const outcome = await store.accounts.updateProfile(caller.userId, edit, { now: at, ifUpdatedAt });
    if (outcome === undefined) throw new ApiError(401, 'unauthorized');
    if (outcome === 'conflict') throw new ApiError(412, 'precondition_failed');
    if (outcome === 'consent_missing') {
      throw invalidRequest([{ field: 'consents', reason: 'missing' }]);
    }
    return send(request, reply, outcome);
  });
}

function registerPeople(app: FastifyInstance, { store, now }: UserParts): void {
  serve(app, 'listUsers', async ({ query, caller }, reply) => {
    reply.header('cache-control', 'no-store');
    const { role, email, q, cursor, limit = PAGE_SIZE } = query;
    const after = timeCursor(cursor);
    const accounts = await store.accounts.list({
      role,
      email: email?.trim().normalize('NFC').toLowerCase(),
      startsWith: q?.trim().normalize('NFC').toLowerCase(),
      after: after === undefined ? undefined : { createdAt: new Date(after.at), userId: after.id },
      limit: limit + 1,
    });
    const { page, next } = timePage(accounts, limit, ({ userId }) => userId);
    await store.audit.write({
      actorId: caller.userId,
      action: 'user.list',
      subject: 'user',
      facts: { items: page.length },
      at: new Date(now()),
    });
    return {
      items: page.map((account) => ({
        ...personOf(account),
        email: account.email,
        deletionAt: account.deletionDueAt?.toISOString() ?? null,
      })),
      ...(next === undefined ? {} : { next }),
    };
  });

  /** The person, when the caller may know `what` of them: all others are as if there were none. */
  const loadPerson = async (request: FastifyRequest, id: string, what: 'person' | 'email' | 'phone') => {
    const caller = callerOf(request);
    const notFound = new ApiError(404, 'user_not_found');
    if (caller.userId !== id) {
      if (caller.role === 'user') throw notFound;
      if (caller.role === 'realtor') {
        const given = await store.people.consentsGivenTo(caller.userId, id);
        const may = what === 'person' ? given.email || given.phone : given[what];
        if (!may) throw notFound;
      }
    }
    const account = await store.accounts.find(id);
    if (account === undefined) throw notFound;
    if (caller.userId !== id) {
      await store.audit.write({
        actorId: caller.userId,
        action: `user.read_${what}`,
        subject: id,
        at: new Date(now()),
      });
    }
    return account;
  };

  serve(app, 'findUserById', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    return personOf(await loadPerson(request, request.params.id, 'person'));
  });
  serve(app, 'findUserEmail', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { email } = await loadPerson(request, request.params.id, 'email');
    return { email };
  });
  serve(app, 'findUserPhone', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { phone } = await loadPerson(request, request.params.id, 'phone');
    return { phone };
  });
}

function registerDevices(app: FastifyInstance, { store, settings, now }: UserParts): void {
  serve(app, 'signOut', async ({ body, caller }, reply) => {
    reply.header('cache-control', 'no-store');
    const { userId, sessionId } = caller;
    const isEverywhere = body.everywhere === true;
    const at = new Date(now());
    const ended = await store.sessions.end({
      userId,
      ...(isEverywhere ? {} : { sessionId }),
      reason: isEverywhere ? 'everywhere' : 'sign_out',
      now: at,
    });
    clearCookie(reply, 'refresh', settings);
    await store.audit.write({
      actorId: userId,
      action: isEverywhere ? 'session.end_all' : 'session.end',
      subject: userId,
      facts: { ended, ...(isEverywhere ? {} : { sessionId }) },
      at,
    });
    return { ended };
  });

  serve(app, 'listDevices', async ({ caller }, reply) => {
    reply.header('cache-control', 'no-store');
    const { userId, sessionId } = caller;
    const sessions = await store.sessions.list(userId, new Date(now()));
    return {
      items: sessions.map((session) => ({
        id: session.sessionId,
        ...deviceOf(session.userAgent),
        provider: session.provider,
        createdAt: session.createdAt.toISOString(),
        lastSeenAt: session.lastSeenAt.toISOString(),
        current: session.sessionId === sessionId,
      })),
    };
  });

  serve(app, 'endDevice', async ({ params, caller }, reply) => {
    reply.header('cache-control', 'no-store');
    const { userId } = caller;
    const at = new Date(now());
    const own = { userId, sessionId: params.id };
    const ended = await store.sessions.end({ ...own, reason: 'device', now: at });
    if (ended === 0) throw new ApiError(404, 'device_not_found');
    await store.audit.write({
      actorId: userId,
      action: 'session.end',
      subject: userId,
      facts: { ended, sessionId: own.sessionId },
      at,
    });
    return { ended };
  });
}

function registerOwnData(app: FastifyInstance, { store, now }: UserParts): void {
  serve(app, 'exportUser', async (request, reply) => {
    const { caller } = request;
    const { userId } = caller;
    const at = new Date(now());
    const profile = await loadProfile(store, caller);
    const [rows, realtor, saved, shortlists] = await Promise.all([
      store.people.countExport(userId),
      store.people.exportProfile(userId),
      store.saved.exportAll(userId),
      store.shortlists.exportAll(userId),
    ]);
    const facts = { rows: rows + shortlists.length + (realtor === null ? 0 : 1) + 1 };
    await store.audit.write({ actorId: userId, action: 'account.export', subject: userId, facts, at });
    const day = at.toISOString().slice(0, 10);
    const head = { exportedAt: at.toISOString(), account: userOf(profile, localeOfRequest(request)) };
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="maru-${day}.json"`)
      .type('application/json; charset=utf-8')
      .send(Readable.from(exportText(store, userId, head, { realtor, saved, shortlists })));
  });

  serve(app, 'requestDeletion', async ({ caller }, reply) => {
    reply.header('cache-control', 'no-store');
    const { userId } = caller;
    const at = new Date(now());
    const due = new Date(at.getTime() + DELETION_DAYS * DAY_MS);
    const deletionAt = await store.accounts.requestDeletion(userId, due, at);
    if (deletionAt === undefined) throw new ApiError(401, 'unauthorized');
    return { deletionAt: deletionAt.toISOString() };
  });

  serve(app, 'cancelDeletion', async ({ caller }, reply) => {
    reply.header('cache-control', 'no-store');
    await store.accounts.cancelDeletion(caller.userId, new Date(now()));
    return { deletionAt: null };
  });
}

/** The JSON of `exportUser`, in pieces: what has no upper bound is read a page at a time, as the reader takes it. */
async function* exportText(
  store: Parts['store'],
  userId: string,
  head: object,
  small: Record<string, unknown>,
): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"data":${JSON.stringify(small).slice(0, -1)}`;
  for (const name of EXPORTED_COLLECTIONS) {
    yield `,${JSON.stringify(name)}:[`;
    let separator = '';
    for await (const rows of store.people.exportPages(userId, name)) {
      yield separator + rows.map((row) => JSON.stringify(row)).join(',');
      separator = ',';
    }
    yield ']';
  }
  yield '}}';
}

/** @throws ApiError 401 when the account has just gone. */
async function loadProfile(store: Parts['store'], { userId }: Caller): Promise<Profile> {
  const profile = await store.accounts.findProfile(userId);
  if (profile === undefined) throw new ApiError(401, 'unauthorized');
  return profile;
}

/** What a change says, as the store keeps it. @throws ApiError 400 naming every wrong field. */
function parseEdit(
  { phone, consents, commuteAddresses, ...plain }: UserEdit,
  { at, locale: told }: { at: Date; locale: Locale },
): ProfileEdit {
  const problems: Parameters<typeof invalidRequest>[0] = [];
  const edit: ProfileEdit = { ...plain };
  if (edit.name !== undefined) edit.name = edit.name.trim().normalize('NFC');
  if (phone === null) edit.phone = null;
  else if (phone !== undefined) {
    edit.phone = normalizePhone(phone, plain.locale ?? told);
    if (edit.phone === undefined) problems.push({ field: 'phone', reason: 'malformed' });
  }
  if (consents !== undefined) {
    const seen = new Set<AccountConsent>();
    edit.consents = consents.flatMap(({ kind, given, version, source }, index) => {
      if (seen.has(kind)) problems.push({ field: `consents.${index}.kind`, reason: 'repeated' });
      seen.add(kind);
      const text = findConsentText(kind, version);
      if (text === undefined) {
        problems.push({ field: `consents.${index}.version`, reason: 'expired' });
        return [];
      }
      const { version: textVersion, hash: textHash, locale } = text;
      return [{ kind, given, textVersion, textHash, locale, source, at }];
    });
  }
  if (commuteAddresses !== undefined) {
    edit.commuteAddresses = commuteAddresses.map((one, index) => {
      const { latitude = null, longitude = null, transportation = TRANSPORTATION } = one;
      if ((latitude === null) !== (longitude === null)) {
        const missing = latitude === null ? 'latitude' : 'longitude';
        problems.push({ field: `commuteAddresses.${index}.${missing}`, reason: 'missing' });
      }
      return { address: one.address.trim().normalize('NFC'), latitude, longitude, transportation };
    });
  }
  if (problems.length > 0) throw invalidRequest(problems);
  return edit;
}

/** As of when the caller knows the account (`If-Match`); undefined when that is all the same to them. */
async function expectedState(
  { headers }: FastifyRequest,
  store: Parts['store'],
  caller: Caller,
): Promise<Date | undefined> {
  const given = headers['if-match'];
  if (given === undefined || given.trim() === '*') return undefined;
  const { account } = await loadProfile(store, caller);
  const tags = given.split(',').map((tag) => tag.trim());
  if (!tags.includes(etagOf(account))) throw new ApiError(412, 'precondition_failed');
  return account.updatedAt;
}

function etagOf({ updatedAt }: Account): string {
  return `"${updatedAt.getTime().toString(36)}"`;
}

function userOf({ account, providers, consents, commuteAddresses }: Profile, locale: Locale): User {
  const { createdAt, updatedAt, deletionDueAt } = account;
  return {
    ...personOf(account),
    email: account.email,
    phone: account.phone,
    units: account.units as User['units'],
    currency: account.currency as User['currency'],
    providers,
    consents: consentStates(consents, locale),
    commuteAddresses: commuteAddresses as User['commuteAddresses'],
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    deletionAt: deletionDueAt?.toISOString() ?? null,
  };
}

function personOf({ userId, name, role, locale, picture, createdAt }: Account) {
  return { id: userId, name, role, locale, picture, createdAt: createdAt.toISOString() };
}
