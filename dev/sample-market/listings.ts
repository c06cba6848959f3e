import { createAgents, type Roster } from './agents.ts';
import { type Area, hoursBehindUtc, marketAreas, shareOut } from './areas.ts';
import { Census, type Role, type Standing } from './census.ts';
import { DATASETS } from './dataset.ts';
import { DIRT, dirtFor, FLAG_COMBINATIONS } from './dirt.ts';
import { Doors } from './doors.ts';
import {
  type Course,
  decideDisplay,
  type HomeFacts,
  inventCourse,
  inventHome,
  mayHaveOpenHouse,
} from './home-facts.ts';
import { lifeIn } from './life.ts';
import {
  indexOfNetworkNumber,
  indexOfOpaqueKey,
  networkNumber,
  opaqueKey,
  signNumber,
} from './listing-numbers.ts';
import { type Random, randomOf } from './random.ts';
import { type Lot, planTown } from './streets.ts';

/** Active, displayable homes of each Irvine ZIP code at 20,000 listings; other sizes in proportion. */
const ASSURED = { sale: 33, rent: 11 };
/** Smaller markets have no data faults, since other tests use them. */
const DIRTY_FROM = 5_000;

/** A listing added after the market's creation: of a new or known home, at a door. */
interface Arrival {
  area: number;
  home: number;
  door: number;
  rent: boolean;
  dataset: 0 | 1;
  /** Kept when a listing only gets another key. */
  listingId: string | null;
}

/**
 * Every listing of the market by its index, invented on demand. Stored are the doors, the changes of ticks and which
 * listings left; all else follows from the seed. An index is never reused.
 */
export class Listings {
  readonly seed: number;
  readonly born: number;
  readonly areas: readonly Area[];
  readonly counts: readonly number[];
  readonly rosters: readonly [Roster, Roster];
  readonly #census: Census;
  readonly #doors: (Doors | undefined)[];
  /** The next free door of each area. */
  readonly #nextDoor: Uint32Array;
  readonly #arrivals: Arrival[] = [];
  readonly #courses = new Map<number, Course>();
  readonly #gone = new Set<number>();
  readonly #sizes: [number, number];

  constructor(seed: number, size: number, born: number) {
    this.seed = seed;
    this.born = born;
    this.areas = marketAreas(size);
    this.counts = shareOut(this.areas, size);
    this.#census = new Census(seed, this.areas, this.counts);
    this.#doors = [];
    this.#nextDoor = new Uint32Array(this.areas.length);
    planTown(seed, this.areas, this.counts, {
      lots: (at, lots) => {
        const area = this.areas[at]!;
        const mixed = mixLots(lots, area, randomOf(seed, 'lots', area.zip));
        this.#doors[at] = new Doors(mixed.slice(0, Math.ceil(this.counts[at]! * 1.5) + 50));
        this.#nextDoor[at] = this.#census.countHomes(at);
      },
    });
    const shares = [new Uint32Array(this.areas.length), new Uint32Array(this.areas.length)] as const;
    this.#sizes = [0, 0];
    for (let index = 0; index < size; index++) {
      const standing = this.#census.findStanding(index);
      const dataset = this.#census.findDataset(standing);
      shares[dataset][standing.area]!++;
      this.#sizes[dataset]++;
    }
    this.rosters = [
      createAgents(seed, DATASETS[0], this.areas, shares[0]),
      createAgents(seed, DATASETS[1], this.areas, shares[1]),
    ];
  }

  /** Indices below this have been assigned. */
  get end(): number {
    return this.#census.size + this.#arrivals.length;
  }

  countListings(dataset: 0 | 1): number {
    return this.#sizes[dataset];
  }

  isThere(index: number): boolean {
    return index >= 0 && index < this.end && !this.#gone.has(index);
  }

  findDataset(index: number): 0 | 1 {
    const arrival = this.#arrivals[index - this.#census.size];
    return arrival?.dataset ?? this.#census.findDataset(this.#census.findStanding(index));
  }

  formatListingKey(index: number, dataset = this.findDataset(index)): string {
    return dataset === 0 ? opaqueKey(this.seed, index) : networkNumber(index);
  }

  /** The listing of a key, present or not; undefined for a key that the dataset never had. */
  indexOf(dataset: 0 | 1, key: string): number | undefined {
    const index = dataset === 0 ? indexOfOpaqueKey(this.seed, key) : indexOfNetworkNumber(key);
    if (index === undefined || index >= this.end || this.findDataset(index) !== dataset) return undefined;
    return index;
  }

