import { consonantCounts } from './edit-distance.ts';
import { foldName, foldText } from './fold.ts';
import { decomposeHangul, hasHangul, initialLetter } from './hangul.ts';
import { KOREAN_PLACES } from './names/korean-places.ts';
import { STATE_NAMES } from './names/states.ts';
import type { PlaceTable } from './place-table.ts';

/** A Korean (or mixed, "K타운") spelling and its places. */
export interface KoreanSpelling {
  key: string;
  letters: string;
  initials: string;
  syllables: number;
  /** Our table's places first, then others with the same English name. */
  own: number[];
  shared: number[];
}

export class SpellingIndex {
  readonly table: PlaceTable;
  /** Folded Latin name or nickname → places. */
  readonly latin = new Map<string, number[]>();
  readonly latinKeys: string[];
  /** One bit per letter of each of `latinKeys`. */
  readonly latinMasks: Int32Array;
  readonly latinLengths: Int32Array;
  readonly korean: KoreanSpelling[];
  /** Sorted letters of `korean`, for prefix search. */
  readonly koreanLetters: string[];
  readonly koreanOrder: Int32Array;
  /** `consonantCounts` of each of `korean`, concatenated. */
  readonly koreanCounts: Uint8Array;
  readonly mostSyllables: number;
  /** Folded Korean spelling → entry. */
  readonly koreanByKey = new Map<string, KoreanSpelling>();
  /** Counties by bare name ("orange"), ranked below complete names. */
  readonly bareCounties = new Map<string, number[]>();
  readonly states = new Map<string, number>();
  /** Preferred among equal names. */
  readonly prominent = new Set<number>();

  constructor(table: PlaceTable) {
    this.table = table;
    for (let index = 0; index < table.firstZip; index++) {
      const name = table.nameAt(index);
      this.#addLatin(foldName(name), index);
      if (table.kindAt(index) === 'county') {
        const base = table.compiled.counties[index - table.firstCounty]?.[2] ?? '';
        if (base !== name) push(this.bareCounties, foldName(base), index);
      }
      if (table.kindAt(index) === 'neighborhood') {
        const { city } = table.parentsAt(index);
        if (city >= 0) this.#addLatin(foldName(`${name} ${table.nameAt(city)}`), index);
      }
    }
    this.#addStates();
    this.#addKoreanPlaces();

    this.latinKeys = [...this.latin.keys(), ...this.bareCounties.keys()].sort();
    this.latinKeys = this.latinKeys.filter((key, i) => key !== this.latinKeys[i - 1]);
    this.latinMasks = Int32Array.from(this.latinKeys, letterMask);
    this.latinLengths = Int32Array.from(this.latinKeys, (key) => key.length);
    this.korean = [...this.koreanByKey.values()];
    const sorted = this.korean
      .map(({ letters }, at) => ({ letters, at }))
      .sort((a, b) => (a.letters < b.letters ? -1 : a.letters > b.letters ? 1 : a.at - b.at));
    this.koreanLetters = sorted.map(({ letters }) => letters);
    this.koreanOrder = Int32Array.from(sorted, ({ at }) => at);
    this.koreanCounts = Uint8Array.from(this.korean.flatMap(({ letters }) => consonantCounts(letters)));
    this.mostSyllables = Math.max(...this.korean.map(({ syllables }) => syllables));
    // Codes match only as a whole.
    STATE_NAMES.forEach(({ code }, index) => {
      this.#addLatin(code.toLowerCase(), index);
    });
  }

