/** The scroll container of the results: the sheet on a phone, the column beside the map. Null outside of the results. */
export function listScroller(element: Element | null): HTMLElement | null {
  return element?.closest<HTMLElement>('.search-scroll') ?? null;
}

/** Distance of an element from the top of the scroll container's content, in px; 0 outside of the results. */
export function offsetInList(element: Element | null): number {
  const scroller = listScroller(element);
  if (element === null || scroller === null) return 0;
  return Math.round(
    element.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop,
  );
}

/** A card that reaches beyond the edge by less still counts as in view, px. */
const EDGE_PX = 16;

/**
 * Scrolls the results until a card is in view. `scrollIntoView` would also move the page, which a phone's sheet reaches
 * out of.
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
