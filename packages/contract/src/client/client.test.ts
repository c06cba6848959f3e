import { describe, expect, test } from 'vitest';
import { ApiError, createClient, formatQuery, type TransportRequest } from './client.ts';

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
