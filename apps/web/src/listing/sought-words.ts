const KEY = 'maru/sought-words';

/** The words that led to a home, for its page in this tab: there they are marked (R9). */
export function keepSoughtWords(homeId: string, words: string | undefined): void {
  try {
    if (words === undefined) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify({ homeId, words }));
  } catch {
    // Then they are not marked, which is all that is lost.
  }
}

/** Empty when none led to it. */
export function loadSoughtWords(homeId: string): string {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return kept?.homeId === homeId && typeof kept.words === 'string' ? kept.words : '';
  } catch {
    return '';
  }
}
