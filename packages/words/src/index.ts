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
  acresOf,
  formatManDollars,
  formatNumber,
  formatShortUsd,
  formatShortWon,
  formatUsd,
  formatWon,
  pyeongOf,
  squareMetersOf,
} from './measures.ts';
export type { Catalogue, MessageKey } from './message-key.ts';
export { withParticles } from './particles.ts';
export type { WordPart } from './word-parts.ts';
