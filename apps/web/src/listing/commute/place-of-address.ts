/**
 * The part of a typed text that may be sent to the server: its ZIP code, or its place without street and number (rule R66).
 * Undefined when nothing else is left.
 */
export function extractPlace(text: string): string | undefined {
  const plain = text.trim().replace(/\s+/g, ' ');
  if (plain === '' || plain.length > 200) return undefined;
  const zip = /(?:^|[\s,])(\d{5})(?:-\d{4})?$/.exec(plain)?.[1];
  if (zip !== undefined) return zip;
  if (!/\d/.test(plain)) {
    // "Main St, Irvine": a street without a number.
    return plain.includes(',') && STREET.test(plain.split(',', 1)[0] ?? '') ? afterStreet(plain) : plain;
  }
  return afterStreet(plain);
}

const STREET =
  /\b(st|street|ave|avenue|blvd|boulevard|rd|road|dr|drive|ln|lane|ct|court|way|pl|place|pkwy|parkway|cir|circle|ter|terrace|hwy|highway)\.?$/i;

/** "1 Main St, Suite 2, Irvine, CA" → "Irvine, CA": the parts after the last one with a number or a street. */
function afterStreet(text: string): string | undefined {
  const parts = text.split(',').map((part) => part.trim());
  const last = Math.max(
    parts.findLastIndex((part) => /\d/.test(part)),
    parts.findLastIndex((part) => STREET.test(part)),
  );
  const rest = parts
    .slice(last + 1)
    .filter(Boolean)
    .join(', ');
  return rest === '' ? undefined : rest;
}
