import { createHmac, timingSafeEqual } from 'node:crypto';

const MAC_BYTES = 16;

/**
 * How the holder received the token: on the page after sending (whoever typed the address), or by email (the owner of
 * the address).
 */
export type ReceiptWay = 'page' | 'mail';
const SIGNED: Record<ReceiptWay, string> = { page: 'receipt\n', mail: 'receipt by mail\n' };

/** The token of a receipt: the contact's id and its signature. Not stored; a resent email carries the same token. */
export function formatReceiptToken(contactId: string, secret: Buffer, way: ReceiptWay = 'page'): string {
  const id = Buffer.from(contactId.replaceAll('-', ''), 'hex');
  return Buffer.concat([id, computeMac(id, secret, way)]).toString('base64url');
}

/** The contact id of a token issued for this way; undefined when invalid. */
export function parseReceiptToken(
  token: string,
  secret: Buffer,
  way: ReceiptWay = 'page',
): string | undefined {
  if (!/^[\w-]{43}$/.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  const id = bytes.subarray(0, 16);
  if (!timingSafeEqual(computeMac(id, secret, way), bytes.subarray(16))) return undefined;
  // Several base64 strings may decode to the same bytes; accept only the canonical one.
  if (bytes.toString('base64url') !== token) return undefined;
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Tokens of reports use a different secret, so the two are not interchangeable. */
export const formatReportToken = (reportId: string, secret: Buffer, way: ReceiptWay = 'page') =>
  formatReceiptToken(reportId, secret, way);
export const parseReportToken = (token: string, secret: Buffer, way: ReceiptWay = 'page') =>
  parseReceiptToken(token, secret, way);

/** Path of a receipt's page, without /ko. */
export function receiptPath(token: string): string {
  return `/receipt?token=${token}`;
}

/** Path of a report's status page, without /ko. */
export function reportPath(token: string): string {
  return `/report?token=${token}`;
}

function computeMac(id: Buffer, secret: Buffer, way: ReceiptWay): Buffer {
  return createHmac('sha256', secret).update(SIGNED[way]).update(id).digest().subarray(0, MAC_BYTES);
}
