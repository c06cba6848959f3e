import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isPageAddress } from '../http/page-address.ts';
import { registerDevPages } from './dev-pages.ts';

let webDist: string;
beforeAll(async () => {
  webDist = await mkdtemp(join(tmpdir(), 'maru-dev-pages-'));
  await mkdir(join(webDist, 'dev'));
  await writeFile(join(webDist, 'dev/ui.html'), '<!doctype html><title>UI</title>');
});
afterAll(() => rm(webDist, { recursive: true }));

async function ask(mode: 'trial' | 'production' | 'development', url: string) {
  const app = Fastify();
  await registerDevPages(app, { mode, webDist });
  const answer = await app.inject(url);
  await app.close();
  return answer;
}

test('in trial mode the page of the primitives is there', async () => {
  const { statusCode, headers, body } = await ask('trial', '/dev/ui?locale=ko');
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toMatch(/^text\/html/);
  expect(headers['content-security-policy']).toContain("default-src 'self'");
  expect(body).toContain('<title>UI</title>');
});

test.each(['production', 'development'] as const)('in %s it answers as any unknown address', async (mode) => {
  const [page, unknown] = [await ask(mode, '/dev/ui'), await ask(mode, '/dev/xx')];
  expect(page.statusCode).toBe(404);
  expect(page.body.replace('/dev/ui', '/dev/xx')).toBe(unknown.body);
});

test('no address below /dev is one of a page of the site', () => {
  expect(isPageAddress('/dev/ui')).toBe(false);
  expect(isPageAddress('/dev')).toBe(false);
  expect(isPageAddress('/devon-pa')).toBe(true);
});
