import type { Listings } from './odata-listings.ts';
import type { Row } from './odata-value.ts';
import type { ListingFacts } from './slipstream-facts.ts';
import type { Shelf, SlipstreamObject } from './slipstream-listing.ts';
import {
  AREA_KINDS,
  type AreaKind,
  areaAnswer,
  type SlipstreamPlaces,
  schoolAnswer,
} from './slipstream-places.ts';
import {
  type Paging,
  type Parameters,
  parseNumbers,
  parsePaging,
  SlipstreamFault,
} from './slipstream-query.ts';
import type { SlipstreamSearch } from './slipstream-search.ts';
import type { SlipstreamStock } from './slipstream-stock.ts';

/** `markets/get`: details to be shown with a market's listings. */
export interface MarketDetails {
  name: string;
  copyright: string;
  disclaimer: string;
}

export interface ServiceParts {
  market: string;
  details: MarketDetails;
  listings: Listings;
  stock: SlipstreamStock;
  search: SlipstreamSearch;
  places: SlipstreamPlaces;
  /** Statuses, in lower case, of a search without `status`; all that are on the market when undefined. */
  defaultStatuses(): ReadonlySet<string> | undefined;
}

export interface ServiceRequest {
  parameters: Parameters;
  /** The requested origin, without a trailing slash. */
  host: string;
}

/** Returns the `result` of an answer. */
export type Service = (request: ServiceRequest) => Promise<SlipstreamObject>;

const ON_MARKET: ReadonlySet<Shelf> = new Set(['listings']);
const SOLD: ReadonlySet<Shelf> = new Set(['sales']);
const INACTIVE: ReadonlySet<Shelf> = new Set(['inactive']);
const SHOWN: ReadonlySet<Shelf> = new Set(['listings', 'sales']);
/** Maximum listings from which a vocabulary is derived. */
const MAX_ENUMERATED = 20_000;

/** Every operation of the provider that we know and need (rule F84), by its path. */
export function slipstreamServices(parts: ServiceParts): ReadonlyMap<string, Service> {
  const { market, details, listings, search, places } = parts;

  const searchOn = (shelves: ReadonlySet<Shelf>, collection: string, onMarket: boolean): Service => {
    return async ({ parameters, host }) => {
      requireMarket(parameters, 'market', market);
      const statuses = onMarket ? parts.defaultStatuses() : undefined;
      const isMeant = statuses && ((facts: ListingFacts) => statuses.has(facts.text('status') ?? ''));
      const found = await search.search(shelves, parameters, host, isMeant);
      return answer(collection, found.rows, found.total, found.paging);
    };
  };
  const getFrom = (shelf: Shelf, collection: string): Service => {
    return async ({ parameters, host }) => {
      requireMarket(parameters, 'market', market);
      const keys = requireList(parameters, 'id').filter((id) => parts.stock.isOn(shelf, id));
      const rows = search.buildListings(keys, parameters, host);
      return answer(collection, rows, rows.length, { number: 1, size: Math.max(25, rows.length) });
    };
  };
  const areas = (kinds: readonly AreaKind[], collection: string): Service => {
    return async ({ parameters }) => {
      const found = await places.searchAreas(kinds, parameters);
      const withDetails = parameters.isTrue('details');
      return buildPage(collection, found, parameters, (area) => areaAnswer(area, withDetails));
    };
  };
  const people = (
    collection: string,
    rows: () => readonly Row[],
    toListing: (row: Row) => SlipstreamObject,
  ) => {
    const find = (parameters: Parameters): Row[] => {
      const names = parameters.get('name')?.toLowerCase();
      const ids = parameters.list('id');
      const offices = parameters.list('officeId', 'office.id');
      return rows().filter((row) => {
        const { id, name, office } = toListing(row) as { id: string; name: string; office?: { id: string } };
        return (
          (names === undefined || String(name).toLowerCase().includes(names)) &&
          (ids === undefined || ids.includes(String(id).toLowerCase())) &&
          (offices === undefined || offices.includes(String(office?.id).toLowerCase()))
        );
      });
    };
    return {
      search: async ({ parameters }: ServiceRequest) => {
        requireMarket(parameters, 'market', market);
        return buildPage(collection, find(parameters), parameters, toListing);
      },
      get: async ({ parameters }: ServiceRequest) => {
        requireMarket(parameters, 'market', market);
        requireList(parameters, 'id');
        return buildPage(collection, find(parameters), parameters, toListing);
      },
    };
  };
  const agents = people('agents', () => listings.members, agentAnswer);
  const offices = people('offices', () => listings.offices, officeAnswer);
  const marketAnswer = (host: string, withDetails: boolean): SlipstreamObject => ({
    id: market,
    name: details.name,
    ...(withDetails
      ? {
          copyright: details.copyright,
          disclaimer: details.disclaimer,
          logo: `${host}/ws/markets/${market}/logo.png`,
        }
      : {}),
  });

  const services = new Map<string, Service>([
    ['api/status', async () => ({ status: 'ok', version: 'v20191219' })],
    ['listings/search', searchOn(ON_MARKET, 'listings', true)],
    ['listings/get', getFrom('listings', 'listings')],
    ['listings/inactive/search', searchOn(INACTIVE, 'listings', false)],
    ['listings/inactive/get', getFrom('inactive', 'listings')],
    ['sales/search', searchOn(SOLD, 'sales', false)],
    ['sales/get', getFrom('sales', 'sales')],
    [
      'markets/get',
      async ({ parameters, host }) => {
        requireMarket(parameters, 'id', market);
        return { markets: [marketAnswer(host, parameters.isTrue('details'))] };
      },
    ],
    [
      'markets/search',
      async ({ parameters, host }) => {
        const coords = parameters.get('coords');
        if (coords !== undefined) parseNumbers('coords', coords, (count) => count === 2);
        return buildPage('markets', [market], parameters, () =>
          marketAnswer(host, parameters.isTrue('details')),
        );
      },
    ],
    [
      'markets/enumerate',
      async ({ parameters }) => {
        requireMarket(parameters, 'id', market);
        const property = parameters.get('property');
        if (property === undefined) throw new SlipstreamFault(400, 'The parameter "property" is required.');
        const listingType = parameters.get('listingType')?.toLowerCase();
        const name = property.toLowerCase().replace(/^address\./, '');
        const values = new Set<string>();
        for await (const listing of search.sample(SHOWN, MAX_ENUMERATED)) {
          const isRequested =
            listingType === undefined || String(listing.listingType).toLowerCase() === listingType;
          const value = isRequested ? readString(listing, name) : undefined;
          if (value !== undefined) values.add(value);
        }
        return { values: [...values].sort() };
      },
    ],
    ['areas/search', areas(AREA_KINDS, 'areas')],
    [
      'schools/search',
      async ({ parameters }) => {
        const found = await places.searchSchools(parameters);
        const withDetails = parameters.isTrue('details');
        return buildPage('schools', found, parameters, (school) => schoolAnswer(school, withDetails));
      },
    ],
    [
      'schools/get',
      async ({ parameters }) => {
        requireList(parameters, 'id');
        const found = await places.searchSchools(parameters);
        return buildPage('schools', found, parameters, (school) => schoolAnswer(school, true));
      },
    ],
  ]);
  for (const kind of AREA_KINDS) {
    services.set(`areas/${kind}/search`, areas([kind], kind));
    services.set(`areas/${kind}/get`, async (request) => {
      requireList(request.parameters, 'id');
      return areas([kind], kind)(request);
    });
  }
  // `type=` limits a lookup to one kind, in the singular or the plural.
  services.set('areas/lookup', async (request) => {
    const type = request.parameters.get('type')?.toLowerCase();
    const kinds = AREA_KINDS.filter(
      (kind) => type === undefined || kind === type || toSingular(kind) === type,
    );
    return areas(kinds, 'areas')(request);
  });
  // Older names of the same operations.
  for (const service of ['markets', 'mls']) {
    services.set(`${service}/agents/search`, agents.search);
    services.set(`${service}/agents/get`, agents.get);
    services.set(`${service}/offices/search`, offices.search);
    services.set(`${service}/offices/get`, offices.get);
  }
  return services;
}

