import type { MarketChange } from './dataset.ts';
import type { Listings } from './listings.ts';
import { type Random, randomOf } from './random.ts';
import { chooseStep, follow, relistHome, returnListing, stamped } from './tick.ts';

export type Kind = MarketChange['kind'];

/** Makes changes in a market: listings that come, change, leave, return, are relisted or get another key. */
export class MarketChanges {
  readonly #listings: Listings;
  /** Listings on hold, which may return under the same key. */
  readonly #held: number[] = [];
  /** Withdrawn, expired and canceled listings, which may be relisted under another number (rule R4). */
  readonly #ended: number[] = [];
  #ticks = 0;

  constructor(listings: Listings) {
    this.#listings = listings;
  }

  /** Makes about `changes` changes; returns what changed per listing. */
  tick(now: number, changes: number): Map<number, Kind> {
    const done = new Map<number, Kind>();
    const random = randomOf(this.#listings.seed, 'tick', this.#ticks++);
    for (let left = changes; left > 0; left--) {
      const chance = random.next();
      if (chance < 0.09) this.#arrive(now, random, done);
      else if (chance < 0.12 && this.#held.length > 0) this.#return(now, random, done);
      else if (chance < 0.14 && this.#ended.length > 0) this.#relist(now, random, done);
      else if (chance > 0.9995) this.#rekey(now, random, done);
      else this.#change(now, random, done);
    }
    return done;
  }

  #arrive(now: number, random: Random, done: Map<number, Kind>): void {
    const index = this.#listings.arrive(this.#pick(random), random);
    this.#listings.setCourse(index, relistHome(this.#listings.loadFacts(index), now));
    note(done, index, 'added');
  }

  #return(now: number, random: Random, done: Map<number, Kind>): void {
    const index = takeFrom(this.#held, random);
    this.#listings.setCourse(index, returnListing(this.#listings.loadFacts(index), now));
    this.#listings.comeBack(index);
    note(done, index, 'added');
  }

  #relist(now: number, random: Random, done: Map<number, Kind>): void {
    const before = takeFrom(this.#ended, random);
    const index = this.#listings.relist(before, null);
    this.#listings.setCourse(index, relistHome(this.#listings.loadFacts(before), now));
    note(done, index, 'added');
  }

  /** A merger of MLSs gives a listing another key; its number stays (rule F27). */
  #rekey(now: number, random: Random, done: Map<number, Kind>): void {
    const before = this.#pick(random);
    // In the second MLS the key is the number.
    if (this.#listings.findDataset(before) !== 0) {
      this.#change(now, random, done);
      return;
    }
    const facts = this.#listings.loadFacts(before);
    const index = this.#listings.relist(before, facts.listingId);
    this.#listings.setCourse(index, stamped(facts, now));
    this.#listings.leave(before);
    note(done, before, 'removed');
    note(done, index, 'added');
  }

  #change(now: number, random: Random, done: Map<number, Kind>): void {
    const index = this.#pick(random);
    const facts = this.#listings.loadFacts(index);
    const step = chooseStep(facts, now, random);
    this.#listings.setCourse(index, step.course);
    if (step.leaves) this.#leave(index, facts.role === 'first' ? step.course.status : 'Closed', done);
    else note(done, index, 'changed');
    const twin = this.#listings.findTwin(index);
    if (twin === undefined || !random.chance(0.7)) return;
    const twinStep = follow(this.#listings.loadFacts(twin), step.course, now);
    this.#listings.setCourse(twin, twinStep.course);
    if (twinStep.leaves || step.leaves) this.#leave(twin, 'Closed', done);
    else note(done, twin, 'changed');
  }

  /** Only a home's first listing can return: otherwise the home would be present twice. */
  #leave(index: number, status: string, done: Map<number, Kind>): void {
    this.#listings.leave(index);
    if (status === 'Hold') this.#held.push(index);
    else if (status !== 'Closed') this.#ended.push(index);
    note(done, index, 'removed');
  }

  /** Any present listing. */
  #pick(random: Random): number {
    for (;;) {
      const index = random.int(0, this.#listings.end - 1);
      if (this.#listings.isThere(index)) return index;
    }
  }
}

function takeFrom(list: number[], random: Random): number {
  const at = random.int(0, list.length - 1);
  const taken = list[at]!;
  list[at] = list.at(-1)!;
  list.pop();
  return taken;
}

/** Reports the combined result of several changes of one listing in a tick. */
function note(done: Map<number, Kind>, index: number, kind: Kind): void {
  const before = done.get(index);
  if (before === 'added' && kind === 'removed') done.delete(index);
  else if (before === 'added' && kind === 'changed') return;
  else if (before === 'removed' && kind === 'added') done.set(index, 'changed');
  else done.set(index, kind);
}
