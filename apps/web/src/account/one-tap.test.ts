import { ApiError, type Client } from '@maru/contract/client';
import { describe, expect, test } from 'vitest';
import type { Words } from '../i18n/words.tsx';
import type { Account } from './account.ts';
import { type OneTapParts, signIn } from './one-tap.ts';

function world(answer: () => Promise<{ success: 'ok' | 'fail'; accessToken: string; msg: string }>) {
  const sent: unknown[] = [];
  const done: string[] = [];
  const session = {
    begin: async (token: string) => {
      done.push(`begin ${token}`);
      if (token === 'lonely') throw new Error('Network Error');
    },
  };
  const parts = {
    account: { session: async () => session } as unknown as Account,
    client: {
      oneTap: async ({ body }: { body: unknown }) => {
        sent.push(body);
        return answer();
      },
    } as unknown as Client,
    words: { t: (key: string) => key } as unknown as Words,
    here: '/ko',
    go: (path: string) => done.push(`go ${path}`),
    reload: () => done.push('reload'),
  } satisfies OneTapParts;
  return { parts, sent, done };
}

describe('what comes of the prompt', () => {
  test('ok: the token is kept, the user is loaded, the page is loaded anew', async () => {
    const { parts, sent, done } = world(async () => ({ success: 'ok', accessToken: 't', msg: '' }));
    await signIn({ credential: 'id' }, parts);
    expect(sent).toEqual([
      { idToken: 'id', state: '{"role":"","type":"maru","redirectUrl":"/ko"}', select_by: 'fedcm' },
    ]);
    expect(done).toEqual(['begin t', 'reload']);
  });

  test('what Google says of how it was chosen goes along', async () => {
    const { parts, sent } = world(async () => ({ success: 'ok', accessToken: 't', msg: '' }));
    await signIn({ credential: 'id', select_by: 'fedcm_auto' }, parts);
    expect(sent).toMatchObject([{ select_by: 'fedcm_auto' }]);
  });

  test('a user who cannot be loaded now is loaded with the page', async () => {
    const { parts, done } = world(async () => ({ success: 'ok', accessToken: 'lonely', msg: '' }));
    await signIn({ credential: 'id' }, parts);
    expect(done).toEqual(['begin lonely', 'reload']);
  });

  test('fail: the front page says why', async () => {
    const { parts, done } = world(async () => ({
      success: 'fail',
      accessToken: '',
      msg: '다시 시도해 주세요 & more',
    }));
    await signIn({ credential: 'id' }, parts);
    expect(done).toEqual([`go /?loginSuccess=false&msg=${encodeURIComponent('다시 시도해 주세요 & more')}`]);
  });

  test('an exception: the same', async () => {
    for (const [thrown, msg] of [
      [new Error('Network Error'), 'error.offline'],
      [new ApiError({ statusCode: 429, statusMessage: 'Slowly', message: '' }), 'Slowly'],
      [new TypeError('x'), 'error.internal'],
    ] as const) {
      const { parts, done } = world(() => Promise.reject(thrown));
      await signIn({ credential: 'id' }, parts);
      expect(done).toEqual([`go /?loginSuccess=false&msg=${msg}`]);
    }
  });
});
