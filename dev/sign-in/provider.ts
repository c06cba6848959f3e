import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import Provider, { interactionPolicy } from 'oidc-provider';
import { kakaoShareScript, sharePage } from './kakao-share-script.ts';
import { memoryAdapter } from './memory-adapter.ts';
import { oneTapScript } from './one-tap-script.ts';
import { PEOPLE, type Person } from './people.ts';
import { personPage } from './person-page.ts';
import { type ProviderName, type ProviderShape, SHAPES } from './provider-shape.ts';

/** Injectable faults: answers 5xx, never answers, or signs with a clock two hours off. */
export type ProviderFault = 'down' | 'silent' | 'clock';

const CLOCK_OFF_SECONDS = 2 * 3_600;

export interface RunningProvider {
  name: ProviderName;
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Fails all requests from now on; undefined ends the fault. */
  setFault(fault: ProviderFault | undefined): void;
  /** An ID token as One Tap returns it, optionally with wrong `claims`; Google only. */
  credential(person: string, claims?: JWTPayload): Promise<string>;
  close(): Promise<void>;
}

/** A local OpenID provider with the interface of Kakao or Google, on 127.0.0.1; `port` 0 takes a free one. */
export async function startProvider(name: ProviderName, port = 0): Promise<RunningProvider> {
  const shape = SHAPES[name];
  const clientSecret = randomBytes(24).toString('base64url');
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  // New at each start: clients with cached keys must reload them.
  const kid = randomBytes(8).toString('hex');
  const key = { kid, privateKey };
  const jwk = { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' };
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state: FaultState = { fault: undefined, isNextClockOff: false };
  const provider = createProvider({ name, shape, issuer, clientSecret, jwk, key, state });
  const credential = (who: string, claims: JWTPayload = {}) =>
    signCredential({ issuer, shape, person: findPerson(who), claims, key });
  server.on('request', (request, response) => {
    void answer({ request, response, provider, name, shape, state, credential }).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  return {
    name,
    issuer,
    clientId: shape.clientId,
    clientSecret,
    setFault: (fault) => {
      state.fault = fault;
    },
    credential,
    close: () => closed(server),
  };
}

interface FaultState {
  fault: ProviderFault | undefined;
  /** Chosen on the page, for one sign-in. */
  isNextClockOff: boolean;
}

function createProvider(own: {
  name: ProviderName;
  shape: ProviderShape;
  issuer: string;
  clientSecret: string;
  jwk: object;
  key: SigningKey;
  state: FaultState;
}): Provider {
  const { name, shape, issuer, clientSecret, jwk, key, state } = own;
  const { base, Check, Prompt } = interactionPolicy;
  const policy = base();
  // Always shows the page of persons: a remembered session would hide part of the flow.
  policy
    .get('login')
    ?.checks.add(
      new Check('always', 'somebody is to be chosen', (ctx) =>
        ctx.oidc.result?.login === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
      ),
    );
  policy.add(new Prompt({ name: 'select_account', requestable: true }), 0);
  const adapter = memoryAdapter();
  const provider = new Provider(issuer, {
    // A class is expected; a function that returns an object works as one.
    adapter: function adapterOf(model: string) {
      return adapter(model);
    } as never,
    clients: [
      {
        client_id: shape.clientId,
        client_secret: clientSecret,
        redirect_uris: [`http://127.0.0.1/v1/oauth/${name}/callback`],
        token_endpoint_auth_method: 'client_secret_post',
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [jwk] } as never,
    cookies: {
      keys: [randomBytes(24).toString('base64url')],
      names: { session: `${name}_session`, interaction: `${name}_interaction`, resume: `${name}_resume` },
    },
    routes: shape.routes,
    scopes: Object.keys(shape.claims),
    claims: shape.claims,
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { policy, url: (_, { uid }) => `/interaction/${uid}` },
    ttl: {
      AccessToken: 3_600,
      AuthorizationCode: 60,
      IdToken: 3_600,
      Interaction: 3_600,
      Session: 3_600,
      Grant: 3_600,
    },
    findAccount: (_, subject) => {
      const person = PEOPLE.find((one) => shape.formatSubject(one) === subject);
      if (person === undefined) return undefined;
      return {
        accountId: subject,
        claims: async (use) => ({ sub: subject, ...shape.buildClaims(person, use) }),
      };
    },
    // Grants everything that was requested; consent was given on the page of persons.
    loadExistingGrant: async (ctx) => {
      const { client, session, params } = ctx.oidc;
      const grant = new provider.Grant({ accountId: session!.accountId!, clientId: client!.clientId });
      grant.addOIDCScope(String(params!.scope));
      await grant.save();
      return grant;
    },
    renderError: (ctx, out) => {
      ctx.type = 'json';
      ctx.body = out;
    },
  });
  // Any loopback port: the site's is not known yet, and several copies of it may run.
  provider.Client.prototype.redirectUriAllowed = (value: string) => {
    const { protocol, hostname, pathname } = new URL(value);
    const isHere =
      hostname === 'localhost' || hostname.endsWith('.localhost') || /^(127\.|\[::1\])/.test(hostname);
    return protocol === 'http:' && isHere && pathname === `/v1/oauth/${name}/callback`;
  };
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.path !== shape.routes.token || ctx.status !== 200) return;
    const body = ctx.body as { id_token?: string };
    if (body.id_token === undefined || !(state.fault === 'clock' || state.isNextClockOff)) return;
    state.isNextClockOff = false;
    const claims = JSON.parse(
      Buffer.from(body.id_token.split('.')[1]!, 'base64url').toString(),
    ) as JWTPayload;
    ctx.body = { ...body, id_token: await sign(shifted(claims), key) };
  });
  return provider;
}

async function answer(own: {
  request: IncomingMessage;
  response: ServerResponse;
  provider: Provider;
  name: ProviderName;
  shape: ProviderShape;
  state: FaultState;
  credential: RunningProvider['credential'];
}): Promise<void> {
  const { request, response, provider, name, shape, state, credential } = own;
  const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (pathname === '/control/fault' && request.method === 'POST') {
    const faultName = (await text(request)).trim();
    state.fault = faultName === '' ? undefined : (faultName as ProviderFault);
    response.writeHead(204).end();
    return;
  }
  if (state.fault === 'silent') return;
  if (state.fault === 'down') {
    response.writeHead(503, { 'content-type': 'text/plain' }).end('down');
    return;
  }
  if (name === 'google' && pathname.startsWith('/gsi/')) {
    await answerOneTap({ request, response, pathname, credential });
    return;
  }
  if (name === 'kakao' && pathname === '/kakao_js_sdk/kakao.min.js') {
    response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(kakaoShareScript());
    return;
  }
  if (name === 'kakao' && pathname === '/picker/link' && request.method === 'POST') {
    const form = new URLSearchParams(await text(request));
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
      .end(sharePage(form));
    return;
  }
  const [, uid] = /^\/interaction\/([\w-]+)$/.exec(pathname) ?? [];
  if (uid === undefined) {
    await provider.callback()(request, response);
    return;
  }
  if (request.method !== 'POST') {
    await provider.interactionDetails(request, response);
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
      .end(personPage(name, shape, uid));
    return;
  }
  const form = new URLSearchParams(await text(request));
  const end = form.get('end');
  if (end !== null) {
    await provider.interactionFinished(request, response, {
      error: end,
      error_description: 'User denied access',
    });
    return;
  }
  state.isNextClockOff = form.get('clock') === 'off';
  const accountId = shape.formatSubject(findPerson(form.get('person') ?? ''));
  await provider.interactionFinished(request, response, { login: { accountId }, select_account: {} });
}

/** Google's paths below /gsi/: the script, and the credential of its prompt. */
async function answerOneTap(own: {
  request: IncomingMessage;
  response: ServerResponse;
  pathname: string;
  credential: RunningProvider['credential'];
}): Promise<void> {
  const { request, response, pathname, credential } = own;
  response.setHeader('access-control-allow-origin', '*');
  if (pathname === '/gsi/client') {
    response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(oneTapScript(PEOPLE));
    return;
  }
  if (pathname === '/gsi/credential' && request.method === 'POST') {
    const { client_id: audience, nonce, person } = JSON.parse(await text(request)) as Record<string, string>;
    const body = JSON.stringify({
      credential: await credential(person ?? '', {
        aud: audience,
        azp: audience,
        ...(nonce === undefined ? {} : { nonce }),
      }),
    });
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    return;
  }
  response.writeHead(404).end();
}

/** As in https://developers.google.com/identity/gsi/web/reference/js-reference#credential */
async function signCredential(own: {
  issuer: string;
  shape: ProviderShape;
  person: Person;
  claims: JWTPayload;
  key: SigningKey;
}): Promise<string> {
  const { issuer, shape, person, claims, key } = own;
  const now = Math.floor(Date.now() / 1_000);
  return await sign(
    {
      iss: issuer,
      azp: shape.clientId,
      aud: shape.clientId,
      sub: shape.formatSubject(person),
      ...shape.buildClaims(person, 'id_token'),
      nbf: now - 300,
      iat: now,
      exp: now + 3_600,
      jti: randomBytes(20).toString('hex'),
      ...claims,
    },
    key,
  );
}

interface SigningKey {
  kid: string;
  privateKey: CryptoKey;
}

async function sign(claims: JWTPayload, { kid, privateKey }: SigningKey): Promise<string> {
  return await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' }).sign(privateKey);
}

function shifted(claims: JWTPayload): JWTPayload {
  const { iat = 0, exp = 0 } = claims;
  return { ...claims, iat: iat - CLOCK_OFF_SECONDS, exp: exp - CLOCK_OFF_SECONDS };
}

/** @throws for an unknown key */
function findPerson(key: string): Person {
  const person = PEOPLE.find((one) => one.key === key);
  if (person === undefined) throw new Error(`no person with the key ${key}`);
  return person;
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
