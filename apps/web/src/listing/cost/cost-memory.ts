import { COST_KEYS, type CostEdits, formatCostEdits, parseCostEdits } from '@maru/listing';

/**
 * What a visitor reckons with, kept in this browser alone: how one buys for every home, what one knows of a home for
 * that home. An address that says something itself is not mixed with it.
 */

const KEY = 'cost-edits';
/** Homes whose edits are kept. */
const MOST_HOMES = 40;
const OF_BUYER = ['down', 'rate', 'years', 'kind', 'isOwnerOccupied'] as const satisfies (keyof CostEdits)[];

interface Remembered {
  buyer: Record<string, string>;
  homes: Record<string, Record<string, string>>;
}

export function isCostAddress(search: Record<string, unknown>): boolean {
  return COST_KEYS.some((key) => search[key] !== undefined);
}

export function rememberedEdits(homeId: string): CostEdits {
  const { buyer, homes } = load();
  return { ...parseCostEdits(buyer), ...parseCostEdits(homes[homeId] ?? {}) };
}

export function rememberEdits(homeId: string, edits: CostEdits): void {
  const buyer: CostEdits = {};
  const home: CostEdits = { ...edits };
  for (const key of OF_BUYER) {
    Object.assign(buyer, edits[key] === undefined ? {} : { [key]: edits[key] });
    delete home[key];
  }
  const { [homeId]: _, ...others } = load().homes;
  const own = written(home);
  const homes = Object.entries(Object.keys(own).length === 0 ? others : { ...others, [homeId]: own });
  const next: Remembered = { buyer: written(buyer), homes: Object.fromEntries(homes.slice(-MOST_HOMES)) };
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // A browser that keeps nothing: they last as long as the page.
  }
}

function written(edits: CostEdits): Record<string, string> {
  return Object.fromEntries(
    Object.entries(formatCostEdits(edits)).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value]],
    ),
  );
}

function load(): Remembered {
  try {
    const value = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Remembered> | null;
    return { buyer: asTexts(value?.buyer), homes: asHomes(value?.homes) };
  } catch {
    return { buyer: {}, homes: {} };
  }
}

function asTexts(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function asHomes(value: unknown): Remembered['homes'] {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).map(([homeId, texts]) => [homeId, asTexts(texts)]));
}
