import { COST_KEYS, type CostEdits, formatCostEdits, parseCostEdits } from '@maru/listing/money';
import { parseStored, StoredValue } from '../../browser/stored-value.ts';

/**
 * What a visitor reckons with, kept in this browser alone: how one buys for every home, what one knows of a home for
 * that home. An address that says something itself is not mixed with it.
 */

/** Homes whose edits are kept. */
const MOST_HOMES = 40;
const OF_BUYER = ['down', 'rate', 'years', 'kind', 'isOwnerOccupied'] as const satisfies (keyof CostEdits)[];

interface Remembered {
  buyer: Record<string, string>;
  homes: Record<string, Record<string, string>>;
}

const stored = new StoredValue<Remembered>('cost-edits', { parse: parseRemembered, format: JSON.stringify });

export function isCostAddress(search: Record<string, unknown>): boolean {
  return COST_KEYS.some((key) => search[key] !== undefined);
}

export function rememberedEdits(homeId: string): CostEdits {
  const { buyer, homes } = stored.read();
  return { ...parseCostEdits(buyer), ...parseCostEdits(homes[homeId] ?? {}) };
}

export function rememberEdits(homeId: string, edits: CostEdits): void {
  const buyer: CostEdits = {};
  const home: CostEdits = { ...edits };
  for (const key of OF_BUYER) {
    Object.assign(buyer, edits[key] === undefined ? {} : { [key]: edits[key] });
    delete home[key];
  }
  const own = written(home);
  stored.update(({ homes: { [homeId]: _, ...others } }) => {
    const homes = Object.entries(Object.keys(own).length === 0 ? others : { ...others, [homeId]: own });
    return { buyer: written(buyer), homes: Object.fromEntries(homes.slice(-MOST_HOMES)) };
  });
}

function written(edits: CostEdits): Record<string, string> {
  return Object.fromEntries(
    Object.entries(formatCostEdits(edits)).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value]],
    ),
  );
}

function parseRemembered(text: string | null): Remembered {
  const value = parseStored(text) as Partial<Remembered> | null | undefined;
  return { buyer: asTexts(value?.buyer), homes: asHomes(value?.homes) };
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
