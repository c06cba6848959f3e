interface Near {
  /** The scroll container; default: the window. */
  root?: Element | null;
  /** Distance from its edges that counts as near, as in CSS: `400px`. */
  margin: string;
}

/** Calls `onNear` each time `element` comes near the visible area. Returns the function that stops watching. */
export function watchNear(element: Element, onNear: () => void, { root = null, margin }: Near): () => void {
  const watch = new IntersectionObserver(
    (entries) => {
      // A busy browser reports several entries at once, oldest first; the last one is the current state.
      if (entries.at(-1)?.isIntersecting) onNear();
    },
    { root, rootMargin: margin },
  );
  watch.observe(element);
  return () => watch.disconnect();
}
