/**
 * Keeps the place on the page over a change of language, which loads a new document: the router's own memory is
 * bound to history entries and knows nothing of it.
 */

const KEY = 'kept-scroll';
/** Of its own: the sheet may be taken over by the browser's script later than the page. */
const STOP_KEY = 'kept-stop';
/** Older than this it was another visit; a slow phone on a slow line needs half of it for a page. */
const FRESH_MS = 60_000;

interface Kept {
  /** ms UTC */
  at: number;
  y: number;
  parts: KeptPart[];
}

/** A marked part that scrolls: how far, and the home at its top, since lines are not as long in the other language. */
interface KeptPart {
  id: string | null;
  top: number;
  home: { homeId: string; below: number } | null;
}

/** Notes where the page and its marked scrolling parts are. */
export function keepScroll(): void {
  const parts = [...document.querySelectorAll('[data-scroll-restoration-id]')].map((part) => ({
    id: part.getAttribute('data-scroll-restoration-id'),
    top: part.scrollTop,
    home: homeAtTop(part),
  }));
  const stop = document.querySelector<HTMLElement>('[data-stop]')?.dataset.stop ?? null;
  const kept: Kept = { at: Date.now(), y: window.scrollY, parts };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
    sessionStorage.setItem(STOP_KEY, JSON.stringify({ at: kept.at, stop }));
  } catch {
    // Without storage the new page starts at its top.
  }
}

/** Where the sheet of a search stood when `keepScroll` was called, once. */
export function takeKeptStop(): string | null {
  return take<{ at: number; stop: string | null }>(STOP_KEY)?.stop ?? null;
}

/** Goes back to where `keepScroll` was called, once. */
export function restoreKeptScroll(): void {
  const kept = take<Kept>(KEY);
  if (kept === null) return;
  requestAnimationFrame(() => {
    window.scrollTo(0, kept.y);
    for (const { id, top, home } of kept.parts) {
      const part = document.querySelector(`[data-scroll-restoration-id="${CSS.escape(id ?? '')}"]`);
      part?.scrollTo(0, top);
      const card = home === null ? null : part?.querySelector(`[data-home="${CSS.escape(home.homeId)}"]`);
      if (part && card && home) part.scrollBy(0, belowTop(card, part) - home.below);
    }
  });
}

function homeAtTop(part: Element): KeptPart['home'] {
  const card = [...part.querySelectorAll<HTMLElement>('[data-home]')].find(
    (one) => one.getBoundingClientRect().bottom > part.getBoundingClientRect().top,
  );
  return card === undefined ? null : { homeId: card.dataset.home ?? '', below: belowTop(card, part) };
}

const belowTop = (card: Element, part: Element) =>
  card.getBoundingClientRect().top - part.getBoundingClientRect().top;

function take<Note extends { at: number }>(key: string): Note | null {
  try {
    const note = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Note | null;
    sessionStorage.removeItem(key);
    return note === null || Date.now() - note.at > FRESH_MS ? null : note;
  } catch {
    return null;
  }
}
