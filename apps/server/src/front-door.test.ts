import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import type { RequestKind } from './admission.ts';
import { CallLimits } from './call-limits.ts';
import { parseSettings } from './env.ts';
import { frontDoor } from './front-door.ts';

test.each([
  ['page', '/homes'],
  ['page', '/og/ko/search.jpg'],
  ['page', '/ko-KR-sitemap-2.xml'],
  ['page', '/en-US-sitemap.xml?again'],
  ['page', '/sitemap.xml'],
  ['file', '/media/0123456789012345678901/320.avif'],
  [undefined, '/robots.txt'],
  [undefined, '/maru/v1/home?homeId=h1'],
])('what is made for each who asks is counted, as %s: %s', (budget, url) => {
  const counted: string[] = [];
  const limits = {
    spendOfAddress: (name: string) => {
      counted.push(name);
      return { allowance: { left: 1, reset: 1 } };
    },
  };
  const settings = parseSettings({ MARU_MODE: 'trial' });
  const parts = { settings, limits, admission: { enter: () => () => undefined }, lists: {}, metrics: {} };
  const request = { url, method: 'GET', headers: {}, socket: { remoteAddress: '127.0.0.1' } };
  frontDoor(parts as never, () => undefined)(
    request as unknown as IncomingMessage,
    new EventEmitter() as unknown as ServerResponse,
  );
  expect(counted).toEqual(budget === undefined ? [] : [budget]);
});

/** What a request is to admission; `always` when that is not asked. */
function kindOf(url: string, method = 'GET'): RequestKind | 'always' {
  const settings = parseSettings({ MARU_MODE: 'trial' });
  let kind: RequestKind | 'always' = 'always';
  const admission = {
    isDraining: false,
    enter: (asked: RequestKind) => {
      kind = asked;
      return () => undefined;
    },
  };
  const parts = { settings, limits: new CallLimits(settings), admission, lists: {}, metrics: {} };
  const handle = frontDoor(parts as never, () => undefined);
  const request = { url, method, headers: {}, socket: { remoteAddress: '127.0.0.1' } };
  handle(request as unknown as IncomingMessage, new EventEmitter() as unknown as ServerResponse);
  return kind;
}

test.each<[RequestKind | 'always', string, string?]>([
  ['always', '/healthz'],
  ['always', '/readyz?full=1'],
  ['always', '/assets/entry.js'],
  ['always', '/api/_nuxt_icon/lucide.json?icons=x'],
  ['file', '/media/0123456789012345678901/320.avif'],
  ['file', '/uploads/a.webp?expires=1&signature=x'],
  ['file', '/uploads/youtube/x.webp', 'HEAD'],
  // Whoever sends pictures is let in as for any call.
  ['apart', '/uploads/a?signature=x', 'PUT'],
  ['apart', '/maru/v1/home/remarks?homeId=x'],
  ['timed', '/maru/v1/home/list'],
  ['timed', '/homes'],
  // What those inside read as something else than it seems.
  ['timed', '/assets/../homes'],
  ['timed', '/assets/%2e%2e/homes'],
  ['timed', '/assets\\..\\homes'],
  ['timed', '/%61ssets/homes'],
  ['timed', '/assets%2F..%2Fhomes'],
  ['timed', '/media/../maru/v1/home/list'],
  ['timed', '/%6dedia/0123456789012345678901/320.avif'],
  ['timed', '/healthzz'],
])('is let in as %s: %s', (kind, url, method) => {
  expect(kindOf(url, method)).toBe(kind);
});
