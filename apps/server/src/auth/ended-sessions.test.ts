import type { Revocation } from '@maru/store';
import { expect, test } from 'vitest';
import { EndedSessions } from './ended-sessions.ts';

const LIFETIME = 900_000;

test('what a process has committed itself is forgotten when the tokens have expired, also where no list is read', async () => {
  let now = Date.parse('2026-11-22T18:00:00Z');
  let tell: (revocation: Revocation) => void = () => undefined;
  let isAway = false;
  const ended = new EndedSessions({
    store: {
      sessions: {
        listRevoked: async () => {
          if (isAway) throw new Error('away');
          return { sessions: [], roles: [] };
        },
      } as never,
      onSessionChange: () => () => undefined,
      onRevocation: (listener) => {
        tell = listener;
        return () => undefined;
      },
    },
    lifetime: LIFETIME,
    now: () => now,
  });
  const has = (sessionId: string) => ended.has({ sessionId, userId: 'somebody', role: 'user' });
  expect(await has('one')).toBe(false);
  isAway = true;
  tell({ sessions: ['one'], roles: [] });
  now += LIFETIME;
  tell({ sessions: ['two'], roles: [] });
  expect([await has('one'), await has('two')]).toEqual([true, true]);
  now += 60_001;
  tell({ sessions: ['three'], roles: [] });
  expect([await has('one'), await has('two'), await has('three')]).toEqual([false, true, true]);
});
