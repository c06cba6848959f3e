import { FEATURES, featureBits, HOME_TYPES, STATUS_FILTERS } from '@maru/listing';
import { metersPerUnitAt } from '@maru/listing/places';
import {
  COUNTED_ROOMS,
  clusterShift,
  isInsideEdges,
  mercatorBounds,
  mercatorEdges,
  mercatorX,
  mercatorY,
  PAGE_SIZE,
  priceEdges,
  type Range,
  roundBounds,
  type SearchQuery,
  type SearchRequest,
  SIZE_EDGES,
  soldSince,
} from '@maru/listing/search';
import { RANDOM_NOW } from '../../conformance/random-homes.ts';
import { type PlainColumns, UNSTATED } from './plain-columns.ts';
import { buildCluster, mapBars, named } from './plain-lines.ts';
import {
  assertSupported,
  CRITERIA,
  listFilters,
  PRICE_STEP,
  PRICE_STEPS,
  SIZE_STEP,
  SIZE_STEPS,
} from './plain-sql.ts';
import type { PlainAnswer, Rival } from './rival.ts';

const BIT = Object.fromEntries(CRITERIA.map((one, i) => [one, 1 << i])) as Record<
  (typeof CRITERIA)[number],
  number
>;
const SOLD = STATUS_FILTERS.indexOf('sold');

/**
 * A loop over only the rows in view, given as columns of their own: what an index would cost if finding rows were
 * free. Computes all parts in one pass, in the simplest way.
 */
export function createBareLoop(columns: PlainColumns): Rival {
  const inView = new Map<SearchRequest, PlainColumns>();
  return {
    name: 'bare loop',
    async answer(request: SearchRequest): Promise<PlainAnswer> {
      let rows = inView.get(request);
      if (rows === undefined) {
        assertSupported(request);
        rows = rowsInView(columns, request.query);
        inView.set(request, rows);
      }
      return loop(rows, request);
    },
    close: async () => inView.clear(),
  };
}

/** Called once per search, outside of the timed loop. */
function rowsInView(columns: PlainColumns, query: SearchQuery): PlainColumns {
  const { bbox, poly, near } = query;
  const { x, y } = columns.int;
  const box = bbox && mercatorBounds(bbox);
  const edges = poly?.[0] && mercatorEdges(poly[0]);
  const centre = near && { x: mercatorX(near.longitude), y: mercatorY(near.latitude) };
  const reach = near === undefined ? 0 : near.meters / metersPerUnitAt(near.latitude);
  const rows: number[] = [];
  for (let row = 0; row < columns.length; row++) {
    const [atX, atY] = [x[row]!, y[row]!];
    if ((box ?? edges ?? centre) !== undefined && atX === UNSTATED) continue;
    if (box && (atX < box.minX || atX > box.maxX || atY < box.minY || atY > box.maxY)) continue;
    if (edges && !isInsideEdges(edges, atX, atY)) continue;
    if (centre && Math.sqrt((atX - centre.x) ** 2 + (atY - centre.y) ** 2) > reach) continue;
    rows.push(row);
  }
  return columns.take(Int32Array.from(rows));
}

