import { createHmac, timingSafeEqual } from 'node:crypto';
import { HOMES } from '@maru/store';

const ID_BYTES = 16;
const MAC_BYTES = 16;
/** Marks saved homes, which have no search id. */
const NO_SEARCH = Buffer.alloc(ID_BYTES);

/** What the unsubscribe link of an email turns off. */
export interface Subscription {
  userId: string;
  /** Id of a saved search, or `home` for saved homes. */
  searchId: string;
}

/** Signs a subscription for a URL. The token has no expiry and is valid only for this subscription. */
export function formatUnsubscribeToken({ userId, searchId }: Subscription, secret: Buffer): string {
  const ids = Buffer.concat([parseUuid(userId), searchId === HOMES ? NO_SEARCH : parseUuid(searchId)]);
  return Buffer.concat([ids, computeMac(ids, secret)]).toString('base64url');
}

/** Undefined when the signature is invalid. */
export function parseUnsubscribeToken(token: string, secret: Buffer): Subscription | undefined {
  if (!/^[\w-]{64}$/.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  const ids = bytes.subarray(0, 2 * ID_BYTES);
  if (!timingSafeEqual(computeMac(ids, secret), bytes.subarray(2 * ID_BYTES))) return undefined;
  const search = ids.subarray(ID_BYTES);
  return {
    userId: formatUuid(ids.subarray(0, ID_BYTES)),
    searchId: search.equals(NO_SEARCH) ? HOMES : formatUuid(search),
  };
}

function parseUuid(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

function formatUuid(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function computeMac(ids: Buffer, secret: Buffer): Buffer {
  return createHmac('sha256', secret).update('unsubscribe\n').update(ids).digest().subarray(0, MAC_BYTES);
}
