import { describe, expect, test } from 'vitest';
import { ApiError, createClient, fetchTransport, formatQuery, type TransportRequest } from './client.ts';

describe('the typed client', () => {
  const asked: TransportRequest[] = [];
  const client = createClient(async (request) => {
    asked.push(request);
    return request.path.endsWith('/home')
      ? {
          status: 404,
          body: {
            statusCode: 404,
            statusMessage: '없어요',
            message: 'gone',
            data: { code: 'home_not_found', homeId: 'h1' },
          },
        }
      : { status: 200, body: { ok: true } };
  });

  test('fills the path and sends arrays as repeated keys, without null', async () => {
    await client.findCity({ params: { id: 'irvine-ca' } });
    expect(asked.at(-1)).toMatchObject({ method: 'GET', path: '/maru/v1/district/city/irvine-ca' });
    expect(formatQuery({ a: [1, 2], b: null, c: undefined, d: 'x y' })).toBe('a=1&a=2&d=x+y');
  });

  test('throws the one error shape', async () => {
    const failure = await client.findHome({ query: { homeId: 'h1' } }).catch((error) => error);
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure.body).toMatchObject({ statusCode: 404, data: { homeId: 'h1' } });
  });
});

describe('over the network', () => {
  const answer = (status: number, body: unknown = {}) => new Response(JSON.stringify(body), { status });

  test('a reading call is asked once more on 503, and not on 404', async () => {
    const statuses = [503, 200, 404];
    let asked = 0;
    const transport = fetchTransport('', 'ko', async () => answer(statuses[asked++]!));
    expect((await transport({ method: 'GET', path: '/x', query: '' })).status).toBe(200);
    expect((await transport({ method: 'GET', path: '/x', query: '' })).status).toBe(404);
    expect(asked).toBe(3);
  });

  test('a writing call is never asked twice', async () => {
    let asked = 0;
    const transport = fetchTransport('', 'en', async () => {
      asked += 1;
      return answer(503);
    });
    expect((await transport({ method: 'POST', path: '/x', query: '', body: {} })).status).toBe(503);
    expect(asked).toBe(1);
  });

  test('a broken network says so; an aborted request stays an abort', async () => {
    const broken = fetchTransport('', 'en', () => Promise.reject(new TypeError('failed to fetch')));
    await expect(broken({ method: 'GET', path: '/x', query: '' })).rejects.toThrow('Network Error');
    const stop = new AbortController();
    stop.abort();
    const aborted = fetchTransport('', 'en', () => Promise.reject(new DOMException('aborted', 'AbortError')));
    await expect(
      aborted({ method: 'GET', path: '/x', query: '', signal: stop.signal }),
    ).rejects.toMatchObject({ name: 'AbortError' });
  });
});
