import type { Locale } from '@maru/words';

interface LoadedWords {
  messages: Record<string, string>;
  version: string;
}

/**
 * The words of a page, as its server has them now. When they cannot be had, that is logged (SPEC.md point 8) and the
 * bundled ones are used: what the owner has reworded since is then in the old words, and the page works.
 */
export async function loadWords(
  locale: Locale,
  {
    fetchWords,
    loadBundled,
    log,
  }: {
    fetchWords(): Promise<LoadedWords>;
    loadBundled(locale: Locale): Promise<Record<string, string>>;
    log(text: string, error: unknown): void;
  },
): Promise<LoadedWords> {
  try {
    return await fetchWords();
  } catch (error) {
    log('The words of this page could not be loaded; those that came with it are used.', error);
    return { messages: await loadBundled(locale), version: 'bundled' };
  }
}
