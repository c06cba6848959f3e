/** A turn of the event loop that was this short (ms) shows that nobody waits; longer when requests take long. */
const SHORT_TURN = 3;
const SHORT_TURN_OF_SERVICE = 3;
/** Only what lasts is overload: a scan or a batch of changes that held the thread once is not (ms). */
const STANDING_AFTER = 100;
/** Who has waited so long within one turn is refused in any case (ms). */
const LONGEST_WAIT = 500;
/** Requests that may wait together for others: threads, the database. */
const FEW = 8;
const MOST = 200;
/** Answers take so many times as long as they do alone: there is a queue somewhere. */
const SLOWED = 4;
/** How much a new value weighs in a mean. */
const WEIGHT = 0.05;

/** `apart` for what waits for other sites (pictures, live sources): it queues for nothing of ours. */
export type RequestKind = 'timed' | 'apart';

/**
 * Whether there is room for one more request, so that those which are taken are answered in time under any load.
 *
 * Everything that is ready to be read is handled in one turn of the event loop, one after the other; so a turn's
 * length is how long its last request has waited, and the next turn's first one in the kernel's buffers. While turns
 * have been long for a tenth of a second without a short one between, a queue stands: then each turn takes requests only
 * for as long as a short one lasts, and refuses the others at once. What waits elsewhere is seen by how many do, and
 * by how much longer their answers take than those of requests that were nearly alone.
 */
export class Admission {
  readonly #now: () => number;
  #turnBegan: number | undefined;
  #turnEnded = Number.NEGATIVE_INFINITY;
  #taken = 0;
  #lastShort = 0;
  #service = 0;
  #inFlight = 0;
  #alone = 0;
  #recent = 0;
  #isDraining = false;
  #refused = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#lastShort = now();
  }

  /** Requests that were taken and are not answered yet. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** Requests that were refused since the start. */
  get refused(): number {
    return this.#refused;
  }

  /** The process is about to end: it answers, says that it is not ready, and keeps no connection open. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  drain(): void {
    this.#isDraining = true;
  }

  /** The function to call when the answer is out; undefined when the request is to be refused. */
  enter(kind: RequestKind): (() => void) | undefined {
    const now = this.#now();
    const began = this.#begin(now);
    if (!this.#hasRoom(now, now - began, kind)) {
      this.#refused += 1;
      return undefined;
    }
    this.#taken += 1;
    if (kind === 'apart') return () => undefined;
    const isAlone = this.#inFlight < 2;
    this.#inFlight += 1;
    return () => {
      this.#inFlight -= 1;
      const took = this.#now() - began;
      this.#recent += (took - this.#recent) * WEIGHT;
      if (isAlone) this.#alone += (took - this.#alone) * WEIGHT;
    };
  }

  /** To be called when what was ready in this turn has been handled. */
  endTurn(): void {
    if (this.#turnBegan === undefined) return;
    const now = this.#now();
    const length = now - this.#turnBegan;
    if (this.#taken > 0) this.#service += (length / this.#taken - this.#service) * WEIGHT;
    if (length <= this.#shortTurn()) this.#lastShort = now;
    this.#turnBegan = undefined;
    this.#turnEnded = now;
  }

  #begin(now: number): number {
    if (this.#turnBegan !== undefined) return this.#turnBegan;
    // Nothing was ready for a while.
    if (now - this.#turnEnded > this.#shortTurn()) this.#lastShort = now;
    this.#turnBegan = now;
    this.#taken = 0;
    setImmediate(() => this.endTurn());
    return now;
  }

  #hasRoom(now: number, waited: number, kind: RequestKind): boolean {
    if (waited > LONGEST_WAIT) return false;
    if (now - this.#lastShort > STANDING_AFTER && waited > this.#shortTurn()) return false;
    if (kind === 'apart') return true;
    return (
      this.#inFlight < FEW || (this.#inFlight < MOST && this.#recent <= SLOWED * Math.max(1, this.#alone))
    );
  }

  #shortTurn(): number {
    return Math.max(SHORT_TURN, SHORT_TURN_OF_SERVICE * this.#service);
  }
}
