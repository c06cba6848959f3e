import { createHash } from 'node:crypto';
import enUS from './en-US.json' with { type: 'json' };
import koKR from './ko-KR.json' with { type: 'json' };
import type { Locale } from './locale.ts';
import type { Catalogue } from './message-key.ts';

/** Typed by English: a missing Korean key is a type error. */
export const CATALOGUES: Record<Locale, Catalogue> = { en: enUS, ko: koKR };

/** Makes the catalog's URL immutable. */
export function catalogueVersion(catalogue: Record<string, string>): string {
  return createHash('sha256').update(JSON.stringify(catalogue)).digest('base64url').slice(0, 10);
}
