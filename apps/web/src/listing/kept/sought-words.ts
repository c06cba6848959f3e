import { parseStored, StoredValue } from '../../browser/stored-value.ts';

const stored = new StoredValue<{ homeId?: unknown; words?: unknown } | null>('maru/sought-words', {
  area: 'session',
  parse: (text) => (parseStored(text) as { homeId?: unknown; words?: unknown } | undefined) ?? null,
  format: (kept) => (kept === null ? null : JSON.stringify(kept)),
});

/** The words that led to a home, for its page in this tab: there they are marked (rule R9). */
export function saveSoughtWords(homeId: string, words: string | undefined): void {
  stored.update(() => (words === undefined ? null : { homeId, words }));
}

/** Empty when none led to it. */
export function loadSoughtWords(homeId: string): string {
  const kept = stored.read();
  return kept?.homeId === homeId && typeof kept.words === 'string' ? kept.words : '';
}
