/**
 * Keeps the place on the page over a change of language, which loads a new document: the router's own memory is
 * bound to history entries and knows nothing of it.
 */

const KEY = 'kept-scroll';
/** Older than this it was another visit; a slow phone on a slow line needs half of it for a page. */
const FRESH_MS = 60_000;

/** Notes where the page and its marked scrolling parts are. */
export function keepScroll(): void {
  try {
    const parts = [...document.querySelectorAll('[data-scroll-restoration-id]')].map((part) => [
      part.getAttribute('data-scroll-restoration-id'),
      part.scrollTop,
    ]);
    sessionStorage.setItem(KEY, JSON.stringify({ at: Date.now(), y: window.scrollY, parts }));
  } catch {
    // Without storage the new page starts at its top.
  }
}

/** Goes back to where `keepScroll` was called, once. */
export function restoreKeptScroll(): void {
  try {
    const text = sessionStorage.getItem(KEY);
    if (text === null) return;
    sessionStorage.removeItem(KEY);
    const kept = JSON.parse(text) as { at: number; y: number; parts: [string, number][] };
    if (Date.now() - kept.at > FRESH_MS) return;
    requestAnimationFrame(() => {
      window.scrollTo(0, kept.y);
      for (const [id, top] of kept.parts) {
        document.querySelector(`[data-scroll-restoration-id="${CSS.escape(id)}"]`)?.scrollTo(0, top);
      }
    });
  } catch {
    // As above.
  }
}
