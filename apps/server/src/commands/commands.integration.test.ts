import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FeedSettings } from '@maru/mls';
import { createTestDatabase, type TestDatabase } from '@maru/store/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Line, startLine } from '../../../../dev/line/line.ts';

let database: TestDatabase;
let line: Line;
beforeAll(async () => {
  database = await createTestDatabase();
  line = await startLine({ databaseUrl: database.databaseUrl, size: 120, feeds: ['bridge', 'slipstream'] });
  await line.follow();
});
afterAll(async () => {
  // What was started ends, even when the rest could not start.
  await (line as Line | undefined)?.close();
  await (database as TestDatabase | undefined)?.drop();
});

/** A command as `npm run` starts it, with these feeds configured. */
async function run(name: string, args: string[], feeds: FeedSettings[], databaseUrl = database.databaseUrl) {
  const { dataDir } = line.parts.settings;
  const file = join(dataDir, 'feeds.json');
  await writeFile(file, JSON.stringify(feeds));
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    MARU_FEEDS: file,
  };
  const command = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  return await new Promise<{ code: number; out: string; err: string }>((done) => {
    execFile(process.execPath, [command, ...args], { env }, (error, out, err) => {
      done({ code: error === null ? 0 : Number(error.code), out, err });
    });
  });
}

async function pictureOf(dataset: string): Promise<string> {
  const { store } = line.parts;
  const { rows } = await store.pool.query<{ id: string }>(
    'select media_id as id from media where dataset = $1 limit 1',
    [dataset],
  );
  return await pictureWith(rows[0]!.id);
}

async function pictureWith(id: string): Promise<string> {
  const { settings } = line.parts;
  const folder = join(settings.dataDir, 'pictures', id.slice(0, 2));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${id}-320.avif`), 'x');
  return join(folder, `${id}-320.avif`);
}

async function datasetsShown(): Promise<Set<string>> {
  const shown = new Set<string>();
  for (const searchType of ['sale', 'rent']) {
    for (let page = 1; page < 6; page += 1) {
      const { listings } = await line.list(
        `searchType=${searchType}&status=active,pending,coming&page=${page}`,
      );
      for (const card of listings) shown.add(card.dataset);
    }
  }
  return shown;
}

test('a purge ends a licence beside a running server, and one turn of replication brings the dataset back', async () => {
  const feeds = ['sample', 'sample-two'].map((dataset) => line.feed(dataset).settings);
  const others = feeds.filter((feed) => feed.dataset !== 'sample');
  const [ours, theirs] = [await pictureOf('sample'), await pictureOf('sample-two')];
  // Of a photo that its agent has replaced since: no row knows it any more.
  const replaced = await pictureWith('AAAAreplaced-long-ago_');
  expect(await datasetsShown()).toEqual(new Set(['sample', 'sample-two']));

  const refused = await run('purge', ['dataset', 'sample'], feeds);
  expect(refused.code).toBe(1);
  expect(refused.err).toMatch(/Nothing was deleted.*MARU_FEEDS/);
  expect(await datasetsShown()).toEqual(new Set(['sample', 'sample-two']));

  const purged = await run('purge', ['dataset', 'sample'], others);
  expect({ code: purged.code, err: purged.err }).toEqual({ code: 0, err: '' });
  expect(purged.out).toMatch(/Deleted: [\d,]+ listings.*2 picture files\./s);
  await line.untilFollowed();
  expect(await datasetsShown()).toEqual(new Set(['sample-two']));
  expect([ours, replaced, theirs].map((file) => existsSync(file))).toEqual([false, false, true]);
  expect((await line.parts.store.datasets()).map(({ dataset }) => dataset)).toEqual(['sample-two']);

  const again = await run('purge', ['dataset', 'sample'], others);
  expect(again).toMatchObject({ code: 1, err: 'There is nothing of a dataset "sample" here.\n' });

  const back = await run('replicate', ['--dataset', 'sample', '--once'], feeds);
  expect({ code: back.code, err: back.err }).toEqual({ code: 0, err: '' });
  expect(back.out).toMatch(/sample: \d+ rows read, \d+ changes/);
  expect(back.out).toMatch(/0 removed, 0 fetched, 0 missing\n/);
  await line.untilFollowed();
  expect(await datasetsShown()).toEqual(new Set(['sample', 'sample-two']));
}, 60_000);

test('a command that is not understood says how it is used, in one line', async () => {
  const feeds = [line.feed('sample').settings];
  for (const [name, args, said] of [
    ['purge', [], 'npm run purge -- dataset X [--yes]\n'],
    [
      'replicate',
      ['--dataset', 'sample'],
      'npm run replicate -- --dataset x --once [--anew] [--accept-shrink]\n',
    ],
    ['replicate', ['--dataset', 'nope', '--once'], 'MARU_FEEDS has no dataset "nope".\n'],
    ['quarantine', ['--dataset', 'nope'], 'There is no dataset "nope" here.\n'],
  ] as const) {
    expect(await run(name, [...args], feeds)).toMatchObject({ code: 1, out: '', err: said });
  }
  const told = await run('quarantine', ['--dataset', 'sample', '--replay'], feeds);
  expect(told).toMatchObject({ code: 0, err: '' });
  expect(told.out).toMatch(
    /\d+ replayed, \d+ still unreadable\.\n\d+ records of "sample" are in quarantine\./,
  );
}, 60_000);

test('a backup beside the running server stands in another database after one command', async () => {
  const folder = join(line.parts.settings.dataDir, 'backup');
  const written = await run('backup', [folder], []);
  expect(written).toMatchObject({ code: 0, err: '' });
  expect(written.out).toMatch(/^Wrote \d+ tables, \d+ rows, \d+ KB, as of .*\.\n$/);
  const full = await run('restore', [folder], []);
  expect(full).toMatchObject({ code: 1, out: '' });
  expect(full.err).toMatch(/^The store is not empty \(\w+\): restore into an empty database\.\n$/);
  const empty = await createTestDatabase();
  try {
    const restored = await run('restore', [folder], [], empty.databaseUrl);
    expect(restored.out).toBe(written.out.replace('Wrote', 'Restored'));
  } finally {
    await empty.drop();
  }
});

test('a backup removes old ones beside it only while the clock is not in doubt', async () => {
  const { store, settings } = line.parts;
  const beside = join(settings.dataDir, 'backups');
  await mkdir(beside);
  const path = (name: string) => join(beside, name);
  expect((await run('backup', [path('old')], [])).code).toBe(0);
  const manifest = path('old/manifest.json');
  const takenAt = new Date(Date.now() - 100 * 86_400_000).toISOString();
  await writeFile(manifest, JSON.stringify({ ...JSON.parse(await readFile(manifest, 'utf8')), takenAt }));
  const noteClock = (notedAt: Date) =>
    store.pool.query(
      `insert into clock_check values ('jobs', $1, $1::timestamptz - interval '30 days')
       on conflict (clock_id) do update set noted_at = excluded.noted_at, steady_since = excluded.steady_since`,
      [notedAt],
    );
  await noteClock(new Date(Date.now() - 2 * 86_400_000));
  const doubted = await run('backup', [path('one')], []);
  expect(doubted).toMatchObject({ code: 0, err: '' });
  expect(doubted.out).toContain('Kept older backups');
  expect(existsSync(manifest)).toBe(true);
  await noteClock(new Date());
  expect((await run('backup', [path('two')], [])).out).toContain('Removed old');
  expect(existsSync(manifest)).toBe(false);
  await store.pool.query('delete from clock_check');
});
