export { type CompiledMessage, formatCompiled, type MessageValues } from './compiled-message.ts';
export {
  barePath,
  LANGUAGE_TAGS,
  LOCALE_COOKIE,
  LOCALES,
  type Locale,
  localeOfPath,
  localePath,
  parseLocale,
} from './locale.ts';
export {
  formatManDollars,
  formatNumber,
  formatShortUsd,
  formatShortWon,
  formatUsd,
  formatWon,
  toAcres,
  toPyeong,
  toSquareMeters,
} from './measures.ts';
export type { Catalogue, MessageKey } from './message-key.ts';
export { withParticles } from './particles.ts';
export type { WordPart } from './word-parts.ts';