function loop(columns: PlainColumns, { query, zoom = 0 }: SearchRequest): PlainAnswer {
  const { latitude, longitude, listedAt, int } = columns;
  const { x, y, price, beds, baths, sqft, hoa, featuresYes, featuresNo, type, status, closed, rank } = int;
  const wanted = {
    price: toBounds(query.price),
    beds: toBounds(query.beds),
    baths: toBounds(query.baths, 4),
    sqft: toBounds(query.sqft),
    hoa: toBounds(query.hoa),
  };
  const wantedFeatures = featureBits(query.has ?? []);
  const since = Number(soldSince(RANDOM_NOW).replaceAll('-', ''));
  const shift = clusterShift(zoom);

  const filters = listFilters(query);
  const unknown = new Int32Array(filters.length);
  const prices = new Int32Array(PRICE_STEPS + 1);
  const sizes = new Int32Array(SIZE_STEPS + 1);
  const types = new Int32Array(HOME_TYPES.length);
  const statuses = new Int32Array(STATUS_FILTERS.length);
  const bedCounts = new Int32Array(COUNTED_ROOMS + 1);
  const bathCounts = new Int32Array(COUNTED_ROOMS + 1);
  const features = new Int32Array(FEATURES.length);
  const cells = new Map<number, { n: number; sumX: number; sumY: number; row: number }>();
  const found: number[] = [];
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];

  for (let row = 0; row < columns.length; row++) {
    let fails = status[row] === 0 ? 0 : BIT.status;
    let unstated = 0;
    if (wanted.price) {
      if (price[row] === UNSTATED) unstated |= BIT.price;
      else if (price[row]! < wanted.price.min || price[row]! > wanted.price.max) fails |= BIT.price;
    }
    if (wanted.beds) {
      if (beds[row] === UNSTATED) unstated |= BIT.beds;
      else if (beds[row]! < wanted.beds.min || beds[row]! > wanted.beds.max) fails |= BIT.beds;
    }
    if (wanted.baths) {
      if (baths[row] === UNSTATED) unstated |= BIT.baths;
      else if (baths[row]! < wanted.baths.min || baths[row]! > wanted.baths.max) fails |= BIT.baths;
    }
    if (wanted.sqft) {
      if (sqft[row] === UNSTATED) unstated |= BIT.sqft;
      else if (sqft[row]! < wanted.sqft.min || sqft[row]! > wanted.sqft.max) fails |= BIT.sqft;
    }
    if (wanted.hoa) {
      if (hoa[row] === UNSTATED) unstated |= BIT.hoa;
      else if (hoa[row]! < wanted.hoa.min || hoa[row]! > wanted.hoa.max) fails |= BIT.hoa;
    }
    if (wantedFeatures !== 0 && (featuresYes[row]! & wantedFeatures) !== wantedFeatures) {
      if ((featuresNo[row]! & wantedFeatures) !== 0) fails |= BIT.has;
      else unstated |= BIT.has;
    }
    fails |= unstated;
    if ((fails & (fails - 1)) !== 0) continue;
    if (unstated !== 0) {
      for (let i = 0; i < filters.length; i++) if (BIT[filters[i]!] === unstated) unknown[i]!++;
    }
    if ((fails === 0 || fails === BIT.price) && price[row] !== UNSTATED)
      prices[Math.min(PRICE_STEPS, (price[row]! / PRICE_STEP) | 0)]!++;
    if ((fails === 0 || fails === BIT.sqft) && sqft[row] !== UNSTATED)
      sizes[Math.min(SIZE_STEPS, (sqft[row]! / SIZE_STEP) | 0)]!++;
    if ((fails === 0 || fails === BIT.beds) && beds[row] !== UNSTATED)
      bedCounts[Math.min(COUNTED_ROOMS, beds[row]!)]!++;
    if ((fails === 0 || fails === BIT.baths) && baths[row] !== UNSTATED)
      bathCounts[Math.min(COUNTED_ROOMS, baths[row]! >> 2)]!++;
    if ((fails === 0 || fails === BIT.status) && (status[row] !== SOLD || closed[row]! >= since))
      statuses[status[row]!]!++;
    if (fails !== 0) continue;
    found.push(row);
    types[type[row]!]!++;
    for (let bit = 0; bit < FEATURES.length; bit++) features[bit]! += (featuresYes[row]! >> bit) & 1;
    const [atX, atY] = [x[row]!, y[row]!];
    if (atX === UNSTATED) continue;
    if (longitude[row]! < west) west = longitude[row]!;
    if (longitude[row]! > east) east = longitude[row]!;
    if (latitude[row]! < south) south = latitude[row]!;
    if (latitude[row]! > north) north = latitude[row]!;
    const key = (atY >> shift) * 2 ** 30 + (atX >> shift);
    const cell = cells.get(key);
    if (cell === undefined) cells.set(key, { n: 1, sumX: atX, sumY: atY, row });
    else {
      cell.n++;
      cell.sumX += atX;
      cell.sumY += atY;
    }
  }
  const page = found.sort((a, b) => listedAt[b]! - listedAt[a]! || rank[a]! - rank[b]!).slice(0, PAGE_SIZE);
  const clusters = [...cells].sort(([a], [b]) => a - b);
  return {
    total: found.length,
    unknown: Object.fromEntries(filters.map((filter, i) => [filter, unknown[i]])),
    ids: page.map((row) => columns.ids[row]!),
    extent: west > east ? null : roundBounds([west, south, east, north]),
    clusters: clusters.map(([, { n, sumX, sumY, row }]) => buildCluster(columns, n, sumX, sumY, row)),
    histogram: buildHistogram(prices, priceEdges('sale'), PRICE_STEP),
    sizes: buildHistogram(sizes, SIZE_EDGES, SIZE_STEP),
    facets: {
      type: named(HOME_TYPES, types),
      status: named(STATUS_FILTERS, statuses),
      beds: atLeast(bedCounts),
      baths: atLeast(bathCounts),
      has: named(FEATURES, features),
    },
  };
}

function toBounds(range: Range | undefined, unit = 1): { min: number; max: number } | undefined {
  return range && { min: (range.min ?? 0) * unit, max: (range.max ?? Infinity) * unit };
}

function buildHistogram(steps: Int32Array, edges: readonly number[], step: number) {
  const bars = mapBars(edges, step);
  for (const [at, count] of steps.entries()) bars.add(at, count);
  return { edges: bars.edges, counts: bars.counts };
}

function atLeast(counts: Int32Array): number[] {
  let sum = 0;
  return [...counts]
    .toReversed()
    .map((count) => (sum += count))
    .toReversed();
}
