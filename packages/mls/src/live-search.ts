import {
  type FeedProvider,
  hasPublicLicence,
  isBarredFromDisplay,
  type Listing,
  mayDisplayAddress,
  searchTypeOf,
} from '@maru/listing';
import { isRefusal } from './connection.ts';
import type { FeedAnswer, FeedQuestion, FeedRange } from './feed.ts';
import { normalizeListing } from './normalize/listing.ts';
import type { OddityCounts } from './normalize/oddities.ts';
import { storableRaw } from './normalize/raw.ts';
import type { ODataPage } from './odata-service.ts';
import { literal, type Row, rowsOf } from './resource-walk.ts';

/** How one OData service wants to be asked live. */
export interface LiveService {
  dataset: string;
  provider: FeedProvider;
  oddities: OddityCounts | undefined;
  /** The field that counts half baths as halves, where the service has one; RESO's own counts them whole. */
  bathsField: 'BathroomsTotalDecimal' | 'BathroomsTotalInteger';
  /** Enumerations may be spelled as people do ('Residential Lease') or as OData members ('ResidentialLease'). */
  legacySpelling: boolean;
  /** Rows in one answer at most. */
  mostTop: number;
  /** `$top` and `$skip` together may not pass this; rule F63. */
  mostOffset: number;
  fetchPage(query: string, pageSize: number, signal: AbortSignal): Promise<ODataPage>;
  /** The page behind `nextLink` of an answer. */
  followPage(link: string, signal: AbortSignal): Promise<ODataPage>;
  /** Rows with what the service keeps apart from them (pictures). */
  complete(rows: Row[], signal: AbortSignal): Promise<Row[]>;
}

/** What visitors may be shown; all else leaves a feed sooner or later (rule F92). */
const SHOWN = ['Active', 'Active Under Contract', 'Coming Soon', 'Pending'] as const;
/**
 * RESO names and both spellings of the values: a string server compares them as texts, so that a spelling it
 * does not use finds nothing of itself, and asking for both loses nothing (rule F20). Taken
 * from the dictionary's map, never made by leaving out blanks.
 */
const LEGACY: Record<string, string> = {
  'Active Under Contract': 'ActiveUnderContract',
  'Coming Soon': 'ComingSoon',
  'Residential Lease': 'ResidentialLease',
  'Commercial Lease': 'CommercialLease',
};

/** How much a service is asked to do. */
interface Manner {
  /** That what may not be shown at all is left out there, so that pages are full and the count is right. */
  display?: true;
  /** tolower(), startswith(). */
  functions: boolean;
  /** Both spellings of a value, or the OData member's alone, for an Edm.EnumType server: it refuses the blank. */
  spelling: 'both' | 'legacy';
  /** `simple` leaves out the fields that a service is likeliest to lack: baths, area, position. */
  filter: 'whole' | 'simple' | 'none';
  order: boolean;
}

/** Best first; each step is for a service that refused the steps before. */
const MANNERS: readonly Manner[] = [
  { display: true, functions: true, spelling: 'both', filter: 'whole', order: true },
  { functions: true, spelling: 'both', filter: 'whole', order: true },
  { functions: false, spelling: 'both', filter: 'whole', order: true },
  { functions: false, spelling: 'legacy', filter: 'whole', order: true },
  { functions: false, spelling: 'both', filter: 'simple', order: true },
  { functions: false, spelling: 'legacy', filter: 'simple', order: true },
  { functions: false, spelling: 'both', filter: 'simple', order: false },
  { functions: false, spelling: 'legacy', filter: 'simple', order: false },
  { functions: false, spelling: 'both', filter: 'none', order: true },
  { functions: false, spelling: 'both', filter: 'none', order: false },
];

const NEWEST_FIRST = 'ModificationTimestamp desc';

/** Pages read to fill one page of ours when we filter ourselves: a live question must not become a replication. */
const MOST_PAGES = 10;

/**
 * Asks a service live, simpler each time it refuses (400, 501), and remembers what it takes. Whatever the
 * service did is checked again on the normalised rows. `contains` over texts is never asked: it is slow there
 * and may time out (rule F23), and free text is our own index's work. The map is asked by Latitude and
 * Longitude by name, so that no order of coordinates can be mistaken (rule F10).
 */
export class LiveSearch {
  readonly #service: LiveService;
  readonly #manners: readonly Manner[];
  #manner = 0;
  /** A row without a licence for public display has been seen: the service counts rows that may not be told of. */
  #isMixed = false;

  constructor(service: LiveService) {
    this.#service = service;
    this.#manners = MANNERS.filter((one) => service.legacySpelling || one.spelling === 'both');
  }

