import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';

/** One tick of the market. */
export interface Tick {
  /** ISO-8601 UTC. */
  at: string;
  changes: number;
}

/** All ticks of a market, one per line, so that they can be replayed. */
export class TickJournal {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  append(tick: Tick): void {
    appendFileSync(this.#path, `${JSON.stringify(tick)}\n`);
  }

  /** In order. A partial last line, left by a kill, is ignored. */
  read(): Tick[] {
    let text: string;
    try {
      text = readFileSync(this.#path, 'utf8');
    } catch {
      return [];
    }
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    // Removes the partial line before the next append.
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
