import { useEffect } from 'react';

const FOLDING = '(max-width: 767px)';

/** Whether sections fold at this window width; in the browser only. */
export const isFolding = () => matchMedia(FOLDING).matches;

/**
 * Controls the folds of a home's page: opens all where sections do not fold and takes them out of the tab order, and opens
 * the one that the URL names.
 */
export function useFolds(): void {
  useEffect(() => {
    const media = matchMedia(FOLDING);
    const settle = () => {
      for (const fold of document.querySelectorAll<HTMLDetailsElement>('details[data-fold]')) {
        if (!media.matches) fold.open = true;
        const summary = fold.querySelector('summary');
        if (summary !== null) summary.tabIndex = media.matches ? 0 : -1;
      }
    };
    const reveal = () => {
      const named = document.getElementById(decodeHash(location.hash));
      if (named !== null && openFold(named)) named.scrollIntoView();
    };
    settle();
    reveal();
    media.addEventListener('change', settle);
    window.addEventListener('hashchange', reveal);
    return () => {
      media.removeEventListener('change', settle);
      window.removeEventListener('hashchange', reveal);
    };
  }, []);
}

/** Opens the fold of a section, or around an element; false when it was open. */
export function openFold(element: Element): boolean {
  const fold =
    element.querySelector<HTMLDetailsElement>('details[data-fold]') ??
    element.closest<HTMLDetailsElement>('details[data-fold]');
  if (fold === null || fold.open) return false;
  fold.open = true;
  return true;
}

/** Decodes a fragment; empty when it is malformed. */
function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}
