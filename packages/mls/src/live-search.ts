import { type FeedProvider, type Listing, parseSearchType } from '@maru/listing';
import { hasPublicLicense, isBarredFromDisplay, mayDisplayAddress } from '@maru/listing/display';
import { isRefusal } from './connection.ts';
import type { FeedAnswer, FeedQuestion, FeedRange } from './feed.ts';
import { normalizeListing } from './normalize/listing.ts';
import type { OddityCounts } from './normalize/oddities.ts';
import { storableRaw } from './normalize/raw.ts';
import type { ODataPage } from './odata-service.ts';
import { literal, type Row, readRows } from './resource-walk.ts';

/** Capabilities of an OData service for live search. */
export interface LiveService {
  dataset: string;
  provider: FeedProvider;
  oddities: OddityCounts | undefined;
  /** The bathroom field with halves where available; RESO's total counts a half bath as one. */
  bathsField: 'BathroomsTotalDecimal' | 'BathroomsTotalInteger';
  /** Enumerations accept both spellings ('Residential Lease' and 'ResidentialLease'). */
  legacySpelling: boolean;
  mostTop: number;
  /** Maximum of `$top` plus `$skip`; rule F63. */
  mostOffset: number;
  fetchPage(query: string, pageSize: number, signal: AbortSignal): Promise<ODataPage>;
  followPage(link: string, signal: AbortSignal): Promise<ODataPage>;
  complete(rows: Row[], signal: AbortSignal): Promise<Row[]>;
}

/** Displayable statuses; listings with others leave the feed eventually (rule F92). */
const SHOWN = ['Active', 'Active Under Contract', 'Coming Soon', 'Pending'] as const;
/** Servers that compare text need both spellings (rule F20). From the dictionary, not derived by removing spaces. */
const LEGACY: Record<string, string> = {
  'Active Under Contract': 'ActiveUnderContract',
  'Coming Soon': 'ComingSoon',
  'Residential Lease': 'ResidentialLease',
  'Commercial Lease': 'CommercialLease',
};

interface RequestForm {
  /** Filters out barred listings at the server, for full pages and correct counts. */
  display?: true;
  /** Uses tolower() and startswith(). */
  functions: boolean;
  /** Both spellings, or only the OData member name for Edm.EnumType servers, which reject spaces. */
  spelling: 'both' | 'legacy';
  /** `simple` omits the fields that services most often lack: baths, area, position. */
  filter: 'whole' | 'simple' | 'none';
  order: boolean;
}

