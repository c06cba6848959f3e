import { hash } from 'node:crypto';

/** Maximum number of records per dataset; the latest are kept. */
export const MAX_QUARANTINED = 10_000;
/** Longer records (characters of JSON) are stored without content and cannot be retried. */
const MAX_RAW_LENGTH = 256 * 1024;

export function quarantineKey(one: { listingKey: string | null; raw: unknown }): string {
  return (
    one.listingKey ?? `record:${hash('sha256', JSON.stringify(one.raw ?? null), 'base64url').slice(0, 22)}`
  );
}

export function keptRaw(raw: unknown): string | null {
  const text = JSON.stringify(raw ?? null);
  return text.length > MAX_RAW_LENGTH ? null : text;
}
