import { readFile } from 'node:fs/promises';
import { type FeedSettings, parseFeedSettings } from '@maru/mls';
import { SettingsError } from '../env.ts';

/**
 * The feeds of `MARU_FEEDS`. A feed that cannot start is left out, and `say` tells why.
 * @throws SettingsError when there is no such file, or it is not JSON
 */
export async function loadFeeds(file: string, say: (line: string) => void): Promise<FeedSettings[]> {
  if (file === '') return [];
  const text = await readFile(file, 'utf8').catch((cause) => {
    throw new SettingsError([`MARU_FEEDS names a file that cannot be read: ${cause.code ?? cause.message}`]);
  });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new SettingsError(['MARU_FEEDS names a file that is not JSON.']);
  }
  const { feeds, errors } = parseFeedSettings(json);
  for (const error of errors) say(error);
  for (const feed of feeds) {
    for (const name of idleSettings(feed)) {
      say(`Feed "${feed.dataset}": display.${name} is kept, but this version does not act on it.`);
    }
  }
  return feeds;
}

/** Display settings that an owner has given and that nothing here obeys yet: better said than believed. */
function idleSettings({ display }: FeedSettings): string[] {
  return [...(Object.keys(display.labels).length === 0 ? [] : ['labels'])];
}