/** `paging.count` is the number of pages, not of rows (rule F83). */
function answer(
  collection: string,
  rows: readonly SlipstreamObject[],
  total: number,
  { number, size }: Paging,
): SlipstreamObject {
  return { total, [collection]: rows, paging: { count: Math.ceil(total / size), number, size } };
}

function buildPage<T>(
  collection: string,
  found: readonly T[],
  parameters: Parameters,
  toListing: (one: T) => SlipstreamObject,
): SlipstreamObject {
  const paging = parsePaging(parameters);
  const first = (paging.number - 1) * paging.size;
  return answer(collection, found.slice(first, first + paging.size).map(toListing), found.length, paging);
}

function requireMarket(parameters: Parameters, name: string, market: string): void {
  const given = parameters.get(name);
  if (given === undefined) throw new SlipstreamFault(400, `The parameter "${name}" is required.`);
  if (given.toLowerCase() !== market) {
    throw new SlipstreamFault(403, `The license does not cover the market "${given.slice(0, 40)}".`);
  }
}

/** Case is kept: keys of listings are case-sensitive. */
function requireList(parameters: Parameters, name: string): string[] {
  const value = parameters.get(name);
  if (value === undefined) throw new SlipstreamFault(400, `The parameter "${name}" is required.`);
  return value
    .split(/[|,]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** A string of the answer by its case-insensitive name. */
function readString(listing: SlipstreamObject, name: string): string | undefined {
  for (const members of [listing, (listing.address ?? {}) as SlipstreamObject]) {
    for (const [member, value] of Object.entries(members)) {
      if (member.toLowerCase() === name && typeof value === 'string') return value;
    }
  }
  return undefined;
}

const toSingular = (kind: AreaKind): string =>
  kind === 'counties' ? 'county' : kind === 'postal-cities' ? 'postal-city' : kind.slice(0, -1);

function agentAnswer(row: Row): SlipstreamObject {
  return present({
    id: row.MemberMlsId ?? row.MemberKey,
    name: row.MemberFullName,
    firstName: row.MemberFirstName,
    lastName: row.MemberLastName,
    email: row.MemberEmail,
    phone: row.MemberDirectPhone ?? row.MemberPreferredPhone,
    office: present({ id: row.OfficeMlsId ?? row.OfficeKey, name: row.OfficeName }),
  });
}

function officeAnswer(row: Row): SlipstreamObject {
  return present({
    id: row.OfficeMlsId ?? row.OfficeKey,
    name: row.OfficeName,
    email: row.OfficeEmail,
    phone: row.OfficePhone,
    address: present({ city: row.OfficeCity, state: row.OfficeStateOrProvince, zip: row.OfficePostalCode }),
  });
}

const present = (members: SlipstreamObject): SlipstreamObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== undefined));
