import type { CampaignCount, CampaignStep, Store } from '@maru/store';
import { californiaDay } from './local-time.ts';

/** Flush interval in ms. */
const GATHERED = 1_500;
/** Maximum number of distinct counters between flushes, against abuse. */
const MAX_NAMES = 2_000;

/** Counts visitor steps by source in memory and writes them in batches. */
export class VisitCounts {
  readonly #store: Pick<Store, 'campaigns'>;
  readonly #now: () => number;
  #counts = new Map<string, CampaignCount>();
  #timer: NodeJS.Timeout | undefined;

  constructor(store: Pick<Store, 'campaigns'>, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  add(source: string, step: CampaignStep): void {
    const day = californiaDay(this.#now());
    const name = `${source} ${day} ${step}`;
    const known = this.#counts.get(name);
    if (known !== undefined) known.count += 1;
    else if (this.#counts.size < MAX_NAMES) this.#counts.set(name, { source, day, step, count: 1 });
    this.#timer ??= setTimeout(() => void this.write(), GATHERED).unref();
  }

  /** Flushes the counts; keeps them for the next flush on failure. Never rejects. */
  async write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const counts = [...this.#counts.values()];
    if (counts.length === 0) return;
    this.#counts = new Map();
    try {
      await this.#store.campaigns.add(counts);
    } catch {
      for (const one of counts) {
        const name = `${one.source} ${one.day} ${one.step}`;
        const known = this.#counts.get(name);
        if (known === undefined) this.#counts.set(name, one);
        else known.count += one.count;
      }
    }
  }
}
