import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadFeeds } from './load-feeds.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maru-feeds-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function load(display: object) {
  const file = join(folder, 'feeds.json');
  const broker = { name: 'Maru', licenseNumber: '01234567', phone: '714', email: 'a@b.test' };
  const rules = { advertisingBroker: broker, source: 'KC MLS', disclaimer: 'Reliable.', ...display };
  const feed = {
    dataset: 'kc',
    provider: 'reso',
    baseUrl: 'https://mls.example',
    token: 'x',
    display: rules,
  };
  await writeFile(file, JSON.stringify([feed]));
  return await loadFeeds(file, () => undefined);
}

test('a display rule that nothing obeys stops the start and is named', async () => {
  const obeyed = { maxResults: 500, labels: { logoUrl: 'https://mls.example/logo.png' } };
  expect(await load(obeyed)).toMatchObject([{ display: obeyed }]);
  await expect(load({ maxPhotos: 1, labels: { agent: 'Courtesy of' } })).rejects.toThrow(
    /"kc": display\.maxPhotos is not supported.*\n.*display\.labels\.agent is not supported/,
  );
});
