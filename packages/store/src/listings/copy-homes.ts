import type { HomeCard, StandardStatus } from '@maru/listing';
import type { PoolClient } from 'pg';
import { to } from 'pg-copy-streams';
import { CARD_COLUMNS } from './home-card.ts';

const HOMES_A_PAGE = 5_000;
const NEWLINE = 0x0a;

/**
 * Reads cards by COPY, several times as fast as a cursor. `from`: the table `home h` with its conditions. Yields pages
 * of a few thousand. After an early exit the connection must be discarded.
 */
export async function* copyHomes(
  client: PoolClient,
  from: string,
): AsyncGenerator<HomeCard[], void, undefined> {
  const columns = CARD_COLUMNS.map((column) => `h.${column}`).join(', ');
  const stream = client.query(to(`copy (select ${columns} from ${from}) to stdout`));
  const known = new KnownValues();
  let rest: Buffer[] = [];
  let page: HomeCard[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end === 0) {
      rest.push(chunk);
      continue;
    }
    const whole = chunk.subarray(0, end);
    const lines = new CopyLines(
      (rest.length === 0 ? whole : Buffer.concat([...rest, whole])).toString('utf8'),
      known,
    );
    rest = end < chunk.length ? [chunk.subarray(end)] : [];
    while (!lines.isAtEnd) page.push(readCard(lines));
    if (page.length >= HOMES_A_PAGE) {
      yield page;
      page = [];
    }
  }
  if (page.length > 0) yield page;
}

/** Reads the columns in the order of `CARD_COLUMNS`: JavaScript evaluates members in the order in which they are written. */
function readCard(line: CopyLines): HomeCard {
  return {
    homeId: line.text() as string,
    searchType: line.shared() as HomeCard['searchType'],
    dataset: line.shared() as string,
    listingKey: line.text() as string,
    listingId: line.text(),
    homeType: line.shared() as HomeCard['homeType'],
    standardStatus: line.shared() as StandardStatus,
    listPrice: line.number(),
    previousListPrice: line.number(),
    priceChangedAt: line.number(),
    bedroomsTotal: line.number(),
    bathroomsTotalDecimal: line.number(),
    livingArea: line.number(),
    lotSizeSquareFeet: line.number(),
    yearBuilt: line.number(),
    associationFeeMonthly: line.number(),
    listedAt: line.number(),
    closeDate: line.shared(),
    streetLine: line.copiedText(),
    unitNumber: line.text(),
    city: line.shared(),
    stateOrProvince: line.shared(),
    postalCode: line.shared(),
    addressWithheld: line.boolean() as boolean,
    latitude: line.number(),
    longitude: line.number(),
    placeIds: {
      state: line.text(),
      county: line.text(),
      city: line.shared(),
      zip: line.text(),
      neighborhoods: line.list(),
    },
    photo: line.text(),
    photoAlteration: line.list(),
    photosCount: line.number() as number,
    nextOpenHouse: line.json() as HomeCard['nextOpenHouse'],
    listAgentFullName: line.shared(),
    listAgentStateLicense: line.shared(),
    listOfficeName: line.shared(),
    listOfficePhone: line.shared(),
    modificationTimestamp: line.text() as string,
    taxOtherAnnualAssessmentAmount: line.number(),
    requiredFeesMonthly: line.number(),
    storiesTotal: line.number(),
    parkingTotal: line.number(),
    securityDeposit: line.number(),
    facing: line.shared() as HomeCard['facing'],
    furnished: line.boolean(),
    leaseMonths: line.number(),
    availabilityDate: line.shared(),
    newConstructionYN: line.boolean(),
    seniorCommunityYN: line.boolean(),
    featuresYes: line.number() as number,
    featuresStated: line.number() as number,
    schoolDistrict: line.shared(),
    schools: line.list(),
    openHouseDays: line.list(),
  };
}

const [TAB, BACKSLASH, CAPITAL_N, LOWER_T, ZERO, NINE] = [0x09, 0x5c, 0x4e, 0x74, 0x30, 0x39];
const CLOSING_BRACE = 0x7d;
const NONE: string[] = [];
/** Longer numbers are parsed by Number. */
const EXACT_DIGITS = 15;
/** From this length V8 represents substrings as slices, which would retain the whole chunk. */
const SLICED_FROM = 13;
/** Hash slots for repeated texts: thousands of offices and towns, tens of thousands of agents. */
const KNOWN_TEXTS = 2 ** 16;
const MAX_LISTS = 50_000;
const SIGNS: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** Interns values that many homes share. Each text has the slot of its hash; a collision replaces the previous one. */
class KnownValues {
  readonly #texts = new Array<string>(KNOWN_TEXTS).fill('');
  readonly #lists = new Map<string, string[]>();

