import { brotliDecompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { EncodedBody } from '../http/encoded-body.ts';
import { registerErrors } from '../plugins/errors.ts';
import { ICON_NAMES } from '../site/icon-set.ts';
import { registerIconRoutes } from './icons.ts';

const app = Fastify();
registerErrors(app);
registerIconRoutes(app);
const ask = (path: string, headers = {}) => app.inject({ url: `/api/_nuxt_icon/${path}`, headers });

test('icons come in Iconify’s JSON, each once, and what is not there is named', async () => {
  const answer = await ask('maru.json?icons=house,pin,house,unicorn');
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    prefix: 'maru',
    icons: {
      house: { body: expect.stringMatching(/^<path d="[^"]+" fill="none" stroke="currentColor"/) },
      pin: { body: expect.any(String) },
    },
    not_found: ['unicorn'],
    width: 24,
    height: 24,
  });
  expect((await ask('maru.json?icons=pin&icons=house')).json().icons).toEqual(answer.json().icons);
  const all = await ask(`maru.json?icons=${ICON_NAMES.join(',')}`);
  expect(Object.keys(all.json().icons).length).toBe(ICON_NAMES.length);
  expect(ICON_NAMES).toContain('chevron-down');
});

test('they are kept for a day, and not sent again to who has them', async () => {
  const { headers } = await ask('maru.json?icons=house');
  expect(headers['cache-control']).toMatch(/^public, max-age=86400/);
  expect((await ask('maru.json?icons=house', { 'if-none-match': headers.etag })).statusCode).toBe(304);
});

test('the same names in another order have one body, made and compressed once', async () => {
  const made = vi.spyOn(EncodedBody.prototype, 'in');
  try {
    const names = ICON_NAMES.slice(0, 20);
    const headers = { 'accept-encoding': 'br' };
    const answers = [];
    for (const order of [names, names, names.toReversed(), [...names, ...names]])
      answers.push(await ask(`maru.json?icons=${order.join(',')}`, headers));
    expect(new Set(made.mock.contexts).size).toBe(1);
    for (const { headers, rawPayload } of answers) {
      expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
      expect(rawPayload).toEqual(answers[0]?.rawPayload);
    }
    expect(JSON.parse(brotliDecompressSync(answers[0]!.rawPayload).toString()).prefix).toBe('maru');
  } finally {
    made.mockRestore();
  }
});

test('a collection that we do not ship is 404, and a question that is none 400', async () => {
  for (const path of ['mdi.json?icons=home', 'maru?icons=house', '..%2fmaru.json?icons=house'])
    expect([path, (await ask(path)).statusCode]).toEqual([path, 404]);
  for (const query of [
    '',
    '?icons=',
    '?icons=,',
    '?icons=House',
    '?icons=a%00',
    `?icons=${'a,'.repeat(200)}a`,
  ]) {
    const answer = await ask(`maru.json${query}`);
    expect([query, answer.statusCode, answer.json().data.code]).toEqual([query, 400, 'invalid_request']);
  }
});
