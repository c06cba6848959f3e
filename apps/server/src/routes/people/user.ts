import { Readable } from 'node:stream';
import type { AccountConsent, User, UserEdit } from '@maru/contract';
import { DAY_MS } from '@maru/listing/time';
import { type Account, EXPORTED_COLLECTIONS, type Profile, type ProfileEdit } from '@maru/store';
import type { Locale } from '@maru/words';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../auth/access-tokens.ts';
import { consentStates, findConsentText } from '../../auth/account-consents.ts';
import { detectDevice } from '../../auth/detect-device.ts';
import { clearCookie } from '../../auth/session-cookies.ts';
import { normalizePhone } from '../../contacts/phone-number.ts';
import { ApiError, invalidRequest, orNotFound } from '../../http/api-error.ts';
import { createAudit } from '../../http/audit.ts';
import { listByTime } from '../../http/cursor.ts';
import { serve } from '../../http/serve.ts';
import type { Parts } from '../../parts.ts';
import { localeOfRequest } from '../../plugins/errors.ts';
import { requireCaller } from '../../plugins/session.ts';

type UserParts = Pick<Parts, 'store' | 'settings' | 'now'>;
/** Grace period before a requested deletion, in days. */
const DELETION_DAYS = 14;
const TRANSPORTATION = 'car';

/** /v1/user and /v1/user/me: the own account, its devices and data, and other accounts as far as permitted. Needs cookies. */
export async function registerUserRoutes(app: FastifyInstance, parts: UserParts): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onSend', async (_, reply) => {
      reply.header('cache-control', 'no-store');
    });
    registerOwnProfile(scope, parts);
    registerPeople(scope, parts);
    registerDevices(scope, parts);
    registerOwnData(scope, parts);
  });
}

