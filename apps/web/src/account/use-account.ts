import { useRouter } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import type { Account } from './account.ts';
import { type AccountState, SIGNED_OUT } from './account-state.ts';

/** Who uses the page. Rendered on the server, and while the browser takes the page over, that is nobody. */
export function useAccount(): { state: AccountState; account: Account | undefined } {
  const { account } = useRouter().options.context;
  const state = useSyncExternalStore(account?.subscribe ?? never, account?.current ?? nobody, nobody);
  return { state, account };
}

const never = () => () => {};
const nobody = () => SIGNED_OUT;
