import type { CampaignCount, CampaignStep, Store } from '@maru/store';
import { californiaDay } from './local-time.ts';

/** How long steps are gathered before they are written (ms). */
const GATHERED = 1_500;
/** So many kinds of steps at once; more are somebody's game. */
const MOST = 2_000;

/** Steps of visitors by source, gathered for a moment, so that a busy campaign is not a write for each of its visitors. */
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
    else if (this.#counts.size < MOST) this.#counts.set(name, { source, day, step, count: 1 });
    this.#timer ??= setTimeout(() => void this.write(), GATHERED).unref();
  }

  /** Writes what was gathered. What cannot be written is gathered again; never rejects. */
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
