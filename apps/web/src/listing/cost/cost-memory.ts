import { COST_KEYS, type CostEdits, formatCostEdits, parseCostEdits } from '@maru/listing/money';
import { parseStored, StoredValue } from '../../browser/stored-value.ts';

/**
 * The visitor's cost edits, stored in this browser: those of the buyer for every home, the others per home. A URL with
 * edits of its own is not merged with them.
 */

/** Most homes with stored edits. */
const MOST_HOMES = 40;
const BUYER_KEYS = [
  'down',
  'rate',
  'years',
  'kind',
  'isOwnerOccupied',
] as const satisfies (keyof CostEdits)[];

interface Remembered {
  buyer: Record<string, string>;
  homes: Record<string, Record<string, string>>;
}

const stored = new StoredValue<Remembered>('cost-edits', { parse: parseRemembered, format: JSON.stringify });

export function hasCostParameters(search: Record<string, unknown>): boolean {
  return COST_KEYS.some((key) => search[key] !== undefined);
}

export function loadEdits(homeId: string): CostEdits {
  const { buyer, homes } = stored.read();
  return { ...parseCostEdits(buyer), ...parseCostEdits(homes[homeId] ?? {}) };
}

export function saveEdits(homeId: string, edits: CostEdits): void {
  const buyer: CostEdits = {};
  const home: CostEdits = { ...edits };
  for (const key of BUYER_KEYS) {
    Object.assign(buyer, edits[key] === undefined ? {} : { [key]: edits[key] });
    delete home[key];
  }
  const own = formatTexts(home);
  stored.update(({ homes: { [homeId]: _, ...others } }) => {
    const homes = Object.entries(Object.keys(own).length === 0 ? others : { ...others, [homeId]: own });
    return { buyer: formatTexts(buyer), homes: Object.fromEntries(homes.slice(-MOST_HOMES)) };
  });
}

function formatTexts(edits: CostEdits): Record<string, string> {
  return Object.fromEntries(
    Object.entries(formatCostEdits(edits)).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value]],
    ),
  );
}

function parseRemembered(text: string | null): Remembered {
  const value = parseStored(text) as Partial<Remembered> | null | undefined;
  return { buyer: parseTexts(value?.buyer), homes: parseHomes(value?.homes) };
}

function parseTexts(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function parseHomes(value: unknown): Remembered['homes'] {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).map(([homeId, texts]) => [homeId, parseTexts(texts)]));
}
