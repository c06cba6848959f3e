import { expect, test } from 'vitest';
import { oauthCredential } from './oauth-credential.ts';

const SETTINGS = {
  tokenUrl: 'https://mls.example/token',
  clientId: 'maru',
  clientSecret: 'a b+c',
  scope: 'api',
  clientAuth: 'form' as 'form' | 'basic',
};
const signal = new AbortController().signal;

/** A token endpoint that issues t1, t2, … or answers a status. */
function tokenAddress(answer: (count: number) => { status?: number; body?: unknown } = () => ({})) {
  const requests: { url: string; form: URLSearchParams; authorization: string | null }[] = [];
  const fetch = (async (url: string, init: RequestInit) => {
    requests.push({
      url,
      form: init.body as URLSearchParams,
      authorization: new Headers(init.headers).get('authorization'),
    });
    const { status = 200, body = { access_token: `t${requests.length}`, expires_in: 28_800 } } = answer(
      requests.length,
    );
    return new Response(JSON.stringify(body), { status });
  }) as typeof globalThis.fetch;
  return { requests, fetch };
}

const sign = async (credential: ReturnType<typeof oauthCredential>) => {
  const request = { url: new URL('https://mls.example/Property'), headers: {} as Record<string, string> };
  await credential.sign(request, signal);
  return request;
};

test('the secret is sent in the form (Trestle) or in a Basic header, and never in the URL', async () => {
  const { requests, fetch } = tokenAddress();
  await sign(oauthCredential('kc', SETTINGS, { fetch }));
  await sign(oauthCredential('kc', { ...SETTINGS, clientAuth: 'basic', scope: null }, { fetch }));
  expect(Object.fromEntries(requests[0]?.form ?? [])).toEqual({
    grant_type: 'client_credentials',
    client_id: 'maru',
    client_secret: 'a b+c',
    scope: 'api',
  });
  expect(Object.fromEntries(requests[1]?.form ?? [])).toEqual({ grant_type: 'client_credentials' });
  expect(requests.map(({ authorization }) => authorization)).toEqual([
    null,
    `Basic ${Buffer.from('maru:a%20b%2Bc').toString('base64')}`,
  ]);
  expect(requests.map(({ url }) => url)).toEqual([SETTINGS.tokenUrl, SETTINGS.tokenUrl]);
});

test('one token serves all requests, and is renewed before its end and after a refusal, but not after a late one', async () => {
  let now = 0;
  const { requests, fetch } = tokenAddress();
  const credential = oauthCredential('kc', SETTINGS, { fetch, now: () => now });
  const first = await Promise.all([sign(credential), sign(credential)]);
  expect(first.map(({ headers }) => headers.authorization)).toEqual(['Bearer t1', 'Bearer t1']);
  now = (28_800 - 299) * 1000;
  const second = await sign(credential);
  expect(second.headers.authorization).toBe('Bearer t2');
  // The response to the old token arrives late: the new one is kept.
  expect(await credential.renew?.(401, signal, first[0] as never)).toBe(true);
  expect(requests).toHaveLength(2);
  expect(await credential.renew?.(401, signal, second)).toBe(true);
  expect(requests).toHaveLength(3);
  expect(credential.secrets()).toEqual(['a b+c', 't2', 't1', 't3']);
});

test('a busy token endpoint is no failure while the token is valid, and its error has no secret', async () => {
  let now = 0;
  const { fetch } = tokenAddress((count) => (count === 1 ? {} : { status: 503 }));
  const credential = oauthCredential('kc', SETTINGS, { fetch, now: () => now });
  await sign(credential);
  now = (28_800 - 60) * 1000;
  expect((await sign(credential)).headers.authorization).toBe('Bearer t1');
  now = 28_801_000;
  await expect(sign(credential)).rejects.toMatchObject({ retryable: true, status: 503 });
  const refused = oauthCredential(
    'kc',
    SETTINGS,
    tokenAddress(() => ({ status: 400 })),
  );
  await expect(sign(refused)).rejects.toMatchObject({
    retryable: false,
    message: expect.not.stringContaining('a b'),
  });
  const odd = oauthCredential(
    'kc',
    SETTINGS,
    tokenAddress(() => ({ body: { access_token: 'a\r\nb' } })),
  );
  await expect(sign(odd)).rejects.toThrow('without a token');
});

test('of an answer that is larger than a token can be no more is read', async () => {
  let sent = 0;
  const body = new ReadableStream({
    pull: (controller) => {
      sent += 1;
      controller.enqueue(new Uint8Array(16 * 1024).fill(0x20));
      if (sent === 1_000) controller.close();
    },
  });
  const fetch = (async () => new Response(body)) as unknown as typeof globalThis.fetch;
  await expect(sign(oauthCredential('kc', SETTINGS, { fetch }))).rejects.toThrow('too large');
  expect(sent).toBeLessThan(10);
});
