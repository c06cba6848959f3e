import type { StorageKey } from '../browser/storage-keys.ts';

/** The experiments that pages know, with what there is of each; the first one is as it was. `EXPERIMENTS` turns them on. */
export const EXPERIMENTS = {
  /** Which of the two ways to ask about a home stands first. */
  contact_first: ['question', 'tour'],
} as const;

const KEY = 'maru/experiments' satisfies StorageKey;

/**
 * Keeps which forms this tab shows, as the server has said, and says it where styles and a tag manager can read it. A tab
 * keeps them, so that the next page need not ask before it is drawn.
 */
export function showAssignments(
  assignments: Readonly<Record<string, string>>,
  storage: Pick<Storage, 'setItem' | 'removeItem'> | undefined,
): void {
  const text = Object.entries(assignments)
    .map(([name, form]) => `${name}:${form}`)
    .join(' ');
  if (text === '') delete document.documentElement.dataset.experiments;
  else document.documentElement.dataset.experiments = text;
  try {
    if (text === '') storage?.removeItem(KEY);
    else storage?.setItem(KEY, text);
  } catch {
    // The next page is as it was until it has asked.
  }
}

/** The form of an experiment that this tab shows; as it was for whoever is in none. Read once, lest anything moves under a finger. */
export function experimentForm<Name extends keyof typeof EXPERIMENTS>(
  name: Name,
  storage: Pick<Storage, 'getItem'> | undefined,
): (typeof EXPERIMENTS)[Name][number] {
  const forms: readonly (typeof EXPERIMENTS)[Name][number][] = EXPERIMENTS[name];
  let kept: string | null | undefined;
  try {
    kept = storage?.getItem(KEY);
  } catch {
    kept = undefined;
  }
  const [first, ...others] = forms;
  const found = others.find((form) => kept?.split(' ').includes(`${name}:${form}`));
  return (found ?? first) as (typeof EXPERIMENTS)[Name][number];
}