  /** The listing of the same home in the other MLS, if it had one initially and still has. */
  findTwin(index: number): number | undefined {
    if (index >= this.#census.size) return undefined;
    const standing = this.#census.findStanding(index);
    const twin = standing.role === 'first' ? this.#census.findTwin(standing) : undefined;
    return twin !== undefined && this.isThere(twin) ? twin : undefined;
  }

  loadFacts(index: number): HomeFacts {
    const { seed } = this;
    const standing = this.#findStanding(index);
    const area = this.areas[standing.area]!;
    const assured = this.#isAssured(standing);
    const dataset = this.findDataset(index);
    const arrival = this.#arrivals[index - this.#census.size];
    const home = inventHome({
      seed,
      home: standing.home,
      area,
      lot: this.#findLot(standing),
      rent: standing.rent,
      assured,
      thisYear: new Date(this.born).getUTCFullYear(),
    });
    const key = this.formatListingKey(index, dataset);
    const course =
      this.#courses.get(index) ??
      inventCourse(seed, index, this.born, standing.role, home, this.#inventLife(index, standing, assured));
    const people = randomOf(seed, 'agent', index);
    const roster = this.rosters[dataset];
    const agent = roster.pick(area, people);
    const coAgent = people.chance(0.1) ? roster.pick(area, people) : null;
    const facts: HomeFacts = {
      ...home,
      ...course,
      dataset: DATASETS[dataset],
      role: standing.role,
      key,
      listingId: dataset === 1 ? key : (arrival?.listingId ?? signNumber(area, index, course.enteredAt)),
      agent,
      // An agent is not their own co-agent.
      coAgent: coAgent === agent ? null : coAgent,
      dirt: null,
      flags: this.#findFlags(index),
      listingSalt: people.int(1, 2_000_000_000),
    };
    const turn = this.#findDirtTurn(index);
    if (turn !== undefined && !assured) facts.dirt = dirtFor(turn, facts);
    return facts;
  }

  /**
   * The timestamp and display flags of a present listing, without inventing its home; undefined for those of the
   * other MLS.
   */
  stampIn(
    dataset: 0 | 1,
    index: number,
  ): (Pick<Course, 'modifiedAt' | 'micros' | 'status'> & { displayEntire: unknown }) | undefined {
    if (this.#gone.has(index)) return undefined;
    const arrival = this.#arrivals[index - this.#census.size];
    const standing = this.#findStanding(index);
    if ((arrival?.dataset ?? this.#census.findDataset(standing)) !== dataset) return undefined;
    const assured = this.#isAssured(standing);
    const { modifiedAt, micros, status } =
      this.#courses.get(index) ?? this.#inventLife(index, standing, assured);
    const flags = this.#findFlags(index);
    let displayEntire: unknown =
      flags === null ? decideDisplay(this.seed, standing.home, assured).displayEntire : flags[0];
    if (this.#findDirtTurn(index) !== undefined && this.loadFacts(index).dirt === DISPLAY_DIRT)
      displayEntire = 'maybe';
    return { modifiedAt, micros, status, displayEntire };
  }

  /** Whether a listing may have an open house: mostly decided without inventing its home. */
  mayHaveOpenHouse(index: number): boolean {
    const course = this.#courses.get(index);
    if (course) return course.openHouse !== null;
    return mayHaveOpenHouse(this.seed, index, this.#findStanding(index).rent);
  }

  /** Sets a listing's course from now on. */
  setCourse(index: number, course: Course): void {
    this.#courses.set(index, course);
  }

  /**
   * Adds a home that was never offered before, in the area and the MLS of the listing at `near`; returns its index.
   */
  arrive(near: number, random: Random): number {
    const { area } = this.#findStanding(near);
    const index = this.end;
    const door = this.#nextDoor[area]!++;
    this.#add({
      ...{ area, home: index, door, rent: random.chance(0.25) },
      dataset: this.findDataset(near),
      listingId: null,
    });
    return index;
  }

  /**
   * Gives the home of listing `of` another listing; with `listingId` it is the same one under another key. Returns
   * its index.
   */
  relist(of: number, listingId: string | null): number {
    const { area, home, door, rent } = this.#findStanding(of);
    const index = this.end;
    this.#add({ area, home, door, rent, dataset: this.findDataset(of), listingId });
    return index;
  }

  leave(index: number): void {
    if (this.#gone.has(index)) return;
    this.#gone.add(index);
    this.#sizes[this.findDataset(index)]--;
  }

  comeBack(index: number): void {
    if (this.#gone.delete(index)) this.#sizes[this.findDataset(index)]++;
  }

  #add(arrival: Arrival): void {
    this.#arrivals.push(arrival);
    this.#sizes[arrival.dataset]++;
  }

  #findStanding(index: number): Standing & { rent: boolean } {
    const arrival = this.#arrivals[index - this.#census.size];
    if (arrival) return { role: 'first' as Role, ...arrival };
    const standing = this.#census.findStanding(index);
    return { ...standing, rent: isRent(standing.home) };
  }

  #findLot({ area, door }: Standing): Lot {
    return this.#doors[area]!.lotAt(door);
  }

  #inventLife(index: number, { role, home, area }: Standing, assured: boolean) {
    const offset = hoursBehindUtc(this.areas[area]!);
    return lifeIn(role, { seed: this.seed, index, home, born: this.born, assured, offset });
  }

  /** The homes that count for the guarantee of each Irvine ZIP code: its first sales and rentals. */
  #isAssured({ area, home, door, role }: Standing): boolean {
    if (!this.areas[area]!.irvine || role === 'earlier' || home >= this.#census.size) return false;
    const start = this.#census.findStart(area);
    const rentals = rentalsBefore(home) - rentalsBefore(start);
    return isRent(home) ? rentals < ASSURED.rent : door - rentals < ASSURED.sale;
  }

  /** The listing's turn among data faults; most have none, those of Irvine never. */
  #findDirtTurn(index: number): number | undefined {
    const { size } = this.#census;
    return size < DIRTY_FROM ? undefined : this.#findTurn(index, size < 20_000 ? 23 : 97, 3);
  }

  #findFlags(index: number): readonly (boolean | null)[] | null {
    const { size } = this.#census;
    if (size < DIRTY_FROM) {
      const few = this.#findTurn(index, 19, 2);
      return few === undefined ? null : FEW_FLAGS[few % FEW_FLAGS.length]!;
    }
    const turn = this.#findTurn(index, size < 20_000 ? 37 : 149, 5);
    return turn === undefined ? null : FLAG_COMBINATIONS[turn % FLAG_COMBINATIONS.length]!;
  }

  /** Every `every`-th listing outside Irvine has a turn. */
  #findTurn(index: number, every: number, first: number): number | undefined {
    const { size, irvine } = this.#census;
    const place = index - irvine - first;
    return index < size && place >= 0 && place % every === 0 ? place / every : undefined;
  }
}

