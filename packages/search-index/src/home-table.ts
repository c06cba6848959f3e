import { type HomeCard, mercatorX, mercatorY, statusFilterOf } from '@maru/listing';
import { BLOCK_BITS, Columns } from './columns.ts';
import { Dictionary } from './dictionary.ts';
import { hilbert } from './hilbert.ts';
import { PlaceBook } from './place-book.ts';

/** A table is set in order again when more rows than this, and than a sixth of it, are out of order or dead. */
const TOLERATED = 2_048;
/** 2^30 units of the Mercator grid → 2^16 of the Hilbert curve. */
const HILBERT_SHIFT = 14;
/** Homes without a position stand behind all others. */
const BEHIND_ALL = 2 ** 32;

/**
 * The homes of one search type: their columns, their cards, and which row is whose.
 *
 * Rows up to the last `#settle` follow the Hilbert curve; arrivals are appended, a changed home is overwritten
 * in its row, a removed one leaves a dead row (`cards[row]` undefined). Every zone is exact again when `apply`
 * returns.
 */
export class HomeTable {
  columns: Columns;
  cards: (HomeCard | undefined)[] = [];
  places = new PlaceBook();
  /** Active homes per place slug. */
  readonly activeByPlace = new Map<string, number>();

  #rows = new Map<string, number>();
  #words = new Dictionary();
  #outOfOrder = 0;

  constructor() {
    this.columns = new Columns(0, this.places);
  }

  get size(): number {
    return this.#rows.size;
  }

  find(homeId: string): HomeCard | undefined {
    const row = this.#rows.get(homeId);
    return row === undefined ? undefined : this.cards[row];
  }

  /** By row: 1 for the homes with these ids. */
  rowsOf(homeIds: Iterable<string>): Uint8Array {
    const rows = new Uint8Array(this.columns.length);
    for (const homeId of homeIds) {
      const row = this.#rows.get(homeId);
      if (row !== undefined) rows[row] = 1;
    }
    return rows;
  }

  apply(upserts: readonly HomeCard[], removedIds: readonly string[]): void {
    const blocks = new Set<number>();
    for (const homeId of removedIds) this.#remove(homeId, blocks);
    const arrivals: HomeCard[] = [];
    for (const card of upserts) {
      const row = this.#rows.get(card.homeId);
      if (row === undefined) arrivals.push(card);
      else this.#overwrite(row, card, blocks);
    }
    // A first load is set in order before anything is written, rather than written twice.
    if (this.#isUntidy(arrivals.length)) {
      this.#settle(arrivals);
      return;
    }
    for (const card of arrivals) this.#append(card, blocks);
    for (const block of blocks) this.columns.refreshZone(block);
  }

