import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Settings } from '../env.ts';
import { readJsonBody } from '../http/read-body.ts';

/** A letter to the translator is given up after so long. */
const PATIENCE_MS = 10_000;
/** Letters; a listing's remarks have no more. */
const LONGEST = 20_000;
/** Korean is shorter than English: what is far longer is no translation. */
const LONGEST_ANSWER = 60_000;
const MOST_BYTES = 512 * 1024;
/** Translations kept: what one reader asked for the next one has at once. */
const MOST_KEPT = 500;

/** Puts English into Korean. */
export interface Translator {
  /** Whose work it is, as readers are told: a host. */
  readonly host: string;
  /** @throws TranslationFailed */
  translate(text: string): Promise<string>;
}

/** The provider refused, broke, was silent, or said what is no translation. Holds nothing of the text. */
export class TranslationFailed extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'TranslationFailed';
  }
}

/**
 * The provider of TRANSLATION_URL, which speaks LibreTranslate's API (`POST /translate`); null where none is set. Of what
 * is being asked already one question is made; what was answered is kept in memory, the least recently asked for going
 * first. No text is logged.
 */
export function createTranslator(
  settings: Pick<Settings, 'translation'>,
  { patience = PATIENCE_MS, most = MOST_KEPT } = {},
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
      // A key goes nowhere else.
      redirect: 'error',
    });
    if (!answer.ok) {
      await answer.body?.cancel();
      throw new TranslationFailed(`status ${answer.status}`);
    }
    body = await readJsonBody(answer, MOST_BYTES);
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
