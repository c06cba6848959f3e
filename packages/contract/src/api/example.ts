import { Check } from 'typebox/schema';
import type { JsonSchema } from './json-schema.ts';

/** Example values by field name; the first that fits the schema is used. */
const VALUES: Record<string, readonly unknown[]> = {
  accessToken: ['eyJhbGciOiJFZERTQSJ9…'],
  action: ['word.change'],
  address: ['123 Oak St, Irvine, CA 92620'],
  agentId: ['member_kc_1204'],
  answerBy: ['2026-11-24T01:00:00.000Z'],
  askedBy: ['The owner, by telephone'],
  askedOn: ['2026-11-20'],
  asOf: ['2026-11-21T19:00:00.000Z', '2026-11-19'],
  associationFeeMonthly: [245],
  at: ['2026-11-21T19:00:00.000Z'],
  bathroomsTotalDecimal: [2.5],
  bathroomsTotalInteger: [3],
  baths: ['2.5-', [12, 60, 48, 20]],
  bbox: ['-117.87,33.60,-117.68,33.77'],
  bedroomsTotal: [3],
  beds: ['3-', [0, 4, 22, 60, 41]],
  bioEn: ['Twenty years of homes in Orange County, in Korean and English.'],
  bioKo: ['오렌지카운티에서 20년째 한국어와 영어로 상담합니다.'],
  bounds: [[-117.87, 33.6, -117.68, 33.77]],
  brokerName: ['Oakline Realty, Inc.'],
  browser: ['Chrome'],
  buildingName: ['The Oaks'],
  city: ['Irvine'],
  cityKo: ['어바인'],
  clientId: ['1234567890-maru.apps.googleusercontent.com'],
  clip: ['-117.87,33.60,-117.68,33.77'],
  code: ['invalid_request'],
  commonInterest: ['Planned Development'],
  commute: ['car,0800,-40'],
  confirm: ['kc'],
  copyrightNotice: ['© 2026 Sample MLS'],
  count: [12],
  counts: [[3, 41, 17]],
  countyOrParish: ['Orange'],
  cursor: ['eyJhZnRlciI6IjIwMjYtMTEtMjEifQ'],
  cut: ['5%'],
  dataset: ['kc'],
  deposit: ['-5000'],
  disclaimer: ['Information is deemed reliable but not guaranteed.'],
  dom: ['-30'],
  down: ['20%'],
  downPercent: [20],
  edges: [[0, 500_000, 1_000_000, 1_500_000]],
  email: ['seoyeon.kim@example.com'],
  en: ['We answer on Friday too.'],
  extent: [[-117.87, 33.6, -117.68, 33.77]],
  facing: ['s,se'],
  field: ['email'],
  frequency: ['daily'],
  from: ['2026-12-01'],
  furnished: ['1'],
  group: ['mail'],
  has: ['pool,ac'],
  hash: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  hidden: [['h3kq9z']],
  hoa: ['-300'],
  homeId: ['h3kq9z'],
  homes: [1_204, 'daily'],
  homesListed: [14],
  id: ['irvine-ca', '3f1c8a52-5a0e-4c7d-9d3b-7c1f2f6a9b10'],
  idToken: ['eyJhbGciOiJSUzI1NiJ9…'],
  kind: ['city', 'price'],
  ko: ['금요일에도 답변해 드려요.'],
  label: ['123 Oak St, Irvine'],
  language: ['ko', ['ko']],
  languages: [['ko', 'en']],
  latitude: [33.684],
  lease: ['12'],
  license: ['01234567'],
  licenseNumber: ['01234567'],
  licenseState: ['CA'],
  licenseUrl: ['https://www2.dre.ca.gov/PublicASP/pplinfo.asp?License_id=01234567'],
  limit: [20],
  listAgentFullName: ['Grace Park'],
  listAgentStateLicense: ['01234567'],
  listingId: ['OC26104411'],
  listingKey: ['3yd-OC26104411'],
  listOfficeName: ['Oakline Realty'],
  listOfficePhone: ['+19495550132'],
  listPrice: [1_250_000],
  livingArea: [1_850],
  locale: ['ko', 'ko-KR'],
  longitude: [-117.789],
  lot: ['4000-'],
  lotSizeSquareFeet: [4_200],
  marketId: ['OC26104411'],
  mello: ['-3000'],
  message: ['이번 주 토요일에 집을 볼 수 있을까요?'],
  messages: [{ 'site.name': '마루' }],
  mlsAreaMajor: ['Northwood'],
  mlsStatus: ['Active'],
  monthly: ['3000-5500'],
  msg: [''],
  name: ['Irvine'],
  nameKo: ['어바인'],
  near: ['33.684,-117.826,5000'],
  new: ['1'],
  next: ['eyJhZnRlciI6IjIwMjYtMTEtMjEifQ'],
  nonce: ['n-0S6_WzA2Mj'],
  not: ['fixer'],
  note: ['Checked at dre.ca.gov'],
  notes: ['Called back on Friday.'],
  officeName: ['Oakline Realty Irvine'],
  open: ['weekend'],
  originatingSystemName: ['Sample MLS'],
  pageSize: [40],
  parking: ['2-'],
  path: ['/ca/irvine/123-oak-st-92620/h3kq9z', '/homes/for_sale/irvine-ca?beds=3-'],
  phone: ['+12135550123'],
  photo: ['kXQ2m9a0Tz1bN4cVhR7sLw'],
  photosCount: [24],
  picture: ['/uploads/6b1f0c.webp'],
  place: ['irvine-ca'],
  places: [['irvine-ca']],
  postalCode: ['92620'],
  price: ['800000-1200000'],
  propertySubType: ['Single Family Residence'],
  propertySubTypeRaw: ['SFR'],
  propertyType: ['Residential'],
  provider: ['bridge', 'kakao'],
  publicRemarks: ['Light-filled home near the park.'],
  q: ['ocean view'],
  quarantineKey: ['3yd-OC26104411'],
  quote: ['family'],
  rate: ['6.36', 6.36],
  rateAsOf: ['2026-11-19'],
  recipientId: ['member_kc_1204'],
  redirectUrl: ['/ko/irvine-ca?beds=3-'],
  rule: ['family_status'],
  scriptUrl: ['https://accounts.google.com/gsi/client'],
  searchType: ['sale'],
  senior: ['0'],
  size: [248_113],
  slug: ['irvine-ca'],
  sort: ['new'],
  source: ['Sample MLS', '/my-page'],
  sqft: ['1500-2500'],
  state: ['CA', '{"role":"","type":"maru","redirectUrl":"/"}'],
  stateCode: ['CA'],
  stateOrProvince: ['CA'],
  status: ['active,pending'],
  stories: ['1'],
  streetLine: ['123 Oak St'],
  streetName: ['Oak St'],
  streetNumber: ['123'],
  subdivisionName: ['Northwood Pointe'],
  subject: ['nav.buy'],
  system: ['Windows'],
  term: ['30', 'escrow'],
  terms: [['escrow']],
  text: ['어바인', 'You may answer me by e-mail.'],
  textVersion: ['2026-11-01'],
  timeZone: ['America/Los_Angeles'],
  title: ['How escrow works'],
  to: ['33.684,-117.826'],
  token: ['0Wd2cJ6xS1y8'],
  total: [312],
  type: ['house', 'image/jpeg'],
  unitNumber: ['12'],
  unk: ['hoa'],
  unparsedAddress: ['123 Oak St, Irvine, CA 92620'],
  until: ['2026-12-24'],
  url: ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://maru.example/uploads/6b1f0c'],
  verificationNote: ['The number belongs to another person.'],
  version: ['2026-11-01'],
  visitor: ['0f1e2d3c4b5a69788796a5b4c3d2e1f0'],
  want: ['total,listings'],
  year: ['1990-'],
  without: ['h3kq9z'],
  yearBuilt: [1998],
  youtubeId: ['dQw4w9WgXcQ'],
  zip: ['92620'],
  zoom: ['12'],
};

