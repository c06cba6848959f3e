import { createHash } from 'node:crypto';
import enUS from './en-US.json' with { type: 'json' };
import koKR from './ko-KR.json' with { type: 'json' };
import type { Locale } from './locale.ts';
import type { Catalogue } from './message-key.ts';

/** The bundled words of both languages, typed from English: a key missing in Korean fails the type check. */
export const CATALOGUES: Record<Locale, Catalogue> = { en: enUS, ko: koKR };

/** A short hash of a catalogue: the same words have the same address and are cached for ever. */
export function catalogueVersion(catalogue: Record<string, string>): string {
  return createHash('sha256').update(JSON.stringify(catalogue)).digest('base64url').slice(0, 10);
}
