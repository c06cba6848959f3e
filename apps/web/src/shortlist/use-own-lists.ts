import type { OwnShortlist } from '@maru/contract';
import { useAccount } from '../account/use-account.ts';
import { useApiQuery } from '../queries/use-api-query.ts';
import { shortlistMemory } from './shortlist-memory.ts';

/**
 * Adds the lists that this browser made to the account, and the account's lists to this browser. Returns the account's lists;
 * undefined without a session and until they are loaded.
 */
export function useOwnLists(): readonly OwnShortlist[] | undefined {
  const isSignedIn = useAccount().state.status === 'signed-in';
  // If it fails, the lists of this browser are shown.
  const { data } = useApiQuery(
    ['own-shortlists'],
    async (client) => {
      const memory = shortlistMemory();
      let known = (await client.listShortlists()).items;
      for (const { key, ownerKey } of memory.current()) {
        if (ownerKey === undefined || known.some((one) => one.key === key)) continue;
        // A list that is gone or belongs to another account stays in this browser only.
        known = (await client.claimShortlist({ body: { key, ownerKey } }).catch(() => ({ items: known })))
          .items;
      }
      for (const { key, name, createdAt } of known) memory.put({ key, name, isOwn: true, since: createdAt });
      return known;
    },
    { enabled: isSignedIn },
  );
  return isSignedIn ? data : undefined;
}
