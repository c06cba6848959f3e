import { STORAGE_KEYS } from '../../browser/storage-keys.ts';
import { parseStored, StoredValue } from '../../browser/stored-value.ts';

const { most } = STORAGE_KEYS['maru/sought-words'];

const stored = new StoredValue<Readonly<Record<string, string>>>('maru/sought-words', {
  parse: (text) => {
    const kept = parseStored(text);
    const entries = typeof kept === 'object' && kept !== null ? Object.entries(kept) : [];
    return Object.fromEntries(entries.filter(([, words]) => typeof words === 'string'));
  },
  format: (kept) => (Object.keys(kept).length === 0 ? null : JSON.stringify(kept)),
});

/** The keywords of the search that led to a home, to mark them on its page, in this tab or another (rule R9). */
export function saveSoughtWords(homeId: string, words: string | undefined): void {
  const { [homeId]: last, ...rest } = stored.read();
  if (last === words) return;
  stored.update(() =>
    Object.fromEntries(
      [...Object.entries(rest), ...(words === undefined ? [] : [[homeId, words]])].slice(-most),
    ),
  );
}

/** Empty without keywords. */
export function loadSoughtWords(homeId: string): string {
  return stored.read()[homeId] ?? '';
}
