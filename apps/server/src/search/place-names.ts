import type { SchoolLevel } from '@maru/listing/places';
import { foldName, type PlaceName, type Store } from '@maru/store';

/** Interval between checks for an import, in ms. */
const LOOK_EVERY = 30_000;

interface Start {
  /** Folded name, starting at one of its words. */
  text: string;
  /** Whether it starts at the first word. */
  isFirst: boolean;
  name: PlaceName;
}

/**
 * Names of imported schools and districts in memory, for suggestions. Polls for imports; while the store is unavailable
 * it keeps what it has.
 */
export class PlaceNames {
  readonly #store: Pick<Store, 'placeData'>;
  #starts: Start[] = [];
  #version = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;

  constructor(store: Pick<Store, 'placeData'>) {
    this.#store = store;
  }

  /** Increases when the names change. */
  get version(): number {
    return this.#version;
  }

  /**
   * Schools and districts with a word that starts with the text; names that start with it first, then alphabetically.
   * Does not wait: the first call after startup returns nothing.
   */
  suggest(text: string, limit: number, kind?: PlaceName['kind']): PlaceName[] {
    if (performance.now() - this.#lookedAt > LOOK_EVERY) void this.refresh();
    const folded = foldName(text);
    if (folded.length < 2) return [];
    const found = new Map<string, Start>();
    for (let at = this.#firstAt(folded); at < this.#starts.length; at += 1) {
      const start = this.#starts[at]!;
      if (!start.text.startsWith(folded) || found.size >= MAX_LOOKED_AT) break;
      if (kind !== undefined && start.name.kind !== kind) continue;
      const key = `${start.name.kind}/${start.name.id}`;
      if (found.get(key)?.isFirst !== true) found.set(key, start);
    }
    return [...found.values()]
      .sort(
        (a, b) =>
          Number(b.isFirst) - Number(a.isFirst) ||
          a.name.kind.localeCompare(b.name.kind) ||
          (a.name.name < b.name.name ? -1 : 1) ||
          (a.name.id < b.name.id ? -1 : 1),
      )
      .slice(0, limit)
      .map(({ name }) => name);
  }

  /** The name of a school or district by the id in a search. */
  find(kind: PlaceName['kind'], id: string): PlaceName | undefined {
    if (performance.now() - this.#lookedAt > LOOK_EVERY) void this.refresh();
    return this.#byId.get(`${kind}/${id}`);
  }

  /** Schools of exactly this name, with or without "High School". */
  findSchools(name: string, level: SchoolLevel): PlaceName[] {
    if (performance.now() - this.#lookedAt > LOOK_EVERY) void this.refresh();
    const folded = foldName(name);
    const found: PlaceName[] = [];
    for (let at = this.#firstAt(folded); at < this.#starts.length; at += 1) {
      const { text, isFirst, name: one } = this.#starts[at]!;
      if (!text.startsWith(folded) || found.length >= MAX_LOOKED_AT) break;
      if (!isFirst || one.kind !== 'school') continue;
      const rest = text.slice(folded.length).trim();
      // The level is a part of most names, and a field of the others.
      if (rest === '' ? one.level === level : NAMES_OF_LEVEL[level].test(rest)) found.push(one);
    }
    return found;
  }

  #byId = new Map<string, PlaceName>();

  /** Never throws. */
  refresh(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#lookedAt = performance.now();
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #look(): Promise<void> {
    try {
      const version = await this.#store.placeData.newestVersion();
      if (version === this.#version) return;
      const names = await this.#store.placeData.listNames();
      this.#starts = names
        .flatMap(listStarts)
        .sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
      this.#byId = new Map(names.map((name) => [`${name.kind}/${name.id}`, name]));
      this.#version = version;
    } catch {
      // The database is unavailable: keep the names and retry.
    }
  }

  #firstAt(text: string): number {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle]!.text < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const NAMES_OF_LEVEL: Record<SchoolLevel, RegExp> = {
  elementary: /^(?:elementary|primary)(?: school)?$/,
  middle: /^(?:middle|intermediate|junior high)(?: school)?$/,
  high: /^(?:senior )?high(?: school)?$/,
  other: /^school$/,
};

/** Maximum number of matches to rank; "s" matches thousands. */
const MAX_LOOKED_AT = 2_000;
/** Generic words that do not distinguish schools. */
const PLAIN =
  /^(school|elementary|middle|high|academy|unified|district|charter|the|of|and|at|for|city|county|union)$/;

function listStarts(name: PlaceName): Start[] {
  const folded = foldName(name.name);
  const starts: Start[] = [{ text: folded, isFirst: true, name }];
  for (let at = folded.indexOf(' '); at >= 0; at = folded.indexOf(' ', at + 1)) {
    const text = folded.slice(at + 1);
    if (!PLAIN.test(text.split(' ', 1)[0] ?? '')) starts.push({ text, isFirst: false, name });
  }
  return starts;
}
