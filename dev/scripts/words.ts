import { closeSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Adds or changes messages in both catalogs at once, so that neither lacks one: `echo '{"front.title": ["Homes",
 * "매물"]}' | node dev/scripts/words.ts`; `null` removes a key. Keys are kept sorted. Concurrent runs are serialized by
 * a lock.
 */
const folder = new URL('../../packages/words/src/', import.meta.url);
const lock = new URL('.words.lock', folder);

for (let tries = 0; ; tries += 1) {
  try {
    closeSync(openSync(lock, 'wx'));
    break;
  } catch {
    if (tries > 100)
      throw new Error(
        'the lock is held by another run; if there is none, delete packages/words/src/.words.lock',
      );
    await sleep(50);
  }
}
try {
  const given = JSON.parse(readFileSync(0, 'utf8')) as Record<string, [en: string, ko: string] | null>;
  for (const [index, name] of ['en-US.json', 'ko-KR.json'].entries()) {
    const file = new URL(name, folder);
    const words = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    for (const [key, pair] of Object.entries(given)) {
      if (pair === null) delete words[key];
      else words[key] = pair[index as 0 | 1];
    }
    const sorted = Object.fromEntries(Object.entries(words).sort(([a], [b]) => (a < b ? -1 : 1)));
    const next = new URL(`${name}.next`, folder);
    writeFileSync(next, `${JSON.stringify(sorted, null, 2)}\n`);
    renameSync(next, file);
  }
  process.stdout.write(`${Object.keys(given).length} messages written\n`);
} finally {
  rmSync(lock, { force: true });
}
