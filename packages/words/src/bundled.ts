import { compileMessages } from './compile-message.ts';
import type { CompiledMessage } from './compiled-message.ts';
import type { Locale } from './locale.ts';

/** Loads the bundled messages on demand, for browsers that cannot load the server's. */
export async function loadBundledWords(locale: Locale): Promise<Record<string, CompiledMessage>> {
  const module =
    locale === 'ko'
      ? await import('./ko-KR.json', { with: { type: 'json' } })
      : await import('./en-US.json', { with: { type: 'json' } });
  return compileMessages(module.default);
}
