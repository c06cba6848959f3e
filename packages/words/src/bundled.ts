import type { Locale } from './locale.ts';
import type { Catalogue } from './message-key.ts';

/** The words that came with the code, loaded only when asked: for a browser that cannot have those of the server. */
export async function loadBundledWords(locale: Locale): Promise<Catalogue> {
  const module =
    locale === 'ko'
      ? await import('./ko-KR.json', { with: { type: 'json' } })
      : await import('./en-US.json', { with: { type: 'json' } });
  return module.default;
}
