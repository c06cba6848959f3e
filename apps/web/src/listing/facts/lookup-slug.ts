/**
 * "Washer/Dryer Stacked" → "washer_dryer_stacked". A file of its own, since the photos must not import all lookup
 * messages.
 */
export function lookupSlug(value: string): string {
  return value
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
}
