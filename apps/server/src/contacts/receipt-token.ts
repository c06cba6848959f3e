import { createHmac, timingSafeEqual } from 'node:crypto';

const MAC_BYTES = 16;

/**
 * How a receipt's secret came to who has it: on the page after sending, whoever typed the address there, or by letter to
 * that address, so that they read what is sent to it.
 */
export type ReceiptWay = 'page' | 'mail';
const SIGNED: Record<ReceiptWay, string> = { page: 'receipt\n', mail: 'receipt by mail\n' };

/**
 * The secret of a receipt: the contact's id and a signature of it. Nothing of it is stored, so that a letter that is sent
 * again names the same receipt.
 */
export function formatReceiptToken(contactId: string, secret: Buffer, way: ReceiptWay = 'page'): string {
  const id = Buffer.from(contactId.replaceAll('-', ''), 'hex');
  return Buffer.concat([id, macOf(id, secret, way)]).toString('base64url');
}

/** The contact of a token that came this way; undefined when it is none of ours. */
export function parseReceiptToken(
  token: string,
  secret: Buffer,
  way: ReceiptWay = 'page',
): string | undefined {
  if (!/^[\w-]{43}$/.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  const id = bytes.subarray(0, 16);
  if (!timingSafeEqual(macOf(id, secret, way), bytes.subarray(16))) return undefined;
  // More than one spelling may decode to the same bytes: one address a receipt.
  if (bytes.toString('base64url') !== token) return undefined;
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The same for a report: another secret, so that the one is never the other. */
export const formatReportToken = (reportId: string, secret: Buffer, way: ReceiptWay = 'page') =>
  formatReceiptToken(reportId, secret, way);
export const parseReportToken = (token: string, secret: Buffer, way: ReceiptWay = 'page') =>
  parseReceiptToken(token, secret, way);

/** The page of a receipt, without /ko. */
export function receiptPath(token: string): string {
  return `/receipt?token=${token}`;
}

/** The page on which one sees what became of a report, without /ko. */
export function reportPath(token: string): string {
  return `/report?token=${token}`;
}

function macOf(id: Buffer, secret: Buffer, way: ReceiptWay): Buffer {
  return createHmac('sha256', secret).update(SIGNED[way]).update(id).digest().subarray(0, MAC_BYTES);
}
