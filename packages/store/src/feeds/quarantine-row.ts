import { hash } from 'node:crypto';

/** So many records a dataset are kept, the last seen ones. */
export const MOST_QUARANTINED = 10_000;
/** A larger record (characters of JSON) is kept without its text: it cannot be read again later. */
const MOST_RAW_LENGTH = 256 * 1024;

/** What identifies a quarantined record: the listing's key, or the record itself where it has none. */
export function quarantineKeyOf(one: { listingKey: string | null; raw: unknown }): string {
  return (
    one.listingKey ?? `record:${hash('sha256', JSON.stringify(one.raw ?? null), 'base64url').slice(0, 22)}`
  );
}

/** The text to keep of a record. */
export function keptRaw(raw: unknown): string | null {
  const text = JSON.stringify(raw ?? null);
  return text.length > MOST_RAW_LENGTH ? null : text;
}
