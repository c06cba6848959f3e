import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';

/** A moment in the life of the market. */
export interface Tick {
  /** ISO-8601 UTC. */
  at: string;
  changes: number;
}

/** Every tick of a market since its birth, a line each, so that its life can be lived again. */
export class TickJournal {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  append(tick: Tick): void {
    appendFileSync(this.#path, `${JSON.stringify(tick)}\n`);
  }

  /** In the order in which they happened. A kill in the middle of a line leaves half of one: it did not happen. */
  read(): Tick[] {
    let text: string;
    try {
      text = readFileSync(this.#path, 'utf8');
    } catch {
      return [];
    }
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    // What is appended next must not stand behind the half.
    if (whole.length < text.length) writeFileSync(this.#path, whole);
    return whole
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Tick);
  }

  clear(): void {
    writeFileSync(this.#path, '');
  }
}
