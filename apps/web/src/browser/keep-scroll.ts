import type { StorageKey } from './storage-keys.ts';
import { keepInTab, loadFromTab } from './tab-storage.ts';

/**
 * Keeps the scroll position over a change of language, which loads a new document: the router restores positions of history
 * entries only.
 */

const KEY = 'kept-scroll';
/** A separate key: the sheet may hydrate later than the page. */
const STOP_KEY = 'kept-stop';
/** A slow phone needs up to half of it for a page. */
const FRESH_MS = 60_000;

interface Kept {
  /** ms UTC */
  at: number;
  y: number;
  parts: KeptPart[];
}

/** A scroll container, with the home at its top: heights differ between languages. */
interface KeptPart {
  id: string | null;
  top: number;
  home: { homeId: string; below: number } | null;
}

/** Stores the positions of the page and of its scroll containers. */
export function keepScroll(): void {
  const parts = [...document.querySelectorAll('[data-scroll-restoration-id]')].map((part) => ({
    id: part.getAttribute('data-scroll-restoration-id'),
    top: part.scrollTop,
    home: homeAtTop(part),
  }));
  const stop = document.querySelector<HTMLElement>('[data-stop]')?.dataset.stop ?? null;
  const kept: Kept = { at: Date.now(), y: window.scrollY, parts };
  // Without storage the new page starts at its top.
  keepInTab(KEY, kept);
  keepInTab(STOP_KEY, { at: kept.at, stop });
}

/** The stop of the search's sheet when `keepScroll` was called; can be taken once. */
export function takeKeptStop(): string | null {
  return take<{ at: number; stop: string | null }>(STOP_KEY)?.stop ?? null;
}

/** Restores the positions that `keepScroll` stored, once. */
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

function take<Note extends { at: number }>(key: StorageKey): Note | null {
  const note = loadFromTab(key) as Note | undefined;
  keepInTab(key, undefined);
  return note === undefined || Date.now() - note.at > FRESH_MS ? null : note;
}