/** Display flags of small markets, so that a test of a few dozen homes includes them. */
const FEW_FLAGS: readonly (readonly (boolean | null)[])[] = [
  [false, true, true, true],
  [true, false, false, null],
  [null, null, null, null],
  [true, false, true, true],
  [false, false, null, true],
];
const DISPLAY_DIRT = DIRT.find(({ name }) => name === 'a display flag that cannot be read')!.name;

const isRent = (home: number) => home % 4 === 2;
const rentalsBefore = (home: number) => Math.floor((home + 1) / 4);

/** How often a door of each kind is for sale or rent, relative to a house. */
const TURNOVER: Record<Area['character'], Record<Lot['kind'], number>> = {
  village: { houses: 1, townhouses: 0.34, condos: 0.22, towers: 0.2, park: 0, water: 0 },
  suburb: { houses: 1, townhouses: 0.24, condos: 0.2, towers: 0.2, park: 0, water: 0 },
  urban: { houses: 1, townhouses: 0.5, condos: 0.6, towers: 0.5, park: 0, water: 0 },
  town: { houses: 1, townhouses: 0.15, condos: 0.1, towers: 0.1, park: 0, water: 0 },
};

/** The lots in random order, weighted so that towers do not outnumber the houses around them. */
function mixLots(lots: Lot[], area: Area, random: Random): Lot[] {
  const turnover = TURNOVER[area.character];
  return lots
    .map((lot) => ({ lot, rank: -Math.log(1 - random.next()) / turnover[lot.kind] }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ lot }) => lot);
}
