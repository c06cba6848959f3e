import type { CompiledMessage, Locale, WordPart } from '@maru/words';

/** The words that a browser has got so far; `messages` grows as parts come. */
export interface LoadedWords {
  readonly messages: Readonly<Record<string, CompiledMessage>>;
  /**
   * Fulfilled when all of the parts are there. Each is asked for until the server has given it; those asked for together
   * come together.
   */
  load(parts: readonly WordPart[]): Promise<void>;
}

/**
 * The words of pages, as the server has them now. When they cannot be had, that is logged (rule S8.2) and the
 * bundled ones are used: what the owner has reworded since is then in the old words until a later page can ask, and the
 * page works.
 */
export function createLoadedWords(
  locale: Locale,
  {
    fetchParts,
    loadBundled,
    log,
  }: {
    fetchParts(parts: readonly WordPart[]): Promise<Readonly<Record<string, CompiledMessage>>>;
    loadBundled(locale: Locale): Promise<Readonly<Record<string, CompiledMessage>>>;
    log(text: string, error: unknown): void;
  },
): LoadedWords {
  const messages: Record<string, CompiledMessage> = {};
  const asked = new Map<WordPart, Promise<void>>();
  /** Whoever goes to such a page again may have more luck. */
  const forget = (parts: readonly WordPart[]) => {
    for (const part of parts) asked.delete(part);
  };
  const fetchInto = async (parts: readonly WordPart[]) => {
    try {
      Object.assign(messages, await fetchParts(parts));
    } catch (error) {
      log('The words of this page could not be loaded; those that came with it are used.', error);
      const bundled = await loadBundled(locale);
      for (const [key, message] of Object.entries(bundled)) messages[key] ??= message;
      forget(parts);
    }
  };
  return {
    messages,
    load: async (parts) => {
      const missing = parts.filter((part) => !asked.has(part));
      if (missing.length > 0) {
        const work = fetchInto(missing).catch((error: unknown) => {
          forget(missing);
          throw error;
        });
        for (const part of missing) asked.set(part, work);
      }
      await Promise.all(parts.map((part) => asked.get(part)));
    },
  };
}
