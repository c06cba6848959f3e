import { useRouter } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import type { Account } from './account.ts';
import { type AccountState, SIGNED_OUT } from './account-state.ts';

/** The user of the page; signed out on the server and during hydration. */
export function useAccount(): { state: AccountState; account: Account | undefined } {
  const { account } = useRouter().options.context;
  const state = useSyncExternalStore(account?.subscribe ?? never, account?.current ?? nobody, nobody);
  return { state, account };
}

const never = () => () => {};
const nobody = () => SIGNED_OUT;
