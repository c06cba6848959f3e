import type { Gazetteer } from '@maru/gazetteer';
import type { HomeCard, SearchType } from '@maru/listing';
import type { FoundHome, HomeChanges } from '@maru/listing/search';
import { cardAnswer } from './card-answer.ts';

/** Overhead of an entry in bytes. */
const OVERHEAD = 250;

/**
 * Cache of cards as JSON by home; serialization would be most of the cost of a response of forty homes. Two
 * generations: hits move to the younger one, and when it fills half of the budget the older one is evicted.
 * Whoever changes the index calls `forget` in the same tick; callers must pass homes of the current index.
 */
export class CardJson {
  readonly #gazetteer: Pick<Gazetteer, 'findPlace'>;
  readonly #maxBytes: number;
  #young = generation();
  #old = generation();
  #bytes = 0;

  constructor(gazetteer: Pick<Gazetteer, 'findPlace'>, maxBytes = 64 * 1024 * 1024) {
    this.#gazetteer = gazetteer;
    this.#maxBytes = maxBytes;
  }

  /** Serializes a card, with a leading comma. */
  make(card: HomeCard): Buffer {
    const text = `,${JSON.stringify(cardAnswer(card, this.#gazetteer))}`;
    // Own memory: a slice of the shared pool would keep the whole pool alive.
    const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
    bytes.write(text);
    return bytes;
  }

  /** The same, cached: on a hit no card is built. */
  find(home: FoundHome, searchType: SearchType): Buffer {
    const { homeId } = home;
    const known = this.#young[searchType].get(homeId);
    if (known !== undefined) return known;
    const bytes = this.#old[searchType].get(homeId) ?? this.make(home.card());
    this.#young[searchType].set(homeId, bytes);
    this.#bytes += bytes.length + OVERHEAD;
    if (this.#bytes * 2 > this.#maxBytes) {
      this.#old = this.#young;
      this.#young = generation();
      this.#bytes = 0;
    }
    return bytes;
  }

  /** Evicts changed homes. */
  forget({ upserts, removals }: HomeChanges): void {
    for (const list of [upserts, removals]) {
      for (const { homeId, searchType } of list) {
        this.#young[searchType].delete(homeId);
        this.#old[searchType].delete(homeId);
      }
    }
  }

  clear(): void {
    this.#young = generation();
    this.#old = generation();
    this.#bytes = 0;
  }
}

function generation(): Record<SearchType, Map<string, Buffer>> {
  return { sale: new Map(), rent: new Map() };
}
