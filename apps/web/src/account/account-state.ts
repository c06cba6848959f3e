import type { User } from '@maru/contract';
import type { CommuteAddress } from '../listing/commute/commute-address.ts';

/** The person as the API knows them, with what this browser alone knows (rule S3.1). */
export type AccountUser = User & { commuteAddress: CommuteAddress | undefined };

/**
 * Who is using this page. `loading`: a token is kept, and whose it is is being asked. `unknown`: that could not be asked,
 * so that on this page nobody is signed in, though the token is kept.
 */
export type AccountState =
  | { status: 'signed-out'; unknown?: true }
  | { status: 'loading' }
  | { status: 'signed-in'; user: AccountUser };

export const SIGNED_OUT: AccountState = { status: 'signed-out' };
export const UNKNOWN: AccountState = { status: 'signed-out', unknown: true };
export const LOADING: AccountState = { status: 'loading' };
