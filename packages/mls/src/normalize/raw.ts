import { cleanText } from './coerce.ts';

/**
 * Offers of compensation between brokers must not be stored with public MLS data (NAR settlement, August 2024). Local
 * names contain RESO's words or abbreviations: CRMLS_BuyersAgentComm, xf_sellingofficecomm, xf_coopcomp.
 */
const COMPENSATION =
  /compensation|commission|co_?broke|co_?op_?(?:comp|fee)|(?:agent|agency|office|broker)s?_?comm?p?(?:_|$|pct|amt|percent|amount|type)/i;

/** Deeper than any RESO row; protects the stack. */
const MAX_DEPTH = 16;

/** Without compensation fields at any depth, and without characters that JSON columns reject. */
export function storableRaw(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.map((one) => storableRaw(one, depth + 1));
  const kept: Record<string, unknown> = {};
  for (const key in value) {
    if (mayKeep(key)) define(kept, cleanText(key), storableRaw((value as typeof kept)[key], depth + 1));
  }
  return kept;
}

/** Cache: a feed has a few hundred field names and millions of fields. */
const verdicts = new Map<string, boolean>();

function mayKeep(key: string): boolean {
  let verdict = verdicts.get(key);
  if (verdict === undefined) {
    verdict = !COMPENSATION.test(key);
    if (verdicts.size < 10_000) verdicts.set(key, verdict);
  }
  return verdict;
}

/** Defines `__proto__`, a valid JSON name, as an own property. */
function define(into: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') into[key] = value;
}
