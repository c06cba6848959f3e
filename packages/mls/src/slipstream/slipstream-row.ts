import { readFlag, readRecord } from '../normalize/coerce.ts';
import { repairMojibake } from '../normalize/mojibake.ts';
import { findPropertyType, findWord, type MarketMap } from './market-map.ts';
import { readCoordinates } from './wire-geometry.ts';

export type Row = Record<string, unknown>;

/** Determines a missing status. */
export type Shelf = 'listings' | 'sales' | 'inactive';

export type UnknownWord = (property: 'listingType' | 'propertyType' | 'status', word: string) => void;

/** By service (rule F86). */
const STATUS_OF_SHELF = { listings: 'Active', sales: 'Closed', inactive: 'Withdrawn' } as const;

/**
 * One SlipStream listing as a row of RESO names for `normalizeListing` (rules F86, F96):
 *
 *     {"id": "SR21", "market": "crmls", "listingType": "Rental", "listPrice": 3200, "modifiedDate": 1503703680,
 *      "address": {"deliveryLine": "123 Oak St #4", "city": "Irvine", "state": "CA", "zip": "92620"},
 *      "baths": {"total": 3, "full": 2, "half": 1}, "floors": "2", "lotSize": {"sqft": 5000, "acres": 0.11},
 *      "images": ["https://listing-images…/photo_1.jpg"], "xf_poolprivateyn": "Y"}
 *
 * Members that are absent, null, blank or empty are all the same: no value. Total: any JSON gives a row.
 */
export function toResoRow(
  json: unknown,
  from: { map: MarketMap; shelf: Shelf; onUnknownWord?: UnknownWord },
): Row {
  const { map, shelf, onUnknownWord = () => {} } = from;
  const item = readRecord(meaningful(withoutUnread(readRecord(json), map)));
  const modified = toInstant(item.modifiedDate) ?? toInstant(item.lastUpdated);
  const baths = readRecord(item.baths);
  const bathsTotal = scalar(item.baths) ?? baths.total;
  const lot = readRecord(item.lotSize);
  const schools = readRecord(item.schools);
  const row: Row = {
    ...extendedFields(item, map),
    ...featureLists(item.features),
    ListingKey: item.id,
    ListingId: item.id,
    SourceSystemKey: item.systemId,
    SourceSystemName: item.market,
    OriginatingSystemName: item.source,

    ...toTypes(item, map, onUnknownWord),
    ...toStatus(item, map, shelf, onUnknownWord),
    ...present({ ArchitecturalStyle: toStyles(item.style) }),

    ...present({
      ListPrice: item.listPrice,
      OriginalListPrice: item.originalListPrice,
      ClosePrice: item.salePrice,
      CloseDate: toDate(item.saleDate),
      ListingContractDate: toDate(item.listingDate),
      OffMarketDate: toDate(item.offMarketDate),
      DaysOnMarket: item.daysOnMarket,
      DaysOnSite: item.daysOnHJI,
      ModificationTimestamp: modified,
      SourceModificationTimestamp: toInstant(item.lastUpdated),
      PhotosChangeTimestamp: modified,
    }),

    ...formatAddress(item),
    ...present({
      CountyOrParish: item.county,
      MLSAreaMajor: item.area,
      SubdivisionName: item.subdivision,

      BedroomsTotal: item.beds,
      BathroomsTotalInteger: isWhole(bathsTotal) ? bathsTotal : undefined,
      BathroomsTotalDecimal: isWhole(bathsTotal) ? undefined : bathsTotal,
      BathroomsFull: baths.full,
      BathroomsThreeQuarter: baths.threeQuarter,
      BathroomsHalf: baths.half,
      BathroomsOneQuarter: baths.quarter,
      LivingArea: item.size,
      LivingAreaUnits: item.size === undefined ? undefined : 'Square Feet',
      // Each is rounded independently, so neither is derived.
      LotSizeSquareFeet: lot.sqft,
      LotSizeAcres: lot.acres,
      StoriesTotal: toStories(item.floors),
      YearBuilt: item.yearBuilt,
      NewConstructionYN: item.newConstruction,
      GarageSpaces: item.garageSpaces,

      ElementarySchool: readName(schools.elementary),
      MiddleOrJuniorSchool: readName(schools.middle),
      HighSchool: readName(schools.high),
      HighSchoolDistrict: readName(schools.district),

      PublicRemarks: item.description,
      VirtualTourURLUnbranded: item.tourURL,
      PhotosCount: item.imageCount,
      Media: toMedia(item),
      OpenHouse: toOpenHouses(item.openHouses),
    }),
    ...readPerson('ListAgent', item.listingAgent),
    ...readPerson('CoListAgent', item.coListingAgent),
    ...readPerson('BuyerAgent', item.sellingAgent),
    ...readOffice('ListOffice', item.listingOffice),
    ...readOffice('BuyerOffice', item.sellingOffice),
  };
  return row;
}

