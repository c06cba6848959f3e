/**
 * So many requests ready in one turn of the event loop are not a crowd, however long the turn: a browser opens six at
 * once, so a few visitors of a slow machine come to that with the pages that they open.
 */
const CROWD = 40;
/** Once there is one, or when turns have been slow again and again, it takes fewer. */
const FEW_READY = 10;
/** Turns that were slow though few were ready, one after the other: those few cost too much. */
const SLOW_TURN = 200;
const SLOW_TURNS = 5;
/** Only what lasts is overload: a scan or a batch of changes that held the thread once is not (ms). */
const STANDING_AFTER = 50;
/** It is over when no turn has found a crowd for so long (ms), and so many: a slow machine has few turns in that time. */
const CALM_AFTER = 100;
const CALM_TURNS = 5;
/** … and in any case after so long (ms). */
const CALM_AT_LAST = 1_000;
/** A pause between turns in which a queue would have been seen (ms). */
const IDLE = 50;
/** Taken of each turn while a crowd stands. */
const TAKEN_OF_CROWD = 3;
/** Who of a crowd has waited so long within one turn is refused already in the first (ms). */
const LONGEST_WAIT = 30;
/** Requests that may wait together for others (threads, the database): again what a few browsers come to. */
const FEW = 40;
const MOST = 200;
/**
 * Pictures that may be on their way at once: far more than the pages of a few visitors have, and more than may wait for
 * their originals (pictures.ts), so that those which lie ready go on. Each asks the database at most once.
 */
const MOST_FILES = 500;
/** Answers take so many times as long as they do alone: there is a queue somewhere. */
const SLOWED = 4;
/** How much a new value weighs in a mean. */
const WEIGHT = 0.05;

/**
 * `apart` for what waits for other sites (live sources, translations) or for the sender's own line (pictures sent to us): it
 * queues for nothing of ours. `file` for pictures of pages that were let in: they come by the dozen, are no crowd, and are
 * refused by none.
 */
export type RequestKind = 'timed' | 'apart' | 'file';

/**
 * Whether there is room for one more request, so that those which are taken are answered in time under any load.
 *
 * Everything that is ready to be read is handled in one turn of the event loop, one after the other: a turn is as long
 * as its last request has waited, and as the next turn's first one has in the kernel's buffers. A queue stands when each
 * turn of a twentieth of a second has found a crowd, when one was too large to be answered at once, or when even a few
 * have cost too much in turn after turn. Then each turn takes only a few and refuses the others, which costs next to
 * nothing, so that turns stay short, until for a tenth of a second and five turns none has found more than a few. What waits
 * elsewhere (for threads, for the database) is seen by how many do, and by how much longer their answers take than
 * those of requests that were nearly alone. Counted, not timed: a machine that is slow for a moment, or with a few
 * visitors, is not overloaded by us.
 */
export class Admission {
  readonly #now: () => number;
  #turnBegan: number | undefined;
  #turnEnded = 0;
  #ready = 0;
  #refusedOfTurn = 0;
  #slowTurns = 0;
  #calmTurns = 0;
  #lastCalm: number;
  #lastCrowd = 0;
  #isCrowded = false;
  #inFlight = 0;
  #files = 0;
  #alone = 0;
  #recent = 0;
  #isDraining = false;
  #refused = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#lastCalm = now();
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
    if (kind === 'file') return this.#enterFile();
    const began = this.#now();
    this.#begin(began);
    if (!this.#hasRoom(began, kind)) {
      this.#refused += 1;
      this.#refusedOfTurn += 1;
      return undefined;
    }
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

  #enterFile(): (() => void) | undefined {
    if (this.#files >= MOST_FILES) {
      this.#refused += 1;
      return undefined;
    }
    this.#files += 1;
    return () => {
      this.#files -= 1;
    };
  }

  /** To be called when what was ready in this turn has been handled. */
  endTurn(): void {
    if (this.#turnBegan === undefined) return;
    const now = this.#now();
    const isSlow = this.#ready > FEW_READY && now - this.#turnBegan > SLOW_TURN;
    this.#slowTurns = isSlow ? this.#slowTurns + 1 : 0;
    const isCrowd = this.#ready > (this.#isCrowded ? FEW_READY : CROWD) || this.#slowTurns >= SLOW_TURNS;
    if (isCrowd) this.#lastCrowd = now;
    else this.#lastCalm = now;
    this.#calmTurns = isCrowd ? 0 : this.#calmTurns + 1;
    this.#isCrowded = this.#isCrowded
      ? now - this.#lastCrowd < (this.#calmTurns < CALM_TURNS ? CALM_AT_LAST : CALM_AFTER)
      : isCrowd && (this.#refusedOfTurn > 0 || now - this.#lastCalm > STANDING_AFTER);
    this.#turnBegan = undefined;
    this.#turnEnded = now;
  }

  #begin(now: number): void {
    this.#ready += 1;
    if (this.#turnBegan !== undefined) return;
    // Nothing was ready for a while.
    if (now - this.#turnEnded > IDLE) this.#lastCalm = now;
    // With requests in flight a pause may be one of them that held the thread, while the crowd waits in the kernel.
    const pause = now - this.#turnEnded;
    if (pause > CALM_AT_LAST || (pause > CALM_AFTER && this.#inFlight === 0)) this.#isCrowded = false;
    this.#turnBegan = now;
    this.#ready = 1;
    this.#refusedOfTurn = 0;
    setImmediate(() => this.endTurn());
  }

  #hasRoom(now: number, kind: RequestKind): boolean {
    if (this.#ready > CROWD && now - (this.#turnBegan ?? now) > LONGEST_WAIT) return false;
    if (this.#isCrowded && this.#ready > TAKEN_OF_CROWD) return false;
    if (kind === 'apart') return true;
    return (
      this.#inFlight < FEW || (this.#inFlight < MOST && this.#recent <= SLOWED * Math.max(1, this.#alone))
    );
  }
}
