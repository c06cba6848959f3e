import type { Gazetteer } from '@maru/gazetteer';
import type { FoundHome, HomeCard, HomeChanges, SearchType } from '@maru/listing';
import { cardAnswer } from './card-answer.ts';

/** What an entry costs beside its bytes. */
const OVERHEAD = 250;

/**
 * Cards as JSON, kept by home: making the text is most of what an answer of forty homes costs beside the search. Two
 * generations: what is asked for moves to the younger, and when that is half of the room the older one is forgotten.
 *
 * Who changes the index says here what changed, in the same turn (`forget`); who asks must have its cards from the
 * index as it is now.
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

  /** The card's JSON, made anew, behind a comma: it is one of a list. */
  make(card: HomeCard): Buffer {
    const text = `,${JSON.stringify(cardAnswer(card, this.#gazetteer))}`;
    // A memory of its own: a shared one would stay as long as any card in it.
    const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
    bytes.write(text);
    return bytes;
  }

  /** The same, kept: of a home whose text is known no card is made. */
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

  /** What is no longer true. */
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
