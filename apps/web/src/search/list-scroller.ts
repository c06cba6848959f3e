/** What scrolls the list that an element is in: the sheet of a phone, the column beside the map. Null outside of a list. */
export function listScroller(element: Element | null): HTMLElement | null {
  return element?.closest<HTMLElement>('.search-scroll') ?? null;
}

/** How far below the beginning of what a list scrolls an element is, in px; 0 outside of a list. */
export function placeInList(element: Element | null): number {
  const scroller = listScroller(element);
  if (element === null || scroller === null) return 0;
  return Math.round(
    element.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop,
  );
}
