import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';

/**
 * Provides the query cache to pages that load their data in the browser. Render it inside those pages, not at the root: the
 * library must stay out of the first script of public pages. Signing out clears the cache, also from another tab.
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
        // The API client has its own timeout. The visitor retries with a button.
        retry: false,
        // Fail at once when offline. The default waits for the network without an error.
        networkMode: 'always',
        refetchOnReconnect: false,
        // A refetch must not change a form that somebody is editing.
        refetchOnWindowFocus: false,
        // Do not show data of an earlier visit: saving an outdated version answers 412.
        gcTime: 0,
      },
      mutations: { networkMode: 'always', gcTime: 0 },
    },
  });
}

/** Returns the value, or the last one while it is undefined. */
export function useLast<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