const REALTOR: Record<string, unknown> = { name: 'Grace Park', nameKo: '박은혜' };
const VISITOR: Record<string, unknown> = { name: '김서연' };
const INSTANT = '2026-11-21T19:00:00.000Z';
const DAY = '2026-11-21';

/** A value that fits a schema, for people to look at: every field is there, filled by its name. */
export function buildExample(schema: JsonSchema, name = ''): unknown {
  const candidates = [...(schema.examples ?? []), ...namedValues(name)];
  const found = candidates.find((value) => Check(schema, value));
  if (found !== undefined) return found;
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf !== undefined) {
    const one = schema.anyOf.find(({ type }) => type !== 'null') ?? schema.anyOf[0];
    return one === undefined ? null : buildExample(one, name);
  }
  const types = [schema.type ?? 'object'].flat();
  switch (types.find((type) => type !== 'null')) {
    case 'object':
      return exampleObject(schema);
    case 'array': {
      const items = schema.prefixItems ?? [schema.items ?? {}].flat();
      return (items as readonly JsonSchema[]).map((item) => buildExample(item, name));
    }
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'string':
      return ['Sample', 'sample', '12', '2026-11-21T19:00:00Z'].find((value) => Check(schema, value)) ?? 'x';
    default:
      return null;
  }
}

function exampleObject(schema: JsonSchema): Record<string, unknown> {
  const { properties = {} } = schema;
  // Places and people share the field `name`.
  const person =
    'licenseNumber' in properties ? REALTOR : 'email' in properties || 'role' in properties ? VISITOR : {};
  const fields = Object.entries(properties).map(([key, one]) => [key, person[key] ?? buildExample(one, key)]);
  const more = Object.values(schema.patternProperties ?? {}).map((one) => ['sample', buildExample(one)]);
  return Object.fromEntries([...fields, ...more]);
}

function namedValues(name: string): readonly unknown[] {
  const own = Object.hasOwn(VALUES, name) ? (VALUES[name] ?? []) : [];
  if (/(At|Time|Timestamp|start|end)$/.test(name)) return [...own, INSTANT];
  if (/(Date|On|since|Since)$/.test(name)) return [...own, DAY];
  if (/Id$/.test(name)) return [...own, '3f1c8a52-5a0e-4c7d-9d3b-7c1f2f6a9b10'];
  return own;
}
