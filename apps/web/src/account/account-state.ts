import type { User } from '@maru/contract';
import type { CommuteAddress } from '../listing/commute/commute-address.ts';

/** The user of the API with the commute address of this browser (rule S3.1). */
export type AccountUser = User & { commuteAddress: CommuteAddress | undefined };

/**
 * `loading`: there is a token, and its user is being loaded. `unknown`: that request failed; the page is shown signed
 * out, but the token stays.
 */
export type AccountState =
  | { status: 'signed-out'; unknown?: true }
  | { status: 'loading' }
  | { status: 'signed-in'; user: AccountUser };

export const SIGNED_OUT: AccountState = { status: 'signed-out' };
export const UNKNOWN: AccountState = { status: 'signed-out', unknown: true };
export const LOADING: AccountState = { status: 'loading' };