export function modifiedSeconds(json: unknown): number | null {
  return toSeconds(readRecord(json).modifiedDate);
}

/** The MLS number. */
export function readId(json: unknown): string | null {
  const { id } = readRecord(json);
  if (typeof id === 'number' && Number.isFinite(id)) return String(id);
  return typeof id === 'string' && id.trim() !== '' ? id.trim() : null;
}

export function listMemberRows(json: unknown): Row[] {
  const item = readRecord(json);
  const agents: [agent: unknown, office: unknown][] = [
    [item.listingAgent, item.listingOffice],
    [item.coListingAgent, undefined],
    [item.sellingAgent, item.sellingOffice],
  ];
  return agents.flatMap<Row>(([agent, office]) => {
    const row = toMemberRow(agent);
    return row === undefined
      ? []
      : [{ ...row, OfficeKey: row.OfficeKey ?? readRecord(meaningful(office)).id }];
  });
}

export function listOfficeRows(json: unknown): Row[] {
  const item = readRecord(json);
  return [item.listingOffice, item.sellingOffice].flatMap<Row>((office) => toOfficeRow(office) ?? []);
}

/** `{"id", "name", "email"?, "phone"?, "office"?: {"id"}}` */
export function toMemberRow(json: unknown): Row | undefined {
  const agent = readRecord(meaningful(json));
  if (readId(agent) === null) return undefined;
  return present({
    MemberKey: agent.id,
    MemberMlsId: agent.id,
    MemberFullName: agent.name,
    MemberEmail: agent.email,
    MemberDirectPhone: agent.phone,
    OfficeKey: readRecord(agent.office).id ?? agent.officeId,
  });
}

export function toOfficeRow(json: unknown): Row | undefined {
  const office = readRecord(meaningful(json));
  if (readId(office) === null) return undefined;
  const address = readRecord(office.address);
  return present({
    OfficeKey: office.id,
    OfficeMlsId: office.id,
    OfficeName: office.name,
    OfficePhone: office.phone,
    OfficeEmail: office.email,
    OfficeCity: address.city,
    OfficeStateOrProvince: address.state,
  });
}

function toTypes(item: Row, map: MarketMap, onUnknownWord: UnknownWord): Row {
  const listingType = toText(item.listingType) ?? toText(item.xf_propertytype);
  const propertyType = toText(item.propertyType);
  const type = listingType === undefined ? undefined : findPropertyType(map, listingType);
  if (type?.isKnown === false) onUnknownWord('listingType', listingType as string);
  const subType = propertyType === undefined ? undefined : findWord(map.propertyTypes, propertyType);
  if (propertyType !== undefined && subType === undefined) onUnknownWord('propertyType', propertyType);
  const finer = toText(item.xf_propertysubtype);
  return present({
    PropertyType: type?.value,
    // Where the market's value is ambiguous ("Attached"), its raw field may be specific.
    PropertySubType: subType ?? (finer && (findWord(map.propertyTypes, finer) ?? finer)),
    PropertySubTypeRaw: propertyType,
  });
}

function toStatus(item: Row, map: MarketMap, shelf: Shelf, onUnknownWord: UnknownWord): Row {
  const marketStatus = toText(item.status);
  const known = marketStatus === undefined ? undefined : findWord(map.statuses, marketStatus);
  if (marketStatus !== undefined && known === undefined) onUnknownWord('status', marketStatus);
  const raw = toText(item.xf_standardstatus);
  const status = known ?? (raw && findWord(map.statuses, raw)) ?? STATUS_OF_SHELF[shelf];
  // Listings that left the market may keep an outdated active status.
  const isStale = shelf !== 'listings' && (status === 'Active' || status === 'Coming Soon');
  return present({ StandardStatus: isStale ? STATUS_OF_SHELF[shelf] : status, MlsStatus: marketStatus });
}

