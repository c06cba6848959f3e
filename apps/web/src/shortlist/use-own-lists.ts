import type { OwnShortlist } from '@maru/contract';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useAccount } from '../account/use-account.ts';
import { shortlistMemory } from './use-memory.ts';

/**
 * Brings the lists that this browser made to the account, and those of the account to this browser, whenever somebody is
 * signed in. The account's lists; undefined without one and until they are there.
 */
export function useOwnLists(): readonly OwnShortlist[] | undefined {
  const { client } = useRouter().options.context;
  const { state } = useAccount();
  // Without them the browser's own are shown.
  const { data } = useQuery({
    queryKey: ['own-shortlists'],
    queryFn: async () => {
      const memory = shortlistMemory();
      let known = (await client.listShortlists()).items;
      for (const { key, ownerKey } of memory.current()) {
        if (ownerKey === undefined || known.some((one) => one.key === key)) continue;
        // One that is gone, or another's by now, stays as it is here.
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
