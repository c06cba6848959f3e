import type { CompiledMessage, Locale, WordPart } from '@maru/words';

/** The messages that a browser has loaded; `messages` grows with each part. */
export interface LoadedWords {
  readonly messages: Readonly<Record<string, CompiledMessage>>;
  /** Loads the missing parts, in one request. A part that failed is requested again by the next call. */
  load(parts: readonly WordPart[]): Promise<void>;
}

/**
 * Loads messages from the server, with the owner's changes. If that fails, it logs (rule S8.2) and uses the bundled messages, without
 * those changes.
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

/** The query of `/translation` for some parts: the same text in the document, which preloads it, and in the script. */
export function wordsQuery(locale: Locale, version: string, parts: readonly WordPart[]): string {
  return `locale=${locale}&v=${version}&form=compiled&parts=${parts.join(',')}`;
}
