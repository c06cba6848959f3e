import type { StorageKey } from '../browser/storage-keys.ts';
import { keepInTab, loadFromTab } from '../browser/tab-storage.ts';

/** The experiments of pages with their variants; the first is the control. The setting `EXPERIMENTS` enables them. */
export const EXPERIMENTS = {
  /** Which of the two ways to contact an agent comes first. */
  contact_first: ['question', 'tour'],
} as const;

const KEY = 'maru/experiments' satisfies StorageKey;

/**
 * Stores the assigned variants in this tab, so that the next page knows them before it renders, and sets them on the document,
 * where styles and the tag manager read them.
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
  // Without storage the next page shows the control until it has requested its variants.
  keepInTab(KEY, text === '' ? undefined : assignments, storage);
}

/** The variant of an experiment in this tab, or the control. Read it once, so that nothing moves while it is used. */
export function experimentForm<Name extends keyof typeof EXPERIMENTS>(
  name: Name,
  storage: Pick<Storage, 'getItem'> | undefined,
): (typeof EXPERIMENTS)[Name][number] {
  const forms: readonly (typeof EXPERIMENTS)[Name][number][] = EXPERIMENTS[name];
  const assigned = loadFromTab(KEY, storage) as Readonly<Record<string, unknown>> | undefined;
  return forms.find((form) => form === assigned?.[name]) ?? EXPERIMENTS[name][0];
}
