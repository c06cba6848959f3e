import compile from 'icu-minify/compile';
import type { CompiledMessage } from './compiled-message.ts';

const HAS_SYNTAX = /[{}'<]/;

/** @throws when the syntax is invalid */
export function compileMessage(text: string): CompiledMessage {
  return HAS_SYNTAX.test(text) ? compile(text) : text;
}

/** Invalid messages are passed to `onError` and omitted. */
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