  text(source: string, start: number, end: number, hash: number): string {
    const slot = (hash ^ (hash >>> 16)) & (KNOWN_TEXTS - 1);
    const known = this.#texts[slot]!;
    if (known.length === end - start && source.startsWith(known, start)) return known;
    const text = copyText(source.slice(start, end));
    this.#texts[slot] = text;
    return text;
  }

  list(text: string): string[] {
    let list = this.#lists.get(text);
    if (list !== undefined) return list;
    if (this.#lists.size >= MAX_LISTS) this.#lists.clear();
    list = parseList(text);
    this.#lists.set(text, list);
    return list;
  }
}

/** Parses COPY's text format field by field. Shared values, including arrays, must not be modified. */
class CopyLines {
  readonly #text: string;
  readonly #known: KnownValues;
  #isEscaped = false;
  #at = 0;

  constructor(text: string, known: KnownValues) {
    this.#text = text;
    this.#known = known;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /** May retain the whole chunk; for short-lived values. */
  text(): string | null {
    if (this.#skipNull()) return null;
    const field = this.#field();
    return this.#isEscaped ? unescapeField(field) : field;
  }

  /** A copy that retains nothing else. */
  copiedText(): string | null {
    const text = this.text();
    return text === null ? null : copyText(text);
  }

  /** Interned, for values that many homes share. */
  shared(): string | null {
    if (this.#skipNull()) return null;
    const start = this.#at;
    const text = this.#text;
    let hash = 0;
    let end = start;
    let code = text.charCodeAt(end);
    for (; code !== TAB && code !== NEWLINE; code = text.charCodeAt(end)) {
      if (code === BACKSLASH) return this.copiedText();
      hash = Math.imul(hash, 31) + code;
      end += 1;
    }
    this.#at = end + 1;
    return this.#known.text(text, start, end, hash);
  }

  number(): number | null {
    if (this.#skipNull()) return null;
    const start = this.#at;
    let value = 0;
    for (let at = start; ; at += 1) {
      const code = this.#text.charCodeAt(at);
      if (code >= ZERO && code <= NINE) {
        value = value * 10 + (code - ZERO);
      } else if ((code === TAB || code === NEWLINE) && at - start <= EXACT_DIGITS) {
        this.#at = at + 1;
        return value;
      } else {
        return Number(this.#field());
      }
    }
  }

  boolean(): boolean | null {
    if (this.#skipNull()) return null;
    const isTrue = this.#text.charCodeAt(this.#at) === LOWER_T;
    this.#at += 2;
    return isTrue;
  }

  /** A text[] without nulls: `{a,"b c"}`. */
  list(): string[] {
    if (this.#text.charCodeAt(this.#at + 1) === CLOSING_BRACE) {
      this.#at += 3;
      return NONE;
    }
    return this.#known.list(this.shared() ?? '{}');
  }

  json(): unknown {
    const text = this.text();
    return text === null ? null : JSON.parse(text);
  }

  #field(): string {
    const start = this.#at;
    const text = this.#text;
    let end = start;
    let isEscaped = false;
    for (let code = text.charCodeAt(end); code !== TAB && code !== NEWLINE; code = text.charCodeAt(end)) {
      if (code === BACKSLASH) isEscaped = true;
      end += 1;
    }
    this.#at = end + 1;
    this.#isEscaped = isEscaped;
    return text.slice(start, end);
  }

  #skipNull(): boolean {
    if (this.#text.charCodeAt(this.#at) !== BACKSLASH || this.#text.charCodeAt(this.#at + 1) !== CAPITAL_N)
      return false;
    this.#at += 3;
    return true;
  }
}

function unescapeField(field: string): string {
  return field.replace(/\\(.)/gs, (_, sign: string) => SIGNS[sign] ?? sign);
}

function parseList(text: string): string[] {
  if (text === '{}') return [];
  if (!text.includes('"')) return text.slice(1, -1).split(',');
  return [...text.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|([^,"]+)/gs)].map(
    ([, quoted, bare]) => quoted?.replace(/\\(.)/gs, '$1') ?? bare!,
  );
}

/** Splitting and joining makes V8 copy the text. */
function copyText(text: string): string {
  return text.length < SLICED_FROM ? text : ` ${text}`.slice(1);
}
