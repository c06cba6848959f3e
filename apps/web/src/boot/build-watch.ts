/**
 * Notices that the site has been built anew since this page was loaded (rule S4.5): the id of the
 * newest build is asked now and then and whenever somebody comes back to the page; once it differs, the next page that
 * one goes to is loaded whole instead of within the site. Nothing happens to the page one is on.
 */

/** How often the newest build is asked for, at most half as long again, so that not all browsers ask at once. */
const POLL_MS = 10 * 60_000;
/** Coming back to the page asks too, but not more often than this. */
const FOCUS_MS = 60_000;

export interface BuildWatchParts {
  /** The build that this page came with. */
  buildId: string;
  /** Answers the JSON of an address of this site. */
  fetchJson(path: string): Promise<unknown>;
  now(): number;
  /** 0 to 1. */
  random(): number;
  wait(ms: number, work: () => void): void;
}

export class BuildWatch {
  readonly #parts: BuildWatchParts;
  #askedAt = Number.NEGATIVE_INFINITY;
  #isOutdated = false;

  constructor(parts: BuildWatchParts) {
    this.#parts = parts;
  }

  /** Whether the next page has to be loaded whole. */
  get isOutdated(): boolean {
    return this.#isOutdated;
  }

  /** Reads this build's manifest once (rule S7.4), then asks for newer builds for ever. */
  async start(): Promise<void> {
    const { buildId, fetchJson } = this.#parts;
    // A build without a manifest any more is an old one: the next question says so.
    await fetchJson(`/builds/meta/${buildId}.json`).catch(() => undefined);
    this.#askAgain();
  }

  /** Somebody came back to the page. */
  async focus(): Promise<void> {
    if (this.#parts.now() - this.#askedAt >= FOCUS_MS) await this.ask();
  }

  /** Asks once; a question that fails changes nothing. */
  async ask(): Promise<void> {
    const { buildId, fetchJson, now } = this.#parts;
    this.#askedAt = now();
    const latest = await fetchJson('/builds/latest.json').catch(() => undefined);
    const id = (latest as { id?: unknown } | undefined)?.id;
    if (typeof id === 'string' && id !== buildId) this.#isOutdated = true;
  }

  #askAgain(): void {
    const { wait, random } = this.#parts;
    wait(POLL_MS * (1 + random() / 2), async () => {
      await this.ask();
      if (!this.#isOutdated) this.#askAgain();
    });
  }
}
