import { parseSearchQuery } from '../search/search-query.ts';
import { isCalendarDay } from '../time/calendar-day.ts';
import { LOAN_KINDS } from './mortgage-insurance.ts';
import type { CostEdits } from './purchase-cost.ts';

/** `down`, `rate` and `term` are those of a search. */
export const COST_KEYS = [
  'down',
  'rate',
  'term',
  'loan',
  'offer',
  'taxrate',
  'levies',
  'hoa',
  'land',
  'insurance',
  'pmi',
  'roll',
  'occupied',
  'close',
] as const;
type CostKey = (typeof COST_KEYS)[number];

const MONEY = /^\d{1,9}(?:\.\d{1,2})?$/;
const PERCENT = /^\d{1,2}(?:\.\d{1,4})?$/;
const MAX_TAX_RATE = 10;
const MAX_PMI_RATE = 5;

/** Ignores invalid parameters. */
export function parseCostEdits(search: Record<string, unknown>): CostEdits {
  const own: Partial<Record<CostKey, string>> = {};
  for (const key of COST_KEYS) {
    const value = search[key];
    const text = Array.isArray(value) ? value[0] : value;
    if (typeof text === 'string' && text !== '') own[key] = text;
  }
  const number = (key: CostKey, form: RegExp, most: number): number | undefined => {
    const text = own[key];
    return text !== undefined && form.test(text) && Number(text) <= most ? Number(text) : undefined;
  };
  const { query } = parseSearchQuery({
    ...(own.down === undefined ? {} : { down: own.down }),
    ...(own.rate === undefined ? {} : { rate: own.rate }),
    ...(own.term === undefined ? {} : { term: own.term }),
  });
  const offer = number('offer', MONEY, 1e9);
  const edits: CostEdits = {
    down: query.down,
    rate: query.rate,
    years: query.term,
    kind: LOAN_KINDS.find((kind) => kind === own.loan && kind !== 'conventional'),
    offer: offer === 0 ? undefined : offer,
    taxRate: number('taxrate', PERCENT, MAX_TAX_RATE),
    levies: number('levies', MONEY, 1e7),
    hoa: number('hoa', MONEY, 1e6),
    land: number('land', MONEY, 1e6),
    insurance: number('insurance', MONEY, 1e7),
    pmiRate: number('pmi', PERCENT, MAX_PMI_RATE),
    rollValue: number('roll', MONEY, 1e9),
    isOwnerOccupied: own.occupied === '1' ? true : undefined,
    closing: own.close !== undefined && isCalendarDay(own.close) ? own.close : undefined,
  };
  return stated(edits);
}

/** Contains every key, so that removed edits leave the URL. */
export function formatCostEdits(edits: CostEdits): Record<CostKey, string | undefined> {
  const text = (value: number | undefined) => (value === undefined ? undefined : String(value));
  const { down } = edits;
  return {
    down: down === undefined ? undefined : 'percent' in down ? `${down.percent}%` : String(down.amount),
    rate: text(edits.rate),
    term: text(edits.years),
    loan: edits.kind === 'conventional' ? undefined : edits.kind,
    offer: text(edits.offer),
    taxrate: text(edits.taxRate),
    levies: text(edits.levies),
    hoa: text(edits.hoa),
    land: text(edits.land),
    insurance: text(edits.insurance),
    pmi: text(edits.pmiRate),
    roll: text(edits.rollValue),
    occupied: edits.isOwnerOccupied ? '1' : undefined,
    close: edits.closing,
  };
}

function stated(edits: CostEdits): CostEdits {
  return Object.fromEntries(Object.entries(edits).filter(([, value]) => value !== undefined)) as CostEdits;
}
