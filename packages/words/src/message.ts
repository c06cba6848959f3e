import { IntlMessageFormat } from 'intl-messageformat';
import { CATALOGUES } from './catalogue.ts';
import { LANGUAGE_TAGS, type Locale } from './locale.ts';
import type { MessageKey } from './message-key.ts';
import { withParticles } from './particles.ts';

const compiled = new Map<string, IntlMessageFormat>();

/** A message for people outside a React tree (API errors, mail). Values fill its ICU placeholders. */
export function formatMessage(
  locale: Locale,
  key: MessageKey,
  values: Record<string, string | number> = {},
): string {
  const id = `${locale}|${key}`;
  let message = compiled.get(id);
  if (message === undefined) {
    message = new IntlMessageFormat(CATALOGUES[locale][key], LANGUAGE_TAGS[locale]);
    compiled.set(id, message);
  }
  const text = String(message.format(values));
  return locale === 'ko' ? withParticles(text) : text;
}
