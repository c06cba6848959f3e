import { Asset, useTags } from '@tanstack/react-router';
import { createElement, useEffect, useState } from 'react';

/** Meta-tag update debounce (rule S9.3), ms. */
export const META_DELAY_MS = 10;

type Tag = ReturnType<typeof useTags>[number];

/**
 * The head that the pages' routes ask for. What describes the page (title, meta, addresses, structured data) changes
 * once things have been still for a moment, so that a tab's name does not flicker through the pages that one runs
 * through; styles and scripts do not wait.
 */
export function SiteHead() {
  const tags = useTags();
  const shown = useSettled(tags, META_DELAY_MS);
  return [...shown.filter(isDescription), ...tags.filter((tag) => !isDescription(tag))].map((tag) =>
    createElement(Asset, { ...tag, key: JSON.stringify(tag) }),
  );
}

/** Whether a tag says what the page is, rather than what it needs. */
export function isDescription({ tag, attrs }: Tag): boolean {
  if (tag === 'title' || tag === 'meta') return true;
  if (tag === 'script') return attrs?.type === 'application/ld+json';
  return tag === 'link' && (attrs?.rel === 'canonical' || attrs?.rel === 'alternate');
}

function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => afterQuiet(ms, () => setSettled(value)), [value, ms]);
  return settled;
}

/** Does `work` in so many ms, unless what it answers is called before. */
export function afterQuiet(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}