/** Best first. */
const REQUEST_FORMS: readonly RequestForm[] = [
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

/** When filtering locally. */
const MAX_PAGES = 10;

/**
 * Searches with simpler requests after each rejection (400, 501), and remembers what the service supports. Results are
 * filtered again after normalization. Never uses `contains`, which is slow (rule F23), nor geo functions (rule F10).
 */
export class LiveSearch {
  readonly #service: LiveService;
  readonly #manners: readonly RequestForm[];
  #form = 0;
  /** Rows without a public license were seen: the service's count includes rows that must not be disclosed. */
  #isMixed = false;

  constructor(service: LiveService) {
    this.#service = service;
    this.#manners = REQUEST_FORMS.filter((one) => service.legacySpelling || one.spelling === 'both');
  }

  async search(question: FeedQuestion, signal: AbortSignal): Promise<FeedAnswer> {
    for (let step = this.#form; ; step += 1) {
      try {
        const answer = await this.#ask(question, this.#manners[step] as RequestForm, signal);
        if (step > this.#form) await this.#stepDown(step, question, signal);
        return answer;
      } catch (error) {
        if (!isRefusal(error) || step >= this.#manners.length - 1) throw error;
      }
    }
  }

  /** Permanent only if an ordinary request fails too: one visitor's "ZZ" for a state must not degrade all searches. */
  async #stepDown(to: number, question: FeedQuestion, signal: AbortSignal): Promise<void> {
    for (; this.#form < to; this.#form += 1) {
      const form = this.#manners[this.#form] as RequestForm;
      const filter = formatFilter(ordinary(question), form, this.#service);
      const orderby = form.order ? NEWEST_FIRST : null;
      try {
        const query = formatQuery({ filter, orderby, top: 1, skip: 0, count: form.filter === 'whole' });
        await this.#service.fetchPage(query, 1, signal);
        return;
      } catch (error) {
        if (!isRefusal(error)) return;
      }
    }
  }

  async #ask(question: FeedQuestion, form: RequestForm, signal: AbortSignal): Promise<FeedAnswer> {
    const service = this.#service;
    const size = Math.max(1, Math.min(question.pageSize, service.mostTop));
    const start = Math.max(0, (question.page - 1) * size);
    const filter = formatFilter(question, form, service);
    // Local filtering starts at the beginning, since the service does not know our offsets. On a map this includes
    // withheld addresses: a gap in a page, or a count, would reveal their location.
    const exact = form.filter === 'whole' && (question.bounds === undefined || form.display === true);
    let skip = exact ? start : 0;
    let received = 0;
    let total: number | null = null;
    let unlicensed = 0;
    let link: string | null = null;
    const seen = new Set<string>();
    const found: { listing: Listing; raw: unknown }[] = [];
    const isFull = () => (exact ? received >= size : found.length >= start + size);
    for (let pages = 0; !isFull() && pages < MAX_PAGES; pages += 1) {
      const top = exact ? size - received : service.mostTop;
      if (link === null && skip + top > service.mostOffset) break;
      const query = formatQuery({
        filter,
        orderby: form.order ? NEWEST_FIRST : null,
        top,
        skip,
        count: exact && pages === 0,
      });
      const answer: ODataPage =
        link === null ? await service.fetchPage(query, top, signal) : await service.followPage(link, signal);
      const rows: Row[] = readRows(answer.json) ?? [];
      if (exact && pages === 0) total = readCount(answer.json);
      const fresh = rows.filter((row) => !seen.has(String(row.ListingKey)));
      // The end is an empty page or the reported total, never a short page: servers cap pages silently.
      if (fresh.length === 0) break;
      for (const row of fresh) seen.add(String(row.ListingKey));
      for (const row of await service.complete(exact ? fresh.slice(0, top) : fresh, signal)) {
        const result = normalizeListing(row, service);
        if (!('listing' in result)) continue;
        if (!hasPublicLicense(result.listing)) unlicensed += 1;
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
      // FeedTypes cannot be filtered (rule F72), so such rows can be subtracted only when all were read.
      total = start === 0 && skip >= total ? total - unlicensed : null;
    }
    return { total, listings: exact ? found : found.slice(start, start + size) };
  }
}

/** Null when the service supports none. */
function formatFilter(
  question: FeedQuestion,
  form: RequestForm,
  service: Pick<LiveService, 'bathsField' | 'legacySpelling'>,
): string | null {
  if (form.filter === 'none') return null;
  const spell = (values: readonly string[]) => {
    const spelled = values.flatMap((value) => {
      const legacy = LEGACY[value];
      if (legacy === undefined || !service.legacySpelling) return [value];
      return form.spelling === 'both' ? [value, legacy] : [legacy];
    });
    return spelled.map(literal);
  };
  const either = (field: string, values: string[]) =>
    `(${values.map((value) => `${field} eq ${value}`).join(' or ')})`;
  const parts = [either('StandardStatus', spell(SHOWN))];
  // The provider's own examples swap 'Residential Lease' and 'Residential Income' (rule F7): rents are leases.
  if (question.searchType === 'rent') parts.push(either('PropertyType', spell(['Residential Lease'])));
  else {
    parts.push(
      ...spell(['Residential Lease', 'Commercial Lease']).map((value) => `PropertyType ne ${value}`),
    );
  }
  const range = (field: string, wanted: FeedRange | undefined) => {
    if (wanted?.min !== undefined) parts.push(`${field} ge ${formatNumber(wanted.min)}`);
    if (wanted?.max !== undefined) parts.push(`${field} le ${formatNumber(wanted.max)}`);
  };
  const text = (field: string, value: string) =>
    parts.push(
      form.functions
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
    parts.push(form.functions ? `startswith(PostalCode,${code})` : `PostalCode eq ${code}`);
  }
  if (form.filter === 'whole') {
    // The integer total is never lower than the decimal one, so it supports a minimum but not a maximum.
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
  // Null means unrestricted (rule F71).
  if (form.display) {
    parts.push('InternetEntireListingDisplayYN ne false');
    if (question.bounds !== undefined) parts.push('InternetAddressDisplayYN ne false');
  }
  return parts.join(' and ');
}

/** The same query with values that every service knows. */
function ordinary(question: FeedQuestion): FeedQuestion {
  const range = (wanted: FeedRange | undefined, min: number, max: number) =>
    wanted && { ...(wanted.min === undefined ? {} : { min }), ...(wanted.max === undefined ? {} : { max }) };
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

/** Without display rules, which the server applies; but bounds exclude withheld addresses, whose location they reveal. */
export function isAnswerTo(question: FeedQuestion, listing: Listing): boolean {
  const within = (value: number | null, wanted: FeedRange | undefined) =>
    wanted === undefined ||
    (wanted.min === undefined && wanted.max === undefined) ||
    (value !== null && value >= (wanted.min ?? -Infinity) && value <= (wanted.max ?? Infinity));
  const same = (value: string | null, wanted: string | undefined) =>
    wanted === undefined || value?.toLowerCase() === wanted.toLowerCase();
  const [west, south, east, north] = question.bounds ?? [-180, -90, 180, 90];
  return (
    SHOWN.some((status) => status === listing.standardStatus) &&
    !isBarredFromDisplay(listing) &&
    parseSearchType(listing.propertyType) === question.searchType &&
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

function formatQuery(wanted: {
  filter: string | null;
  orderby: string | null;
  top: number;
  skip: number;
  count: boolean;
}): string {
  const parts: string[] = [];
  if (wanted.filter !== null) parts.push(`$filter=${encodeURIComponent(wanted.filter)}`);
  if (wanted.orderby !== null) parts.push(`$orderby=${encodeURIComponent(wanted.orderby)}`);
  parts.push(`$top=${wanted.top}`);
  if (wanted.skip > 0) parts.push(`$skip=${wanted.skip}`);
  if (wanted.count) parts.push('$count=true');
  return parts.join('&');
}

/** OData number: no exponent (queries stay far below 1e21). */
const formatNumber = (value: number) => (Number.isFinite(value) ? String(value) : '0');

function readCount(json: unknown): number | null {
  const body = json as { '@odata.count'?: unknown; '@count'?: unknown } | null;
  const count = Number(body?.['@odata.count'] ?? body?.['@count'] ?? Number.NaN);
  return Number.isSafeInteger(count) && count >= 0 ? count : null;
}