function registerOwnProfile(app: FastifyInstance, { store, now }: UserParts): void {
  const send = (request: FastifyRequest, reply: FastifyReply, profile: Profile) =>
    reply.header('etag', formatEtag(profile.account)).send(toUser(profile, localeOfRequest(request)));

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

function registerPeople(app: FastifyInstance, parts: UserParts): void {
  const { store } = parts;
  const audit = createAudit(parts);

  serve(app, 'listUsers', async ({ query, caller }) => {
    const { role, email, q } = query;
    const list = await listByTime(query, {
      find: (after, limit) =>
        store.accounts.list({
          role,
          email: email?.trim().normalize('NFC').toLowerCase(),
          startsWith: q?.trim().normalize('NFC').toLowerCase(),
          after: after === undefined ? undefined : { createdAt: new Date(after.at), userId: after.id },
          limit,
        }),
      idOf: ({ userId }) => userId,
      answer: (account) => ({
        ...toPerson(account),
        email: account.email,
        deletionAt: account.deletionDueAt?.toISOString() ?? null,
      }),
    });
    await audit(caller, 'user.list', 'user', { items: list.items.length });
    return list;
  });

  /** The account of a person whose `what` the caller may see. @throws ApiError 404 for all others */
  const loadPerson = async (request: FastifyRequest, id: string, what: 'person' | 'email' | 'phone') => {
    const caller = requireCaller(request);
    const notFound = new ApiError(404, 'user_not_found');
    if (caller.userId !== id) {
      if (caller.role === 'user') throw notFound;
      if (caller.role === 'realtor') {
        const given = await store.people.consentsGivenTo(caller.userId, id);
        const may = what === 'person' ? given.email || given.phone : given[what];
        if (!may) throw notFound;
      }
    }
    const account = orNotFound(await store.accounts.find(id), 'user_not_found');
    if (caller.userId !== id) await audit(caller, `user.read_${what}`, id);
    return account;
  };

  serve(app, 'findUserById', async (request) =>
    toPerson(await loadPerson(request, request.params.id, 'person')),
  );
  serve(app, 'findUserEmail', async (request) => {
    const { email } = await loadPerson(request, request.params.id, 'email');
    return { email };
  });
  serve(app, 'findUserPhone', async (request) => {
    const { phone } = await loadPerson(request, request.params.id, 'phone');
    return { phone };
  });
}

function registerDevices(app: FastifyInstance, parts: UserParts): void {
  const { store, settings, now } = parts;
  const audit = createAudit(parts);

  serve(app, 'signOut', async ({ body, caller }, reply) => {
    const { userId, sessionId } = caller;
    const isEverywhere = body.everywhere === true;
    const reason = isEverywhere ? 'everywhere' : 'sign_out';
    const own = isEverywhere ? { userId } : { userId, sessionId };
    const ended = await store.sessions.end({ ...own, reason, now: new Date(now()) });
    clearCookie(reply, 'refresh', settings);
    if (isEverywhere) await audit(caller, 'session.end_all', userId, { ended });
    else await audit(caller, 'session.end', userId, { ended, sessionId });
    return { ended };
  });

  serve(app, 'listDevices', async ({ caller }) => {
    const { userId, sessionId } = caller;
    const sessions = await store.sessions.list(userId, new Date(now()));
    return {
      items: sessions.map((session) => ({
        id: session.sessionId,
        ...detectDevice(session.userAgent),
        provider: session.provider,
        createdAt: session.createdAt.toISOString(),
        lastSeenAt: session.lastSeenAt.toISOString(),
        current: session.sessionId === sessionId,
      })),
    };
  });

  serve(app, 'endDevice', async ({ params, caller }) => {
    const own = { userId: caller.userId, sessionId: params.id };
    const ended = await store.sessions.end({ ...own, reason: 'device', now: new Date(now()) });
    if (ended === 0) throw new ApiError(404, 'device_not_found');
    await audit(caller, 'session.end', own.userId, { ended, sessionId: own.sessionId });
    return { ended };
  });
}

function registerOwnData(app: FastifyInstance, parts: UserParts): void {
  const { store, now } = parts;
  const audit = createAudit(parts);

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
    await audit(caller, 'account.export', userId, facts);
    const day = at.toISOString().slice(0, 10);
    const head = { exportedAt: at.toISOString(), account: toUser(profile, localeOfRequest(request)) };
    return reply
      .header('content-disposition', `attachment; filename="maru-${day}.json"`)
      .type('application/json; charset=utf-8')
      .send(Readable.from(exportText(store, userId, head, { realtor, saved, shortlists })));
  });

  serve(app, 'requestDeletion', async ({ caller }) => {
    const { userId } = caller;
    const at = new Date(now());
    const due = new Date(at.getTime() + DELETION_DAYS * DAY_MS);
    const deletionAt = await store.accounts.requestDeletion(userId, due, at);
    if (deletionAt === undefined) throw new ApiError(401, 'unauthorized');
    return { deletionAt: deletionAt.toISOString() };
  });

  serve(app, 'cancelDeletion', async ({ caller }) => {
    await store.accounts.cancelDeletion(caller.userId, new Date(now()));
    return { deletionAt: null };
  });
}

/** The JSON of `exportUser` as a stream; unbounded collections are read page by page. */
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

/** @throws ApiError 401 when the account has just been deleted */
async function loadProfile(store: Parts['store'], { userId }: Caller): Promise<Profile> {
  const profile = await store.accounts.findProfile(userId);
  if (profile === undefined) throw new ApiError(401, 'unauthorized');
  return profile;
}

/** Normalizes an edit for the store. @throws ApiError 400 with all invalid fields */
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

/** Time of the state that `If-Match` names; undefined without the header. @throws ApiError 412 when the account has changed */
async function expectedState(
  { headers }: FastifyRequest,
  store: Parts['store'],
  caller: Caller,
): Promise<Date | undefined> {
  const given = headers['if-match'];
  if (given === undefined || given.trim() === '*') return undefined;
  const { account } = await loadProfile(store, caller);
  const tags = given.split(',').map((tag) => tag.trim());
  if (!tags.includes(formatEtag(account))) throw new ApiError(412, 'precondition_failed');
  return account.updatedAt;
}

function formatEtag({ updatedAt }: Account): string {
  return `"${updatedAt.getTime().toString(36)}"`;
}

function toUser({ account, providers, consents, commuteAddresses }: Profile, locale: Locale): User {
  const { createdAt, updatedAt, deletionDueAt } = account;
  return {
    ...toPerson(account),
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

function toPerson({ userId, name, role, locale, picture, createdAt }: Account) {
  return { id: userId, name, role, locale, picture, createdAt: createdAt.toISOString() };
}
