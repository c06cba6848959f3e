import { readFile } from 'node:fs/promises';
import { type FeedSettings, parseFeedSettings } from '@maru/mls';
import { SettingsError } from '../env.ts';

/**
 * Loads the feeds of `MARU_FEEDS`. Invalid feeds are skipped and reported with `say`.
 * @throws SettingsError when the file is missing or not JSON
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
      say(`Feed "${feed.dataset}": display.${name} is not supported by this version and has no effect.`);
    }
  }
  return feeds;
}

/** Display settings that are not implemented yet: reported, so that nobody relies on them. */
function idleSettings({ display }: FeedSettings): string[] {
  return [...(Object.keys(display.labels).length === 0 ? [] : ['labels'])];
}
