import type { MouseEvent } from 'react';

/**
 * A press on a link to a part of the page one is on: it goes there without an entry of its own in the browser's history, so
 * that back leaves the page. With a key held it is the browser's.
 */
export function goWithinPage(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  // The browser's own way there moves the focus's starting point and `:target`, but forgets what the entry holds.
  const { state } = history;
  location.replace(event.currentTarget.hash);
  history.replaceState(state, '');
}
