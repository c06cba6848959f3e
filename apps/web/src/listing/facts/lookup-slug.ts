/** "Washer/Dryer Stacked" → "washer_dryer_stacked". */
export function lookupSlug(value: string): string {
  return value
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
}
