import type { MouseEvent } from 'react';

/** Follows a link within the page without a new history entry, so that back leaves the page. Clicks with a modifier key are native. */
export function goWithinPage(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  // `replace` moves the focus and `:target` natively, but drops the entry's state.
  const { state } = history;
  location.replace(event.currentTarget.hash);
  history.replaceState(state, '');
}
