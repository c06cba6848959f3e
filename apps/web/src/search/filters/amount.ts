/**
 * What people type for an amount: "800,000", "800k", "1.2m", "80만", "1.5억", "$900K". Whole number, or undefined
 * for empty and for what cannot be read.
 */
export function parseAmount(text: string): number | undefined {
  const match = /^\$?(\d+(?:\.\d+)?)(k|m|천|만|억)?\$?$/i.exec(text.normalize('NFKC').replace(/[\s,]/g, ''));
  if (match === null) return undefined;
  const scale = SCALES[match[2]?.toLowerCase() ?? ''] ?? 1;
  const amount = Math.round(Number(match[1]) * scale);
  return amount <= 2_000_000_000 ? amount : undefined;
}

const SCALES: Record<string, number> = { k: 1e3, m: 1e6, 천: 1e3, 만: 1e4, 억: 1e8 };
