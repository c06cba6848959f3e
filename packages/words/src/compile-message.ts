import compile from 'icu-minify/compile';
import type { CompiledMessage } from './compiled-message.ts';

/** What a message must have to say anything but itself: most have none of it, and need no parser. */
const HAS_SYNTAX = /[{}'<]/;

/**
 * An ICU message as `formatCompiled` takes it: read once where there is time for it, so that no page carries the parser.
 * @throws where ICU cannot read it
 */
export function compileMessage(text: string): CompiledMessage {
  return HAS_SYNTAX.test(text) ? compile(text) : text;
}

/** All of them; one that cannot be read is handed to `onError` and left out. */
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
