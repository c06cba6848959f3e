import compile from 'icu-minify/compile';
import type { CompiledMessage } from './compiled-message.ts';

/** Characters of ICU syntax; most messages contain none and need no parser. */
const HAS_SYNTAX = /[{}'<]/;

/**
 * Compiles an ICU message for `formatCompiled`, so that pages need no parser.
 * @throws when the syntax is invalid
 */
export function compileMessage(text: string): CompiledMessage {
  return HAS_SYNTAX.test(text) ? compile(text) : text;
}

/** Compiles all messages; invalid ones are passed to `onError` and omitted. */
export function compileMessages(
  messages: Readonly<Record<string, string>>,
  onError: (error: Error, key: string) => void = (error) => {
    throw error;
  },
): Record<string, CompiledMessage> {
  const compiled: Record<string, CompiledMessage> = {};
  for (const [key, text] of Object.entries(messages)) {
    try {
      compiled[key] = compileMessage(text);
    } catch (error) {
      onError(error as Error, key);
    }
  }
  return compiled;
}
