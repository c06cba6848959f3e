import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Settings } from '../env.ts';
import { readJsonBody } from '../http/read-body.ts';

/** Request timeout in ms. */
const PATIENCE_MS = 10_000;
/** Maximum text length in characters; no listing's remarks are longer. */
const LONGEST = 20_000;
/** Maximum response length in characters: Korean is shorter than English, so more is not a translation. */
const LONGEST_ANSWER = 60_000;
const MAX_BYTES = 512 * 1024;
/** Size of the cache. */
const MAX_KEPT = 500;

/** Translates English to Korean. */
export interface Translator {
  /** The provider's host, for attribution. */
  readonly host: string;
  /** @throws TranslationFailed */
  translate(text: string): Promise<string>;
}

/**
 * The provider rejected the request, failed, timed out or returned something else than a translation. Contains no text.
 */
export class TranslationFailed extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'TranslationFailed';
  }
}

/**
 * Client for the LibreTranslate API (`POST /translate`) at TRANSLATION_URL; null when not configured. Concurrent equal
 * requests are merged, and responses are kept in an LRU cache. Never logs text.
 */
export function createTranslator(
  settings: Pick<Settings, 'translation'>,
  { patience = PATIENCE_MS, most = MAX_KEPT } = {},
): Translator | null {
  const { translation } = settings;
  if (translation === null) return null;
  const kept = new LRUCache<string, Promise<string>>({ max: most });
  return {
    host: new URL(translation.url).host,
    translate: (text) => {
      const key = createHash('sha256').update(text).digest('base64');
      const known = kept.get(key);
      if (known !== undefined) return known;
      const answer = ask(translation, text, patience);
      kept.set(key, answer);
      answer.catch(() => kept.peek(key) === answer && kept.delete(key));
      return answer;
    },
  };
}

async function ask(
  { url, key }: NonNullable<Settings['translation']>,
  text: string,
  patience: number,
): Promise<string> {
  if (text.length > LONGEST) throw new TranslationFailed('too long');
  let body: unknown;
  try {
    const answer = await fetch(`${url}/translate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({
        q: text,
        source: 'en',
        target: 'ko',
        format: 'text',
        ...(key === '' ? {} : { api_key: key }),
      }),
      signal: AbortSignal.timeout(patience),
      // The API key must not follow a redirect.
      redirect: 'error',
    });
    if (!answer.ok) {
      await answer.body?.cancel();
      throw new TranslationFailed(`status ${answer.status}`);
    }
    body = await readJsonBody(answer, MAX_BYTES);
  } catch (error) {
    if (error instanceof TranslationFailed) throw error;
    throw new TranslationFailed(error instanceof Error ? error.name : 'unknown');
  }
  const said = (body as { translatedText?: unknown } | null)?.translatedText;
  if (typeof said !== 'string' || said.trim() === '' || said.length > LONGEST_ANSWER) {
    throw new TranslationFailed('no translation');
  }
  return said.trim();
}
