const LONGEST = 200;

/**
 * A message for people that came with an address: one line of at most 200 characters, without what could turn text around or
 * hide it; never markup, never a link. Empty for anything else. Total.
 */
export function parseMessage(value: unknown): string {
  if (typeof value !== 'string') return '';
  const line = value
    .slice(0, 4 * LONGEST)
    .toWellFormed()
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...line];
  return characters.length <= LONGEST
    ? line
    : `${characters
        .slice(0, LONGEST - 1)
        .join('')
        .trimEnd()}…`;
}
