export const LEDGER_KINDS = [
  'new',
  'price',
  'status',
  'withdrawn',
  'back_on_market',
  'photos',
  'facts',
  'address',
] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];
