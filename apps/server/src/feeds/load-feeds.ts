import { readFile } from 'node:fs/promises';
import { type FeedSettings, findIdleRules, parseFeedSettings } from '@maru/mls';
import { SettingsError } from '../env.ts';

/**
 * Loads the feeds of `MARU_FEEDS`. Invalid feeds are skipped and reported with `say`.
 * @throws SettingsError when the file is missing or not JSON, or names a display rule that nothing obeys
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
  const idle = findIdleRules(json);
  if (idle.length > 0) throw new SettingsError(idle);
  const { feeds, errors } = parseFeedSettings(json);
  for (const error of errors) say(error);
  return feeds;
}