  #addStates(): void {
    STATE_NAMES.forEach(({ code, name, nameKo, spellings }, index) => {
      this.table.setKoreanName(index, nameKo);
      this.states.set(code.toLowerCase(), index);
      this.states.set(foldName(name), index);
      for (const spelling of [nameKo, ...spellings]) {
        this.states.set(foldText(spelling), index);
        if (!hasHangul(spelling)) {
          this.#addLatin(foldText(spelling), index);
          continue;
        }
        this.#addKorean(spelling, index, true);
        if (!spelling.endsWith('주')) {
          this.states.set(foldText(`${spelling}주`), index);
          this.#addKorean(`${spelling}주`, index, true);
        }
      }
    });
  }

  #addKoreanPlaces(): void {
    const { table } = this;
    const others = new Map<string, number[]>();
    for (let index = table.firstCounty; index < table.firstZip; index++) {
      const kind = table.kindAt(index);
      if (kind === 'city' || kind === 'county')
        push(others, `${kind}|${foldName(table.nameAt(index))}`, index);
    }

    for (const group of KOREAN_PLACES) {
      for (const [slug, written] of Object.entries(group)) {
        const index = table.findIndex(slug);
        if (index === undefined) throw new Error(`Korean names: no place ${slug}`);
        this.prominent.add(index);
        const spellings = written.split(',').map((spelling) => spelling.trim());
        const sharedName = spellings.find((spelling) => !spelling.startsWith('*')) ?? '';
        const sameName = (others.get(`${table.kindAt(index)}|${foldName(table.nameAt(index))}`) ?? []).filter(
          (other) => other !== index,
        );
        table.setKoreanName(index, (spellings[0] ?? '').replace('*', ''));
        for (const other of sameName) {
          if (table.koreanNameAt(other) === undefined) table.setKoreanName(other, sharedName);
        }
        for (const variant of spellings) {
          const isNickname = variant.startsWith('*');
          const spelling = isNickname ? variant.slice(1) : variant;
          if (!hasHangul(spelling)) {
            this.#addLatin(foldText(spelling), index);
            continue;
          }
          this.#addKorean(spelling, index, true);
          if (isNickname) continue;
          for (const other of sameName) {
            // Omit hamlets, which would hide the intended place.
            if (table.populationAt(other) >= 1000) this.#addKorean(spelling, other, false);
          }
        }
      }
    }
    this.#nameCountiesAfterCities();
    this.#nameNeighborhoodsWithCities();
  }

  /** "어바인 우드버리": a neighborhood preceded by its city. */
  #nameNeighborhoodsWithCities(): void {
    const { table } = this;
    const own = Map.groupBy(
      [...this.koreanByKey.values()].flatMap((spelling) =>
        spelling.own.map((index) => ({ index, key: spelling.key })),
      ),
      ({ index }) => index,
    );
    for (let index = table.firstNeighborhood; index < table.firstZip; index++) {
      const { city } = table.parentsAt(index);
      for (const { key: cityKey } of own.get(city) ?? []) {
        for (const { key } of own.get(index) ?? []) {
          if (!key.startsWith(cityKey)) this.#addKorean(cityKey + key, index, true);
        }
      }
    }
  }

  /** 리버사이드 → 리버사이드카운티 */
  #nameCountiesAfterCities(): void {
    const { table } = this;
    const korean = new Map<string, string>();
    for (let index = table.firstCity; index < table.firstNeighborhood; index++) {
      const nameKo = table.koreanNameAt(index);
      const key = foldName(table.nameAt(index));
      if (nameKo !== undefined && !korean.has(key)) korean.set(key, nameKo);
    }
    for (let index = table.firstCounty; index < table.firstCity; index++) {
      const [, name, base] = table.compiled.counties[index - table.firstCounty] ?? ['', '', ''];
      const known = table.koreanNameAt(index);
      const bare =
        known?.replace(/\s*카운티$/, '') ??
        (name.endsWith(' County') ? korean.get(foldName(base)) : undefined);
      if (bare === undefined) continue;
      if (known === undefined) table.setKoreanName(index, `${bare}카운티`);
      const isOwn = this.prominent.has(index);
      this.#addKorean(`${bare}카운티`, index, isOwn);
      push(this.bareCounties, foldText(bare), index);
    }
  }

  #addLatin(key: string, index: number): void {
    if (key !== '') push(this.latin, key, index);
  }

  #addKorean(spelling: string, index: number, isOwn: boolean): void {
    const key = foldText(spelling);
    let entry = this.koreanByKey.get(key);
    if (entry === undefined) {
      entry = {
        key,
        letters: decomposeHangul(key),
        initials: Array.from(key, initialLetter).join(''),
        syllables: Array.from(key).length,
        own: [],
        shared: [],
      };
      this.koreanByKey.set(key, entry);
    }
    const { own, shared } = entry;
    if (isOwn && !own.includes(index)) {
      own.push(index);
      if (shared.includes(index)) shared.splice(shared.indexOf(index), 1);
    } else if (!isOwn && !own.includes(index) && !shared.includes(index)) shared.push(index);
  }
}

/** One bit per letter; digits share bits with letters, which only weakens the filter. */
export function letterMask(text: string): number {
  let mask = 0;
  for (let i = 0; i < text.length; i++) mask |= 1 << (text.charCodeAt(i) % 32);
  return mask;
}

function push<K>(map: Map<K, number[]>, key: K, value: number): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else if (!list.includes(value)) list.push(value);
}
