import type { Area } from './areas.ts';
import { rollOf } from './random.ts';

/**
 * How a listing relates to its home: the `first` one; the `twin` in the other MLS, by another agent (rule R32); or an
 * `earlier` attempt to sell it, before the first (rule R4).
 */
export type Role = 'first' | 'twin' | 'earlier';

export interface Standing {
  role: Role;
  /** Index of the area. */
  area: number;
  /** Index of the home's first listing, which may be this one. */
  home: number;
  /** Index of the home's door in the area. */
  door: number;
}

/** States of the second MLS: as many from the left as make up its share; the first MLS has all others. */
const SECOND =
  'GA NJ VA TX NY MD DC NC SC FL PA MA CT DE RI NH VT ME TN AL MS KY WV OH IN MI IL WI MN IA MO AR LA OK KS NE SD ND'.split(
    ' ',
  );
const SECOND_PART = 0.31;
/** Counties of both MLSs, with the share of homes listed in both. */
const SHARED: Record<string, number> = { 'Los Angeles': 0.12, Orange: 0.025, 'San Diego': 0.05 };
/** The same over the whole market. */
const TWINS = 0.024;
/** Share of listings that are an earlier attempt. */
const EARLIER = 0.022;
/** Share of the homes in a shared county that only the second MLS has. */
const SECOND_ALONE: Record<string, number> = { 'Los Angeles': 0.12, Orange: 0.012, 'San Diego': 0.03 };

/**
 * The role of each of the `counts` listings when the market is created, computed and not stored: the listings of an
 * area are consecutive, first its homes, then its twins, then the earlier attempts.
 */
export class Census {
  readonly #seed: number;
  readonly #areas: readonly Area[];
  readonly #starts: Uint32Array;
  readonly #homes: Uint32Array;
  readonly #twins: Uint32Array;
  readonly #second = new Set<string>();
  readonly size: number;
  /** Number of first listings in Irvine. */
  readonly irvine: number;

  constructor(seed: number, areas: readonly Area[], counts: readonly number[]) {
    this.#seed = seed;
    this.#areas = areas;
    this.#starts = new Uint32Array(areas.length + 1);
    this.#homes = new Uint32Array(areas.length);
    this.#twins = new Uint32Array(areas.length);
    const total = counts.reduce((sum, count) => sum + count, 0);
    let second = 0;
    for (const state of SECOND) {
      if (second > total * SECOND_PART) break;
      this.#second.add(state);
      areas.forEach((area, at) => {
        if (area.state === state) second += counts[at]!;
      });
    }
    const shared = (area: Area) => (area.state === 'CA' ? (SHARED[area.county] ?? 0) : 0);
    const inShared = areas.reduce((sum, area, at) => sum + counts[at]! * shared(area), 0);
    const outside = areas.reduce((sum, area, at) => sum + (shared(area) === 0 ? counts[at]! : 0), 0);
    const elsewhere = Math.max(0.002, Math.min(0.03, (TWINS * total - inShared) / Math.max(1, outside)));
    let irvine = 0;
    areas.forEach((area, at) => {
      const count = counts[at]!;
      // The fraction is rounded up with its probability, so that small markets have some too.
      const some = (part: number, salt: number) => Math.floor(count * part + rollOf(seed, at, salt));
      const twins = Math.min(Math.floor(count / 3), some(shared(area) || elsewhere, 1));
      const earlier = Math.min(Math.floor(count / 3), some(EARLIER, 2));
      this.#starts[at + 1] = this.#starts[at]! + count;
      this.#homes[at] = count - twins - earlier;
      this.#twins[at] = twins;
      if (area.irvine) irvine += count;
    });
    this.size = total;
    this.irvine = irvine;
  }

  /** The first index of an area's listings. */
  findStart(area: number): number {
    return this.#starts[area]!;
  }

  countHomes(area: number): number {
    return this.#homes[area]!;
  }

  findStanding(index: number): Standing {
    let low = 0;
    let high = this.#areas.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle]! <= index) low = middle;
      else high = middle - 1;
    }
    const start = this.#starts[low]!;
    const homes = this.#homes[low]!;
    const twins = this.#twins[low]!;
    const place = index - start;
    if (place < homes) return { role: 'first', area: low, home: index, door: place };
    const role = place < homes + twins ? 'twin' : 'earlier';
    const door =
      role === 'twin'
        ? twinDoor(place - homes, homes, twins)
        : Math.floor(
            ((place - homes - twins + 0.3) * homes) / (this.#starts[low + 1]! - start - homes - twins),
          );
    return { role, area: low, home: start + door, door };
  }

  /** The listing of the same home in the other MLS, for a first listing. */
  findTwin({ area, door }: Standing): number | undefined {
    const homes = this.#homes[area]!;
    const twins = this.#twins[area]!;
    const near = Math.round((door * twins) / homes - 0.5);
    for (let one = Math.max(0, near - 1); one < Math.min(twins, near + 2); one++)
      if (twinDoor(one, homes, twins) === door) return this.#starts[area]! + homes + one;
    return undefined;
  }

  /** The MLS of the listing. */
  findDataset(standing: Standing): 0 | 1 {
    const own = this.#ownDataset(this.#areas[standing.area]!, standing.home);
    return standing.role === 'twin' ? ((1 - own) as 0 | 1) : own;
  }

  #ownDataset(area: Area, home: number): 0 | 1 {
    if (this.#second.has(area.state)) return 1;
    const alone = area.state === 'CA' ? (SECOND_ALONE[area.county] ?? 0) : 0;
    return alone > 0 && rollOf(this.#seed, home, 3) < alone ? 1 : 0;
  }
}

const twinDoor = (twin: number, homes: number, twins: number) => Math.floor(((twin + 0.5) * homes) / twins);