  #isUntidy(arrivals: number): boolean {
    const outOfOrder = this.#outOfOrder + arrivals;
    return outOfOrder > TOLERATED && outOfOrder > (this.columns.length + arrivals) / 6;
  }

  #remove(homeId: string, blocks: Set<number>): void {
    const row = this.#rows.get(homeId);
    if (row === undefined) return;
    this.#count(this.cards[row], -1);
    this.#rows.delete(homeId);
    this.cards[row] = undefined;
    this.columns.bury(row);
    this.#outOfOrder++;
    blocks.add(row >> BLOCK_BITS);
  }

  #overwrite(row: number, card: HomeCard, blocks: Set<number>): void {
    const { x, y } = this.columns.int;
    const [oldX, oldY] = [x[row], y[row]];
    this.#count(this.cards[row], -1);
    this.#write(row, card);
    if (x[row] !== oldX || y[row] !== oldY) this.#outOfOrder++;
    blocks.add(row >> BLOCK_BITS);
  }

  #append(card: HomeCard, blocks: Set<number>): void {
    // The same home twice in one change: the later card stands.
    const known = this.#rows.get(card.homeId);
    if (known !== undefined) {
      this.#overwrite(known, card, blocks);
      return;
    }
    const row = this.columns.append(card);
    this.#rows.set(card.homeId, row);
    this.#keep(row, card);
    this.#outOfOrder++;
    blocks.add(row >> BLOCK_BITS);
  }

  #write(row: number, card: HomeCard): void {
    this.columns.write(row, card);
    this.#keep(row, card);
  }

  #keep(row: number, card: HomeCard): void {
    this.cards[row] = this.#compact(card, this.places);
    this.#count(card, 1);
  }

  /**
   * Builds columns, cards and place numbers anew along the Hilbert curve; costs a sort and a copy of everything.
   * The old ones answer until the last line.
   */
  #settle(arrivals: readonly HomeCard[]): void {
    const kept = this.cards.filter((card) => card !== undefined);
    // The same home twice in one change: the later card stands.
    const coming = [...new Map(arrivals.map((card) => [card.homeId, card])).values()];
    const all = kept.concat(coming);
    const places = new PlaceBook();
    const columns = new Columns(all.length + TOLERATED, places);
    const cards: HomeCard[] = [];
    const rows = new Map<string, number>();
    for (const i of hilbertOrder(all)) {
      const card = i < kept.length ? all[i] : this.#compact(all[i], places);
      rows.set(card.homeId, columns.append(card));
      cards.push(card);
    }
    for (let block = 0; block < columns.blocks; block++) columns.refreshZone(block);
    for (const card of coming) this.#count(card, 1);
    this.places = places;
    this.columns = columns;
    this.cards = cards;
    this.#rows = rows;
    this.#outOfOrder = 0;
  }

  #count(card: HomeCard | undefined, by: number): void {
    if (card === undefined || statusFilterOf(card.standardStatus) !== 'active') return;
    const { state, county, city, zip, neighborhoods } = card.placeIds;
    for (const slug of new Set([state, county, city, zip, ...neighborhoods])) {
      if (slug === null) continue;
      const count = (this.activeByPlace.get(slug) ?? 0) + by;
      if (count > 0) this.activeByPlace.set(slug, count);
      else this.activeByPlace.delete(slug);
    }
  }

  /** Our own copy of a card; texts that many homes have in common are kept once. */
  #compact(card: HomeCard, places: PlaceBook): HomeCard {
    const shared = (text: string | null) => (text === null ? null : this.#words.shared(text));
    return {
      ...card,
      dataset: this.#words.shared(card.dataset),
      homeType: this.#words.shared(card.homeType) as HomeCard['homeType'],
      standardStatus: this.#words.shared(card.standardStatus) as HomeCard['standardStatus'],
      city: shared(card.city),
      stateOrProvince: shared(card.stateOrProvince),
      postalCode: shared(card.postalCode),
      placeIds: places.shared(card.placeIds),
      listAgentFullName: shared(card.listAgentFullName),
      listAgentStateLicense: shared(card.listAgentStateLicense),
      listOfficeName: shared(card.listOfficeName),
      listOfficePhone: shared(card.listOfficePhone),
    };
  }
}

/** The numbers of the cards along the curve, those of one cell in their given order. */
function hilbertOrder(cards: readonly HomeCard[]): Float64Array {
  // Place on the curve (33 bits) and number (20 bits) in one double, which sorts natively; a larger table
  // gives up low bits of the curve.
  const numberBits = Math.max(20, 32 - Math.clz32(cards.length));
  const coarser = 2 ** (numberBits - 20);
  const numbers = 2 ** numberBits;
  const keys = Float64Array.from(cards, ({ latitude, longitude }, i) => {
    const place =
      latitude === null || longitude === null
        ? BEHIND_ALL
        : hilbert(mercatorX(longitude) >> HILBERT_SHIFT, mercatorY(latitude) >> HILBERT_SHIFT);
    return Math.floor(place / coarser) * numbers + i;
  });
  return keys.sort().map((key) => key % numbers);
}
