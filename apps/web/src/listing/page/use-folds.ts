import { useEffect } from 'react';

const FOLDING = '(max-width: 767px)';

/** Whether sections fold in a window of this width; only in the browser. */
export const isFolding = () => matchMedia(FOLDING).matches;

/**
 * Keeps the folds of a home's page right: all open where nothing folds, out of the way of the Tab key there, and the
 * one that an address names opened when one follows it.
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

/** Opens the fold that an element stands in, or that a section is; false when it was open. */
export function openFold(element: Element): boolean {
  const fold =
    element.querySelector<HTMLDetailsElement>('details[data-fold]') ??
    element.closest<HTMLDetailsElement>('details[data-fold]');
  if (fold === null || fold.open) return false;
  fold.open = true;
  return true;
}

/** The id that a fragment names; what cannot be read names nothing. */
function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}
