/** What scrolls the list that an element is in: the sheet of a phone, the column beside the map. Null outside of a list. */
export function listScroller(element: Element | null): HTMLElement | null {
  return element?.closest<HTMLElement>('.search-scroll') ?? null;
}

/** How far below the beginning of what a list scrolls an element is, in px; 0 outside of a list. */
export function offsetInList(element: Element | null): number {
  const scroller = listScroller(element);
  if (element === null || scroller === null) return 0;
  return Math.round(
    element.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop,
  );
}

/** Below the edge by so much a card is still a card in view. */
const EDGE_PX = 16;

/**
 * Scrolls the list until a card is in view, and nothing else: `scrollIntoView` would also move the page that the
 * phone's sheet reaches out of.
 */
export function showInList(card: Element | null, smooth: boolean): void {
  const list = listScroller(card);
  if (card === null || list === null) return;
  const one = card.getBoundingClientRect();
  const box = list.getBoundingClientRect();
  const above = one.top - box.top - EDGE_PX;
  const below = one.bottom - Math.min(box.bottom, window.innerHeight) + EDGE_PX;
  const top = above < 0 ? above : below > 0 ? Math.min(below, above) : 0;
  if (top === 0) return;
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  list.scrollBy({ top, behavior: smooth && !calm ? 'smooth' : 'instant' });
}
