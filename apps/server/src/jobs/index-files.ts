import { join } from 'node:path';
import type { AddressIndex, SearchIndex } from '@maru/search-index';
import type { FastifyBaseLogger } from 'fastify';

export interface IndexFilesParts {
  folder: string;
  /** Identifies the store; snapshots of another store are rejected. */
  storeName: string;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

interface Indexes {
  index: SearchIndex;
  addresses: AddressIndex;
}

/** Snapshots of both indexes on disk, to start without reading every home from the store. */
export class IndexFiles {
  readonly #parts: IndexFilesParts;

  constructor(parts: IndexFilesParts) {
    this.#parts = parts;
  }

  /**
   * Restores both indexes and returns the sequence numbers to resume from; undefined when the snapshots are invalid.
   * The two files may differ in age: changes are applied to both from the older one on.
   */
  async read({ index, addresses }: Indexes, name = 'index'): Promise<Map<string, number> | undefined> {
    const { log } = this.#parts;
    const began = performance.now();
    const homes = await index.readSnapshot(this.#path(name, 'homes'));
    if (!homes.isRead) {
      const say = homes.reason === 'missing' ? log.info.bind(log) : log.warn.bind(log);
      say({ reason: homes.reason }, 'no usable index snapshot; loading from the store');
      return undefined;
    }
    const address = await addresses.readSnapshot(this.#path(name, 'addresses'));
    const [ofHomes, ofAddresses] = [this.#parse(homes.state), this.#parse(address)];
    if (ofHomes === undefined || ofAddresses === undefined) {
      const reason = ofHomes === undefined ? 'of another store' : 'addresses are missing';
      log.warn({ reason }, 'no usable index snapshot; loading from the store');
      return undefined;
    }
    log.info(
      { homes: index.size, ms: Math.round(performance.now() - began) },
      'index loaded from its snapshot',
    );
    const datasets = [...ofHomes.keys()].filter((dataset) => ofAddresses.has(dataset));
    return new Map(datasets.map((one) => [one, Math.min(ofHomes.get(one) ?? 0, ofAddresses.get(one) ?? 0)]));
  }

  /** `sequences` is called at the moment the snapshot is taken. */
  async write(
    { index, addresses }: Indexes,
    sequences: () => ReadonlyMap<string, number>,
    name = 'index',
  ): Promise<void> {
    // No change is applied while addresses are written, so the current sequence numbers hold.
    await addresses.writeSnapshot(this.#path(name, 'addresses'), this.#format(sequences()));
    await index.writeSnapshot(this.#path(name, 'homes'), () => this.#format(sequences()));
  }

  #path(name: string, of: string): string {
    return join(this.#parts.folder, `${name}-${of}.snapshot`);
  }

  #format(sequences: ReadonlyMap<string, number>): string {
    return JSON.stringify({ store: this.#parts.storeName, sequences: [...sequences] });
  }

  #parse(state: string | undefined): Map<string, number> | undefined {
    if (state === undefined) return undefined;
    const { store, sequences } = JSON.parse(state) as { store: string; sequences: [string, number][] };
    return store === this.#parts.storeName ? new Map(sequences) : undefined;
  }
}
