import { ApiError, type Client } from '@maru/contract/client';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Words } from '../../i18n/words.tsx';
import type { Account } from '../account.ts';
import { type OneTapParts, promptOneTap, signIn } from './one-tap.ts';

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

describe('the prompt', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  /** A page whose scripts load, with what Google's has been told. */
  function page(status: 'signed-out' | 'signed-in', scriptUrl: string) {
    const told: unknown[] = [];
    const id = {
      initialize: (options: object) => told.push(options),
      prompt: () => told.push('prompt'),
      cancel: () => told.push('cancel'),
    };
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 Chrome/130' });
    vi.stubGlobal('window', { google: { accounts: { id } } });
    vi.stubGlobal('document', {
      createElement: () => ({}),
      head: { append: (script: { onload: () => void }) => script.onload() },
    });
    const { parts } = world(() => Promise.reject(new Error('not asked')));
    const client = { prepareOneTap: async () => ({ clientId: 'own', nonce: 'n', scriptUrl }) };
    const account = { current: () => ({ status }) };
    const leave = new AbortController();
    const shown = promptOneTap({ ...parts, client, account } as unknown as OneTapParts, leave.signal);
    return { told, leave, shown };
  }

  test('chooses for nobody, stays when one clicks beside it, and goes with the page', async () => {
    const { told, leave, shown } = page('signed-out', 'https://script.example/1');
    await shown;
    expect(told).toMatchObject([
      { client_id: 'own', nonce: 'n', auto_select: false, cancel_on_tap_outside: false },
      'prompt',
    ]);
    leave.abort();
    expect(told.at(-1)).toBe('cancel');
  });

  test('is not there for one who has signed in while its script came', async () => {
    const { told, shown } = page('signed-in', 'https://script.example/2');
    await shown;
    expect(told).toEqual([]);
  });
});
