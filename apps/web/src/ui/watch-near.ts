interface Near {
  /** What scrolls; the window when absent. */
  root?: Element | null;
  /** How far outside it is near, as CSS writes it: `400px`. */
  margin: string;
}

/**
 * Calls `onNear` when `element` is near what scrolls, and again each time it comes back. Answers what ends the watch.
 */
export function watchNear(element: Element, onNear: () => void, { root = null, margin }: Near): () => void {
  const watch = new IntersectionObserver(
    (moments) => {
      // A busy browser tells several moments at once, oldest first: only the newest is where the element is now, and
      // nothing more is told until it leaves or comes again.
      if (moments.at(-1)?.isIntersecting) onNear();
    },
    { root, rootMargin: margin },
  );
  watch.observe(element);
  return () => watch.disconnect();
}
