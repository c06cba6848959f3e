import { type Bounds, type HomeCard, PAGE_SIZE, type SearchQuery, type Want } from '@maru/listing';
import { SearchIndex } from '@maru/search-index';
import { Dice, RANDOM_NOW, randomHomes } from '../conformance/random-homes.ts';
import { type BenchOptions, type BenchRow, timesOf } from './row.ts';

/**
 * The index in memory beside a bare loop over the same columns: the plainest program that gives the same total
 * and the same first page of `sort=new`, by testing every row and sorting all that match. Equal totals are
 * checked before anything is timed.
 */
export async function searchRows({
  seed = 42,
  sizes = [20_000, 100_000],
  runs = 200,
}: BenchOptions = {}): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const size of sizes) {
    const homes = spreadOut(randomHomes(seed, size), seed);
    const index = new SearchIndex({ now: () => RANDOM_NOW });
    index.apply({ upserts: homes, removals: [] }, '1');
    const loop = new BareLoop(homes);
    for (const { name, queries } of questions(seed, homes)) {
      const ask = (run: number) => {
        const query = queries[run % queries.length] ?? queries[0]!;
        return index.search({ query, want });
      };
      const askLoop = (run: number) => loop.search(queries[run % queries.length] ?? queries[0]!);
      for (let i = 0; i < queries.length; i++) {
        const [ours, bare] = [await ask(i), askLoop(i)];
        const isSame =
          ours.total === bare.total && ours.listings.every((card, at) => card.homeId === bare.ids[at]);
        if (!isSame) throw new Error(`${name}, seed ${seed}: ${ours.total} homes, the loop ${bare.total}`);
      }
      const ours = await timesOf(ask, runs);
      const baseline = await timesOf(askLoop, Math.ceil(runs / 4));
      rows.push({
        name: `${name}, ${size.toLocaleString('en-US')} homes`,
        ours: ours.median,
        baseline: baseline.median,
        ratio: baseline.median / ours.median,
        unit: 'ms',
        oursBest: ours.min,
        baselineBest: baseline.min,
      });
    }
  }
  return rows;
}

const want: ReadonlySet<Want> = new Set<Want>(['total', 'listings']);

/** Spreads the homes over 200 towns of the mainland: the random ones of the test suite lie in five. */
export function spreadOut(homes: HomeCard[], seed: number): HomeCard[] {
  const dice = new Dice(seed);
  const towns = Array.from({ length: 200 }, () => ({
    latitude: 30 + dice.fraction() * 17,
    longitude: -120 + dice.fraction() * 45,
  }));
  return homes.map((home) => {
    if (home.latitude === null || home.longitude === null) return home;
    // Towns differ in size as towns do.
    const town = towns[Math.floor(dice.fraction() ** 2 * towns.length)]!;
    const near = () => (dice.fraction() + dice.fraction() - 1) * 0.1;
    return {
      ...home,
      latitude: Number((town.latitude + near()).toFixed(6)),
      longitude: Number((town.longitude + near()).toFixed(6)),
    };
  });
}

export function questions(seed: number, homes: HomeCard[]): { name: string; queries: SearchQuery[] }[] {
  const dice = new Dice(seed + 1);
  const placed = homes.filter((home) => home.latitude !== null && home.searchType === 'sale');
  const around = (latitude: number, longitude: number, reach: number): Bounds => [
    longitude - reach,
    latitude - reach,
    longitude + reach,
    latitude + reach,
  ];
  const aboutHome = (reach: number): Bounds => {
    const home = dice.pick(placed);
    return around(home.latitude ?? 0, home.longitude ?? 0, reach);
  };
  const uniform = () => around(30 + dice.fraction() * 17, -120 + dice.fraction() * 45, 1);
  const many = (make: () => SearchQuery) => Array.from({ length: 50 }, make);
  const narrow: Partial<SearchQuery> = {
    price: { min: 500_000, max: 1_500_000 },
    beds: { min: 3 },
    hoa: { max: 300 },
  };
  return [
    { name: 'uniform viewport', queries: many(() => ({ searchType: 'sale', bbox: uniform() })) },
    { name: 'city viewport', queries: many(() => ({ searchType: 'sale', bbox: aboutHome(0.05) })) },
    {
      name: 'city viewport, 3 filters',
      queries: many(() => ({ searchType: 'sale', bbox: aboutHome(0.05), ...narrow })),
    },
    { name: 'whole country', queries: [{ searchType: 'sale' }] },
    { name: 'whole country, 3 filters', queries: [{ searchType: 'sale', ...narrow }] },
  ];
}

/** Answers price, beds, hoa, bounds and nothing else: what one writes before one writes an index. */
class BareLoop {
  #homes: HomeCard[];
  #price: Int32Array;
  #beds: Int32Array;
  #hoa: Int32Array;
  #listedAt: Float64Array;
  #latitude: Float64Array;
  #longitude: Float64Array;

  constructor(homes: HomeCard[]) {
    this.#homes = homes.filter(
      ({ searchType, standardStatus }) =>
        searchType === 'sale' && (standardStatus === 'Active' || standardStatus === 'Active Under Contract'),
    );
    const column = (of: (home: HomeCard) => number | null) =>
      Int32Array.from(this.#homes, (home) => of(home) ?? -1);
    this.#price = column((home) => home.listPrice);
    this.#beds = column((home) => home.bedroomsTotal);
    this.#hoa = column((home) => home.associationFeeMonthly);
    this.#listedAt = Float64Array.from(this.#homes, (home) => home.listedAt ?? Number.NEGATIVE_INFINITY);
    this.#latitude = Float64Array.from(this.#homes, (home) => home.latitude ?? Number.NaN);
    this.#longitude = Float64Array.from(this.#homes, (home) => home.longitude ?? Number.NaN);
  }

  search({ bbox, price, beds, hoa }: SearchQuery): { total: number; ids: string[] } {
    const [west, south, east, north] = bbox ?? [-180, -90, 180, 90];
    const isPlaced = bbox !== undefined;
    const found: number[] = [];
    for (let row = 0; row < this.#homes.length; row++) {
      if (price && !isIn(this.#price[row]!, price.min ?? 0, price.max ?? Infinity)) continue;
      if (beds && !isIn(this.#beds[row]!, beds.min ?? 0, beds.max ?? Infinity)) continue;
      if (hoa && !isIn(this.#hoa[row]!, hoa.min ?? 0, hoa.max ?? Infinity)) continue;
      if (isPlaced) {
        if (!isIn(this.#latitude[row]!, south, north) || !isIn(this.#longitude[row]!, west, east)) continue;
      }
      found.push(row);
    }
    const idOf = (row: number) => this.#homes[row]!.homeId;
    found.sort((a, b) => this.#listedAt[b]! - this.#listedAt[a]! || (idOf(a) < idOf(b) ? -1 : 1));
    return { total: found.length, ids: found.slice(0, PAGE_SIZE).map(idOf) };
  }
}

function isIn(value: number, low: number, high: number): boolean {
  return value >= low && value <= high;
}

if (import.meta.main) {
  for (const { name, ours, baseline, ratio, unit } of await searchRows()) {
    console.log(
      `${name.padEnd(44)} ${ours.toFixed(3)} ${unit}  loop ${baseline.toFixed(3)} ${unit}  ${ratio.toFixed(1)}×`,
    );
  }
}