function toStyles(style: unknown): unknown {
  if (typeof style !== 'string') return style;
  return style
    .split(/[,/]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** `stdAddress` is absent when unresolved. Without a street line and position, or `withheld`: withheld by the seller. */
function formatAddress(item: Row): Row {
  const typed = readRecord(item.address);
  const standard = readRecord(item.stdAddress);
  const place = readCoordinates(item.coordinates);
  const city = typed.city ?? standard.city;
  const state = typed.state ?? standard.state;
  const zip = typed.zip ?? standard.zip;
  const line = toText(standard.deliveryLine) ?? toText(typed.deliveryLine);
  const street = toText(standard.street) ?? toText(typed.street) ?? line;
  // An unreadable value restricts.
  const isWithheld = typed.withheld !== undefined && readFlag(typed.withheld) !== false;
  const isHidden = isWithheld || (street === undefined && place.latitude === undefined);
  if (isHidden) {
    return present({ City: city, StateOrProvince: state, PostalCode: zip, InternetAddressDisplayYN: false });
  }
  const parsed = parseStreet(street ?? '', toText(city));
  const fromLine = parseStreet(line ?? '', toText(city));
  const unit = standard.unit ?? typed.unit ?? parsed.unit ?? fromLine.unit;
  return present({
    UnparsedAddress: line,
    StreetNumber: parsed.number ?? fromLine.number,
    StreetName: parsed.name,
    UnitNumber:
      typeof unit === 'string' ? unit.replace(/^(unit|apt\.?|apartment|ste\.?|suite|#)\s*#?/i, '') : unit,
    City: city,
    StateOrProvince: state,
    PostalCode: zip,
    Latitude: place.latitude,
    Longitude: place.longitude,
  });
}

const UNIT = /(?:,\s*|\s+)(?:#\s*|(?:unit|apt|apartment|suite|ste|no)\b\.?\s*#?\s*)([\w-]+)\s*$/i;
const HOUSE_NUMBER = /^(\d+[a-z]?(?:-\d*[a-z]*)?(?:\s+\d\/\d)?)\s+(?=\S)/i;

/** Splits "123 1/2 N Oak St Unit 4, Irvine, CA"; numbered streets ("5th Ave") have no house number. */
function parseStreet(
  text: string,
  city: string | undefined,
): { number?: string; name?: string; unit?: string } {
  const cityAt = city === undefined ? -1 : text.toLowerCase().lastIndexOf(`, ${city.toLowerCase()}`);
  const line = cityAt > 0 ? text.slice(0, cityAt) : text;
  const unit = UNIT.exec(line);
  const street = unit === null ? line : line.slice(0, unit.index);
  const number = HOUSE_NUMBER.exec(street)?.[1];
  const name = (number === undefined ? street : street.slice(number.length)).trim();
  return { number, name: name || undefined, unit: unit?.[1] };
}

/** "1", "2 stories", 1.5; texts such as "Two" are left to `Levels`. */
function toStories(floors: unknown): unknown {
  if (typeof floors !== 'string') return floors;
  return /^\s*(\d+(?:\.\d+)?)/.exec(floors)?.[1] ?? floors;
}

/** A URL serves other bytes after a reordering (rules F88, F15), so `v=` is added, except to URLs that may be signed. */
function toMedia(item: Row): Row[] | undefined {
  if (!Array.isArray(item.images)) return undefined;
  const version = toSeconds(item.modifiedDate) ?? toSeconds(item.lastUpdated);
  return item.images.map((image: unknown, index) => ({
    MediaKey: String(index + 1),
    MediaURL: withVersion(toText(image) ?? toText(readRecord(image).url), version),
    MediaCategory: 'Photo',
    Order: index + 1,
  }));
}

function withVersion(address: string | undefined, version: number | null): string | undefined {
  const whole = address?.trim().replace(/^\/\//, 'https://');
  const url = whole === undefined ? null : URL.parse(whole);
  if (url === null) return undefined;
  if (url.search === '' && version !== null) url.search = `?v=${version}`;
  return url.href;
}

/** `[{"id"?, "start": epoch, "end"?: epoch, "remarks"?}]`; the names are undocumented, so several are tried. */
function toOpenHouses(list: unknown): Row[] | undefined {
  if (!Array.isArray(list)) return undefined;
  return list.map((one: unknown, index) => {
    const house = readRecord(one);
    return present({
      OpenHouseKey: house.id ?? String(index + 1),
      OpenHouseStartTime: toInstant(house.startTime ?? house.start ?? house.startDate),
      OpenHouseEndTime: toInstant(house.endTime ?? house.end ?? house.endDate),
      OpenHouseRemarks: house.remarks ?? house.description,
    });
  });
}

/** A co-agent may be just a name. */
function readPerson(role: string, value: unknown): Row {
  const person = typeof value === 'string' ? { name: value } : readRecord(value);
  return present({
    [`${role}Key`]: person.id,
    [`${role}MlsId`]: person.id,
    [`${role}FullName`]: person.name,
    [`${role}Email`]: person.email,
    [`${role}DirectPhone`]: person.phone,
  });
}

function readOffice(role: string, value: unknown): Row {
  const office = typeof value === 'string' ? { name: value } : readRecord(value);
  return present({
    [`${role}Key`]: office.id,
    [`${role}MlsId`]: office.id,
    [`${role}Name`]: office.name,
    [`${role}Phone`]: office.phone,
    [`${role}Email`]: office.email,
  });
}

/** By a word in the market-specific name of a category of `features`. */
const FEATURE_FIELDS: readonly [word: RegExp, field: string][] = [
  [/appliance|equipment/i, 'Appliances'],
  [/laundry/i, 'LaundryFeatures'],
  [/interior/i, 'InteriorFeatures'],
  [/exterior/i, 'ExteriorFeatures'],
  [/communit/i, 'CommunityFeatures'],
  [/association|hoa|amenit/i, 'AssociationAmenities'],
  [/accessib/i, 'AccessibilityFeatures'],
  [/securit/i, 'SecurityFeatures'],
  [/cool|air cond/i, 'Cooling'],
  [/heat/i, 'Heating'],
  [/flooring|floor cover/i, 'Flooring'],
  [/parking|garage/i, 'ParkingFeatures'],
  [/pool/i, 'PoolFeatures'],
  [/^views?$/i, 'View'],
];

function featureLists(features: unknown): Row {
  const lists: Row = {};
  for (const [category, values] of Object.entries(readRecord(features))) {
    const field = FEATURE_FIELDS.find(([word]) => word.test(category))?.[1];
    if (field === undefined) continue;
    const list = Array.isArray(values)
      ? values
      : typeof values === 'string'
        ? values.split(/[,;]/)
        : [values];
    lists[field] = [...((lists[field] as unknown[] | undefined) ?? []), ...list];
  }
  return lists;
}

function extendedFields(item: Row, map: MarketMap): Row {
  const fields: Row = {};
  for (const name in item) {
    const field = fieldValue(name, map);
    if (field === undefined) continue;
    const value = item[name];
    // "Pool: Y" beside "Pool: In Ground, Heated".
    if (field === 'PoolFeatures' && readFlag(value) !== null) fields.PoolPrivateYN ??= value;
    // The field with RESO's own name takes precedence over its aliases.
    else if (fields[field] === undefined || `xf_${field}`.toLowerCase() === name.toLowerCase()) {
      fields[field] = value;
    }
  }
  return fields;
}

function fieldValue(name: string, map: MarketMap): string | undefined {
  if (!/^xf_/i.test(name)) return undefined;
  const raw = name.slice(3).toLowerCase();
  if (Object.hasOwn(map.fields, raw)) return map.fields[raw];
  // Mello-Roos has no RESO name and differs between Californian markets.
  return /^mello/.test(raw) ? 'TaxOtherAnnualAssessmentAmount' : undefined;
}

const DECIDING = new Set(['xf_propertytype', 'xf_propertysubtype', 'xf_standardstatus']);

/** Avoids cleaning unused raw fields. */
function withoutUnread(item: Row, map: MarketMap): Row {
  const read: Row = {};
  for (const name in item) {
    if (!/^xf_/i.test(name) || DECIDING.has(name) || fieldValue(name, map) !== undefined)
      read[name] = item[name];
  }
  return read;
}

/** Removes null, blank text, empty lists and objects, recursively. Repairs mojibake. */
function meaningful(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.trim() === '' ? undefined : repairMojibake(value);
  if (typeof value !== 'object') return value;
  if (value === null || depth > 8) return undefined;
  if (Array.isArray(value)) {
    const list = value.map((one) => meaningful(one, depth + 1)).filter((one) => one !== undefined);
    return list.length === 0 ? undefined : list;
  }
  const kept: Row = {};
  let isEmpty = true;
  for (const name in value) {
    const meaning = name === '__proto__' ? undefined : meaningful((value as Row)[name], depth + 1);
    if (meaning === undefined) continue;
    kept[name] = meaning;
    isEmpty = false;
  }
  return isEmpty ? undefined : kept;
}

function present(members: Row): Row {
  const there: Row = {};
  for (const name in members) {
    if (members[name] !== undefined) there[name] = members[name];
  }
  return there;
}

const scalar = (value: unknown): unknown => (typeof value === 'object' ? undefined : value);

const isWhole = (value: unknown): boolean =>
  (typeof value === 'number' || typeof value === 'string') && Number.isInteger(Number(value));

function toText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** A school may be a name or `{"name"}`. */
const readName = (value: unknown): unknown => (typeof value === 'string' ? value : readRecord(value).name);

/** The last second of a four-digit year. */
const LAST_SECOND = 253_402_300_799;

/** Epoch seconds from a number or text; milliseconds are recognized by size. 0 means "never". */
function toSeconds(value: unknown): number | null {
  const number =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && value.trim() !== ''
        ? Number(value)
        : Number.NaN;
  if (!Number.isFinite(number) || number <= 0) return null;
  const seconds = Math.floor(number > 100_000_000_000 ? number / 1000 : number);
  return seconds <= LAST_SECOND ? seconds : null;
}

function toInstant(value: unknown): string | undefined {
  const seconds = toSeconds(value);
  if (seconds !== null) return new Date(seconds * 1000).toISOString();
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) ? value : undefined;
}

/** Dates are sent as midnight UTC. */
function toDate(value: unknown): string | undefined {
  return toInstant(value)?.slice(0, 10);
}
