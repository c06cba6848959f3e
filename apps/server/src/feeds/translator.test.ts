import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTranslator, TranslationFailed } from './translator.ts';

let server: Server;
let url: string;
let asked: Record<string, unknown>[];
/** What the stand-in answers; undefined: it never does. */
let answer: { status: number; body: string } | undefined;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    asked.push({ ...JSON.parse(text), path: `${request.method} ${request.url}` });
    if (answer !== undefined) {
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = [];
  answer = { status: 200, body: JSON.stringify({ translatedText: ' 공원 근처의 밝은 집. ' }) };
});

const translator = (key = '', options = {}) => createTranslator({ translation: { url, key } }, options)!;

test('there is no translator where none is set', () => {
  expect(createTranslator({ translation: null })).toBeNull();
});

test('asks as LibreTranslate is asked, once for the same text, and with the key only where there is one', async () => {
  const plain = translator();
  expect(plain.host).toBe(new URL(url).host);
  const text = 'A bright home\nnear the park.';
  const both = await Promise.all([plain.translate(text), plain.translate(text)]);
  expect([...both, await plain.translate(text)]).toEqual(Array(3).fill('공원 근처의 밝은 집.'));
  const question = { q: text, source: 'en', target: 'ko', format: 'text', path: 'POST /v1/translate' };
  expect(asked).toEqual([question]);
  await translator('a-key').translate(text);
  expect(asked[1]).toEqual({ ...question, api_key: 'a-key' });
});

test('forgets what was asked least recently', async () => {
  const small = translator('', { most: 2 });
  for (const text of ['a', 'b', 'a', 'c', 'a', 'b']) await small.translate(text);
  expect(asked.map(({ q }) => q)).toEqual(['a', 'b', 'c', 'b']);
});

test('fails, and asks again the next time, when the provider refuses or says what is no translation', async () => {
  const one = translator();
  for (const bad of [
    { status: 403, body: '{"error":"Invalid API key"}' },
    { status: 500, body: 'a broken home' },
    { status: 200, body: 'not JSON' },
    { status: 200, body: 'null' },
    { status: 200, body: '{"translatedText":["a"]}' },
    { status: 200, body: '{"translatedText":"  "}' },
    { status: 200, body: JSON.stringify({ translatedText: '가'.repeat(60_001) }) },
  ]) {
    answer = bad;
    await expect(one.translate('A secret garden')).rejects.toThrow(TranslationFailed);
    await expect(one.translate('A secret garden')).rejects.not.toThrow(/secret|Invalid|broken/);
  }
  answer = { status: 200, body: '{"translatedText":"비밀 정원"}' };
  expect(await one.translate('A secret garden')).toBe('비밀 정원');
});

test('does not wait for a silent provider, and sends nothing that is too long', async () => {
  answer = undefined;
  await expect(translator('', { patience: 50 }).translate('a')).rejects.toThrow(TranslationFailed);
  asked = [];
  await expect(translator().translate('a'.repeat(20_001))).rejects.toThrow('too long');
  expect(asked).toEqual([]);
});
