import type { ContactAnswer } from '@maru/contract';

/**
 * The list of an inbox: what nobody has opened first, then the rest, each newest first. A contact that comes twice
 * (in the list of new ones and on a page of all) stands there once, as it came last.
 */
export function inboxOrder(contacts: readonly ContactAnswer[]): ContactAnswer[] {
  const byId = new Map(contacts.map((contact) => [contact.contactId, contact]));
  return [...byId.values()].sort(
    (a, b) => Number(isNew(b)) - Number(isNew(a)) || b.createdAt.localeCompare(a.createdAt),
  );
}

/** Waits to be opened; one that was withdrawn no longer does. */
export function isNew({ state, withdrawnAt }: Pick<ContactAnswer, 'state' | 'withdrawnAt'>): boolean {
  return state === 'new' && withdrawnAt === null;
}