  async search(question: FeedQuestion, signal: AbortSignal): Promise<FeedAnswer> {
    for (let step = this.#manner; ; step += 1) {
      try {
        const answer = await this.#ask(question, this.#manners[step] as Manner, signal);
        if (step > this.#manner) await this.#stepDown(step, question, signal);
        return answer;
      } catch (error) {
        if (!isRefusal(error) || step >= this.#manners.length - 1) throw error;
      }
    }
  }

  /**
   * From now on the simpler manner, where the better ones are refused for an ordinary question of the same form too:
   * a visitor's odd words ("ZZ" for a state) must not make everybody's questions poorer.
   */
  async #stepDown(to: number, question: FeedQuestion, signal: AbortSignal): Promise<void> {
    for (; this.#manner < to; this.#manner += 1) {
      const manner = this.#manners[this.#manner] as Manner;
      const filter = formatFilter(ordinary(question), manner, this.#service);
      const orderby = manner.order ? NEWEST_FIRST : null;
      try {
        const query = formatQuery({ filter, orderby, top: 1, skip: 0, count: manner.filter === 'whole' });
        await this.#service.fetchPage(query, 1, signal);
        return;
      } catch (error) {
        if (!isRefusal(error)) return;
      }
    }
  }

  async #ask(question: FeedQuestion, manner: Manner, signal: AbortSignal): Promise<FeedAnswer> {
    const service = this.#service;
    const size = Math.max(1, Math.min(question.pageSize, service.mostTop));
    const start = Math.max(0, (question.page - 1) * size);
    const filter = formatFilter(question, manner, service);
    // What we must filter ourselves is read from its beginning: the service cannot know our offsets. On a map these are
    // the withheld addresses too: a gap in a page, or a count, would tell where they are.
    const exact = manner.filter === 'whole' && (question.bounds === undefined || manner.display === true);
    let skip = exact ? start : 0;
    let received = 0;
    let total: number | null = null;
    let unlicensed = 0;
    let link: string | null = null;
    const seen = new Set<string>();
    const found: { listing: Listing; raw: unknown }[] = [];
    const isFull = () => (exact ? received >= size : found.length >= start + size);
    for (let pages = 0; !isFull() && pages < MOST_PAGES; pages += 1) {
      const top = exact ? size - received : service.mostTop;
      if (link === null && skip + top > service.mostOffset) break;
      const query = formatQuery({
        filter,
        orderby: manner.order ? NEWEST_FIRST : null,
        top,
        skip,
        count: exact && pages === 0,
      });
      const answer: ODataPage =
        link === null ? await service.fetchPage(query, top, signal) : await service.followPage(link, signal);
      const rows: Row[] = rowsOf(answer.json) ?? [];
      if (exact && pages === 0) total = readCount(answer.json);
      const fresh = rows.filter((row) => !seen.has(String(row.ListingKey)));
      // The end is an empty page or the number told, never a short page: servers cap them without a word.
      if (fresh.length === 0) break;
      for (const row of fresh) seen.add(String(row.ListingKey));
      for (const row of await service.complete(exact ? fresh.slice(0, top) : fresh, signal)) {
        const result = normalizeListing(row, service);
        if (!('listing' in result)) continue;
        if (!hasPublicLicence(result.listing)) unlicensed += 1;
        if (isAnswerTo(question, result.listing)) {
          found.push({ listing: result.listing, raw: storableRaw(row) });
        }
      }
      skip += rows.length;
      received += fresh.length;
      if (total !== null && skip >= total) break;
      link = answer.nextLink;
    }
    if (unlicensed > 0) this.#isMixed = true;
    if (total !== null && this.#isMixed) {
      // FeedTypes takes no filter (rule F72): such rows can be subtracted only where all of them were read.
      total = start === 0 && skip >= total ? total - unlicensed : null;
    }
    return { total, listings: exact ? found : found.slice(start, start + size) };
  }
}

/** The question as a `$filter`; null when the service takes none. */
function formatFilter(
  question: FeedQuestion,
  manner: Manner,
  service: Pick<LiveService, 'bathsField' | 'legacySpelling'>,
): string | null {
  if (manner.filter === 'none') return null;
  const oneOf = (values: readonly string[]) => {
    const spelled = values.flatMap((value) => {
      const legacy = LEGACY[value];
      if (legacy === undefined || !service.legacySpelling) return [value];
      return manner.spelling === 'both' ? [value, legacy] : [legacy];
    });
    return spelled.map(literal);
  };
  const either = (field: string, values: string[]) =>
    `(${values.map((value) => `${field} eq ${value}`).join(' or ')})`;
  const parts = [either('StandardStatus', oneOf(SHOWN))];
  // The provider's own examples swap 'Residential Lease' and 'Residential Income' (rule F7): rents are leases.
  if (question.searchType === 'rent') parts.push(either('PropertyType', oneOf(['Residential Lease'])));
  else {
    parts.push(
      ...oneOf(['Residential Lease', 'Commercial Lease']).map((value) => `PropertyType ne ${value}`),
    );
  }
  const range = (field: string, asked: FeedRange | undefined) => {
    if (asked?.min !== undefined) parts.push(`${field} ge ${formatNumber(asked.min)}`);
    if (asked?.max !== undefined) parts.push(`${field} le ${formatNumber(asked.max)}`);
  };
  const text = (field: string, value: string) =>
    parts.push(
      manner.functions
        ? `tolower(${field}) eq ${literal(value.toLowerCase())}`
        : `${field} eq ${literal(value)}`,
    );
  range('ListPrice', question.price);
  range('BedroomsTotal', question.beds);
  if (question.stateOrProvince !== undefined) {
    parts.push(`StateOrProvince eq ${literal(question.stateOrProvince.toUpperCase())}`);
  }
  if (question.city !== undefined) text('City', question.city);
  if (question.postalCode !== undefined) {
    const code = literal(question.postalCode);
    parts.push(manner.functions ? `startswith(PostalCode,${code})` : `PostalCode eq ${code}`);
  }
  if (manner.filter === 'whole') {
    // Whole baths are never fewer than baths with halves: a floor may be asked of them, a ceiling may not.
    const { baths } = question;
    range(service.bathsField, service.bathsField === 'BathroomsTotalDecimal' ? baths : { min: baths?.min });
    range('LivingArea', question.livingArea);
    const { bounds } = question;
    if (bounds !== undefined) {
      const [west, south, east, north] = bounds;
      range('Latitude', { min: south, max: north });
      range('Longitude', { min: west, max: east });
    }
  }
  // Null is "not said" and may be shown (rule F71).
  if (manner.display) {
    parts.push('InternetEntireListingDisplayYN ne false');
    if (question.bounds !== undefined) parts.push('InternetAddressDisplayYN ne false');
  }
  return parts.join(' and ');
}

/** A question of the same form in words that every service knows. */
function ordinary(question: FeedQuestion): FeedQuestion {
  const range = (asked: FeedRange | undefined, min: number, max: number) =>
    asked && { ...(asked.min === undefined ? {} : { min }), ...(asked.max === undefined ? {} : { max }) };
  const { city, stateOrProvince, postalCode, price, beds, baths, livingArea, bounds } = question;
  const words = {
    city: city && 'Irvine',
    stateOrProvince: stateOrProvince && 'CA',
    postalCode: postalCode && '92620',
    price: range(price, 500_000, 900_000),
    beds: range(beds, 2, 4),
    baths: range(baths, 1, 3),
    livingArea: range(livingArea, 1000, 3000),
    bounds: bounds && [-118, 33, -117, 34],
  };
  const given = Object.entries(words).filter(([, value]) => value !== undefined);
  return { searchType: question.searchType, page: 1, pageSize: 1, ...Object.fromEntries(given) };
}

/**
 * The same question, of a normalised listing. Which listings may be shown at all is the server's law; that bounds find
 * no withheld address is this one's, since to be found by them is to be told where it is.
 */
export function isAnswerTo(question: FeedQuestion, listing: Listing): boolean {
  const within = (value: number | null, asked: FeedRange | undefined) =>
    asked === undefined ||
    (asked.min === undefined && asked.max === undefined) ||
    (value !== null && value >= (asked.min ?? -Infinity) && value <= (asked.max ?? Infinity));
  const same = (value: string | null, asked: string | undefined) =>
    asked === undefined || value?.toLowerCase() === asked.toLowerCase();
  const [west, south, east, north] = question.bounds ?? [-180, -90, 180, 90];
  return (
    SHOWN.some((status) => status === listing.standardStatus) &&
    !isBarredFromDisplay(listing) &&
    searchTypeOf(listing.propertyType) === question.searchType &&
    same(listing.city, question.city) &&
    same(listing.stateOrProvince, question.stateOrProvince) &&
    same(listing.postalCode?.slice(0, 5) ?? null, question.postalCode?.slice(0, 5)) &&
    within(listing.listPrice, question.price) &&
    within(listing.bedroomsTotal, question.beds) &&
    within(listing.bathroomsTotalDecimal, question.baths) &&
    within(listing.livingArea, question.livingArea) &&
    (question.bounds === undefined ||
      (mayDisplayAddress(listing) &&
        within(listing.latitude, { min: south, max: north }) &&
        within(listing.longitude, { min: west, max: east })))
  );
}

function formatQuery(asked: {
  filter: string | null;
  orderby: string | null;
  top: number;
  skip: number;
  count: boolean;
}): string {
  const parts: string[] = [];
  if (asked.filter !== null) parts.push(`$filter=${encodeURIComponent(asked.filter)}`);
  if (asked.orderby !== null) parts.push(`$orderby=${encodeURIComponent(asked.orderby)}`);
  parts.push(`$top=${asked.top}`);
  if (asked.skip > 0) parts.push(`$skip=${asked.skip}`);
  if (asked.count) parts.push('$count=true');
  return parts.join('&');
}

/** A number as OData reads it: no exponent below 1e21, and the question's numbers are all far below. */
const formatNumber = (value: number) => (Number.isFinite(value) ? String(value) : '0');

function readCount(json: unknown): number | null {
  const body = json as { '@odata.count'?: unknown; '@count'?: unknown } | null;
  const count = Number(body?.['@odata.count'] ?? body?.['@count'] ?? Number.NaN);
  return Number.isSafeInteger(count) && count >= 0 ? count : null;
}
