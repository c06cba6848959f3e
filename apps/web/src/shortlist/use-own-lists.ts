import type { OwnShortlist } from '@maru/contract';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useAccount } from '../account/use-account.ts';
import { shortlistMemory } from './use-memory.ts';

/**
 * Adds the lists that this browser made to the account, and the account's lists to this browser. Returns the account's lists;
 * undefined without a session and until they are loaded.
 */
export function useOwnLists(): readonly OwnShortlist[] | undefined {
  const { client } = useRouter().options.context;
  const { state } = useAccount();
  // If it fails, the lists of this browser are shown.
  const { data } = useQuery({
    queryKey: ['own-shortlists'],
    queryFn: async () => {
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
    enabled: state.status === 'signed-in',
  });
  return state.status === 'signed-in' ? data : undefined;
}
