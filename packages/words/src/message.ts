import { compileMessage } from './compile-message.ts';
import { type CompiledMessage, formatCompiled, type MessageValues } from './compiled-message.ts';
import { bundledWord, onWords, wordsNow } from './laid-words.ts';
import { LANGUAGE_TAGS, type Locale } from './locale.ts';
import type { MessageKey } from './message-key.ts';
import { withParticles } from './particles.ts';

const compiled = new Map<string, CompiledMessage>();
onWords(() => compiled.clear());

/** Outside React (API errors, emails). An edited message that fails to format is replaced by the bundled one. */
export function formatMessage(locale: Locale, key: MessageKey, values: MessageValues = {}): string {
  const id = `${locale}|${key}`;
  let text: string;
  try {
    let message = compiled.get(id);
    if (message === undefined) {
      message = compileMessage(wordsNow(locale)[key]);
      compiled.set(id, message);
    }
    text = formatCompiled(message, LANGUAGE_TAGS[locale], values);
  } catch (error) {
    if (wordsNow(locale)[key] === bundledWord(locale, key)) throw error;
    text = formatCompiled(compileMessage(bundledWord(locale, key)), LANGUAGE_TAGS[locale], values);
  }
  return locale === 'ko' ? withParticles(text) : text;
}
