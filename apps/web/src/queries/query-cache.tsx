import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';

/**
 * The query cache of a page whose data the browser loads. It stands inside the pages that need it, not at the root, so that
 * the library is in no public page's first script. Signing out clears it, also in another tab.
 */
export function QueryCache({ children }: { children: ReactNode }) {
  const { account } = useRouter().options.context;
  const [queries] = useState(createQueryClient);
  useEffect(() => {
    let userId: string | undefined;
    const follow = () => {
      const state = account?.current();
      if (state === undefined || state.status === 'loading') return;
      const next = state.status === 'signed-in' ? state.user.id : undefined;
      if (userId !== undefined && next !== userId) queries.clear();
      userId = next;
    };
    follow();
    return account?.subscribe(follow);
  }, [account, queries]);
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The API client has its own time limit; a failed request is repeated by its button.
        retry: false,
        // Offline, a request fails at once and says so. By default it would wait for the network.
        networkMode: 'always',
        refetchOnReconnect: false,
        // A form must not change under the hand of somebody who returns to the tab.
        refetchOnWindowFocus: false,
        // Forms edit what was loaded: an older version of it would be refused with 412.
        gcTime: 0,
      },
      mutations: { networkMode: 'always', gcTime: 0 },
    },
  });
}
