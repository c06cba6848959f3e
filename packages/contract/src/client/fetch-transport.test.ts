import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fetchTransport } from './fetch-transport.ts';

/** What the server does with the n-th request from 0, and what it was asked. */
let answer: (n: number, request: IncomingMessage, response: ServerResponse) => void;
let asked: { method: string; url: string; headers: IncomingMessage['headers']; body: string; at: number }[];
const server = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  asked.push({
    method: request.method ?? '',
    url: request.url ?? '',
    headers: request.headers,
    body,
    at: performance.now(),
  });
  answer(asked.length - 1, request, response);
});
let base = '';
beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = [];
});

const say = (response: ServerResponse, status: number, body: unknown = {}, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const get = { method: 'GET', path: '/maru/v1/x', query: '' };

describe('what is sent', () => {
  test('the query, the language, the body as JSON, who asks and the key of what is made once', async () => {
    answer = (_, __, response) => say(response, 200, { ok: true });
    const transport = fetchTransport(base, 'ko-KR');
    const got = await transport({
      method: 'POST',
      path: '/v1/user',
      query: 'a=1&a=2',
      body: { name: '김', phone: null },
      authorization: 'Bearer t',
      idempotencyKey: 'k1',
    });
    expect(got).toMatchObject({ status: 200, body: { ok: true } });
    expect(asked[0]).toMatchObject({
      method: 'POST',
      url: '/v1/user?a=1&a=2',
      body: '{"name":"김","phone":null}',
    });
    expect(asked[0]?.headers).toMatchObject({
      'accept-language': 'ko-KR',
      'content-type': 'application/json',
      authorization: 'Bearer t',
      'idempotency-key': 'k1',
    });
    await transport(get);
    expect(asked[1]?.headers).not.toHaveProperty('authorization');
    expect(asked[1]?.headers).not.toHaveProperty('content-type');
    expect(asked[1]?.headers).not.toHaveProperty('idempotency-key');
  });

  test('each of the two APIs is asked at its own address', async () => {
    answer = (_, __, response) => say(response, 200);
    const transport = fetchTransport({ property: `${base}/property`, common: `${base}/common` }, 'en');
    await transport(get);
    await transport({ ...get, path: '/v1/ping' });
    await transport({ ...get, method: 'POST', path: '/api/auth/token/refresh' });
    expect(asked.map((one) => one.url)).toEqual([
      '/property/maru/v1/x',
      '/common/v1/ping',
      '/common/api/auth/token/refresh',
    ]);
  });
});

describe('a second attempt', () => {
  for (const status of [408, 409, 425, 429, 500, 502, 503, 504]) {
    test(`follows a ${status} of a call that changes nothing, once`, async () => {
      answer = (n, _, response) => say(response, n === 0 ? status : 200, {}, { 'retry-after': '0' });
      expect((await fetchTransport(base, 'en')(get)).status).toBe(200);
      asked = [];
      answer = (_, __, response) => say(response, status, {}, { 'retry-after': '0' });
      expect((await fetchTransport(base, 'en')({ ...get, method: 'OPTIONS' })).status).toBe(status);
      expect(asked).toHaveLength(2);
    });
  }

  test('follows a HEAD, and never a call that changes something', async () => {
    answer = (_, __, response) => response.writeHead(503, { 'retry-after': '0' }).end();
    const transport = fetchTransport(base, 'en');
    await transport({ ...get, method: 'HEAD' });
    expect(asked).toHaveLength(2);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      asked = [];
      expect((await transport({ ...get, method, body: {} })).status).toBe(503);
      expect(asked).toHaveLength(1);
    }
  });

  test('does not follow other statuses', async () => {
    const transport = fetchTransport(base, 'en');
    for (const status of [400, 401, 403, 404, 410, 412, 422, 501, 505]) {
      asked = [];
      answer = (_, __, response) => say(response, status);
      expect((await transport(get)).status).toBe(status);
      expect(asked).toHaveLength(1);
    }
  });

  test('waits as long as it is asked to', async () => {
    answer = (n, _, response) => say(response, n === 0 ? 503 : 200, {}, { 'retry-after': '1' });
    expect((await fetchTransport(base, 'en')(get)).status).toBe(200);
    expect((asked[1]?.at ?? 0) - (asked[0]?.at ?? 0)).toBeGreaterThan(990);
    asked = [];
    const then = new Date(Date.now() + 2_000).toUTCString();
    answer = (n, _, response) => say(response, n === 0 ? 429 : 200, {}, { 'retry-after': then });
    expect((await fetchTransport(base, 'en')(get)).status).toBe(200);
    expect((asked[1]?.at ?? 0) - (asked[0]?.at ?? 0)).toBeGreaterThan(900);
  });

  test('is left to people where the wait is long', async () => {
    answer = (_, __, response) => say(response, 429, {}, { 'retry-after': '120' });
    expect((await fetchTransport(base, 'en')(get)).status).toBe(429);
    expect(asked).toHaveLength(1);
  });

  test('is not made by one who has gone away meanwhile', async () => {
    const stop = new AbortController();
    answer = (_, __, response) => {
      say(response, 503, {}, { 'retry-after': '3' });
      setTimeout(() => stop.abort(), 50);
    };
    const going = fetchTransport(base, 'en')({ ...get, signal: stop.signal });
    await expect(going).rejects.toMatchObject({ name: 'AbortError', message: 'Request aborted' });
    expect(asked).toHaveLength(1);
  });
});

