import { mayEditRealtor } from '@maru/listing/people';
import type { Realtor } from '@maru/store';
import type { Caller } from '../auth/access-tokens.ts';
import { orNotFound } from '../http/api-error.ts';
import type { Parts } from '../parts.ts';

/** A profile that the caller may edit. @throws ApiError 404 also for a profile of somebody else, whose existence is not revealed */
export async function loadOwnRealtor(
  realtorId: string,
  caller: Caller,
  { store }: Pick<Parts, 'store'>,
): Promise<Realtor> {
  const realtor = await store.realtors.find(realtorId);
  const isOwn = realtor !== undefined && mayEditRealtor(caller, realtor);
  return orNotFound(isOwn ? realtor : undefined, 'realtor_not_found');
}
