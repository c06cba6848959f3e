/** Won per dollar, and the day of the rate (RouterContext.site). */
export interface WonRate {
  won: number;
  asOf: string;
  isSample: boolean;
}

/** A parsed amount: whole dollars, and the won that were typed, if any. */
export interface Amount {
  usd: number;
  won?: number;
}

/**
 * Parses an amount as people type it: "800,000", "$900K", "1.2m", "3500불", "80만" (dollars, as Korean readers count
 * them), and in won "12억", "8억 5천만", "5천만 원", converted at `rate`. Undefined for empty or malformed text, and for won
 * without a rate.
 */
export function readAmount(text: string, rate?: WonRate): Amount | undefined {
  const plain = text.normalize('NFKC').toLowerCase().replace(/[\s,]/g, '');
  const isWon = /[원₩억]/.test(plain);
  const number = plain.replace(/^[$₩]/, '').replace(/(원|불|달러|\$)$/, '');
  const parts = [...number.matchAll(/(\d+(?:\.\d+)?)(k|m|천만|백만|억|만|천)?/g)];
  if (parts.length === 0 || parts.map(([all]) => all).join('') !== number) return undefined;
  const sizes = parts.map(([, , unit]) => SCALES[unit ?? ''] ?? 1);
  // The units must decrease: "8억 5천만", not "1.2.3".
  if (sizes.some((size, index) => index > 0 && size >= (sizes[index - 1] ?? 0))) return undefined;
  const sum = Math.round(
    parts.reduce((all, [, digits], index) => all + Number(digits) * (sizes[index] ?? 1), 0),
  );
  if (!isWon) return sum <= MOST_USD ? { usd: sum } : undefined;
  if (rate === undefined) return undefined;
  const usd = Math.round(sum / rate.won);
  return usd <= MOST_USD ? { usd, won: sum } : undefined;
}

const MOST_USD = 2_000_000_000;

const SCALES: Record<string, number> = { k: 1e3, m: 1e6, 천: 1e3, 만: 1e4, 백만: 1e6, 천만: 1e7, 억: 1e8 };