describe('what goes wrong on the way', () => {
  test('nobody there, a cut line and an answer that is none are a Network Error', async () => {
    const nobody = fetchTransport('http://127.0.0.1:1', 'en');
    await expect(nobody(get)).rejects.toThrow(/^Network Error$/);
    const transport = fetchTransport(base, 'en');
    answer = (_, request) => request.socket.destroy();
    await expect(transport(get)).rejects.toThrow(/^Network Error$/);
    answer = (_, request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"half":');
      setTimeout(() => request.socket.destroy(), 20);
    };
    await expect(transport(get)).rejects.toThrow(/^Network Error$/);
    answer = (_, __, response) => response.writeHead(200).end('<h1>Welcome to the hotel</h1>');
    await expect(transport(get)).rejects.toThrow(/^Network Error$/);
  });

  test('an error that is not JSON is still that status; nothing is nothing', async () => {
    const transport = fetchTransport(base, 'en');
    answer = (_, __, response) => response.writeHead(404).end('<h1>nginx</h1>');
    expect(await transport(get)).toMatchObject({ status: 404, body: undefined });
    answer = (_, __, response) => response.writeHead(204).end();
    expect(await transport(get)).toMatchObject({ status: 204, body: undefined });
  });

  test('an abort before, during and within the body is told as one', async () => {
    const transport = fetchTransport(base, 'en');
    const gone = { name: 'AbortError', message: 'Request aborted' };
    await expect(transport({ ...get, signal: AbortSignal.abort() })).rejects.toMatchObject(gone);
    for (const begin of [() => undefined, (response: ServerResponse) => response.writeHead(200).write('{')]) {
      const stop = new AbortController();
      answer = (_, __, response) => {
        begin(response);
        setTimeout(() => stop.abort(), 20);
      };
      await expect(transport({ ...get, signal: stop.signal })).rejects.toMatchObject(gone);
    }
  });

  test('a silent server, and one that stops in the middle, are given up in time', async () => {
    const transport = fetchTransport(base, 'en', { timeoutMs: 80 });
    const late = { name: 'TimeoutError', message: 'timeout of 80 ms exceeded' };
    answer = () => undefined;
    await expect(transport(get)).rejects.toMatchObject(late);
    answer = (_, __, response) => response.writeHead(200).write('{');
    await expect(transport(get)).rejects.toMatchObject(late);
  });
});
