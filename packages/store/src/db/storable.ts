/**
 * Replaces NUL and lone surrogates, which PostgreSQL cannot store: one must not fail a batch of a thousand listings.
 */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

export function toStorable<T>(value: T): T {
  return isStorable(value) ? value : (clean(value) as T);
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (Array.isArray(value)) return value.every(isStorable);
  if (typeof value !== 'object' || value === null) return true;
  for (const key in value) {
    if (!isStorable(key) || !isStorable((value as Record<string, unknown>)[key])) return false;
  }
  return true;
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [storableText(key), clean(one)]));
}

/** ISO text that PostgreSQL accepts, or null. */
export function storableInstant(text: string | null): string | null {
  const ms = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}
