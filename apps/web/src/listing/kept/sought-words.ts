import { parseStored, StoredValue } from '../../browser/stored-value.ts';

const stored = new StoredValue<{ homeId?: unknown; words?: unknown } | null>('maru/sought-words', {
  area: 'session',
  parse: (text) => (parseStored(text) as { homeId?: unknown; words?: unknown } | undefined) ?? null,
  format: (kept) => (kept === null ? null : JSON.stringify(kept)),
});

/** The keywords of the search that led to a home, to mark them on its page in this tab (rule R9). */
export function saveSoughtWords(homeId: string, words: string | undefined): void {
  stored.update(() => (words === undefined ? null : { homeId, words }));
}

/** Empty without keywords. */
export function loadSoughtWords(homeId: string): string {
  const kept = stored.read();
  return kept?.homeId === homeId && typeof kept.words === 'string' ? kept.words : '';
}
