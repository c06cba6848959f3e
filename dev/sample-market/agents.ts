import type { Area } from './areas.ts';
import { type Random, randomOf } from './random.ts';
import type { ResoRow } from './reso-row.ts';

export interface Agent {
  key: string;
  mlsId: string;
  first: string;
  last: string;
  phone: string;
  email: string;
  license: string;
  state: string;
  languages: string[];
  office: Office;
}

export interface Office {
  key: string;
  mlsId: string;
  name: string;
  phone: string;
  email: string;
  city: string;
  state: string;
  zip: string;
  /** Areas with the same street grid share agents. */
  lattice: string;
  /** Area code of its telephone numbers. */
  areaCode: string;
}

export interface Roster {
  agents: Agent[];
  offices: Office[];
  /** An agent who works in that ZIP code's part of the country. */
  pick(area: Area, random: Random): Agent;
}

const FIRST =
  'James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard Susan Joseph Jessica Thomas Sarah Daniel Karen Grace Kevin Nancy Brian Lisa Steven Betty Andrew Sandra Paul Ashley Joshua Emily Kenneth Donna Eric Michelle Jason Carol Ryan Amanda Gary Melissa Jacob Rebecca Hannah Diego Sofia Mateo Camila Luis Elena Wei Mei Hiro Yuki Minh Linh Arjun Priya Omar Layla Ivan Olga Chloe Eugene Esther Joon Soo-Jin Min-Ho Ji-Woo Hye-Jin Seung Young Sung-Min Eun-Ji Jae Daniel Peter Christine Sue'.split(
    ' ',
  );
const LAST =
  'Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts Tran Patel Shah Wang Chen Liu Zhang Tanaka Sato Okafor Cohen Murphy Rossi Novak Silva Haddad Pham Singh'.split(
    ' ',
  );
const KOREAN_LAST =
  'Kim Lee Park Choi Jung Kang Cho Yoon Jang Lim Han Oh Seo Shin Kwon Hwang Ahn Song Hong Yoo'.split(' ');
const KOREAN_FIRST =
  'Joon Soo-Jin Min-Ho Ji-Woo Hye-Jin Seung Sung-Min Eun-Ji Jae Daniel Grace Esther Eugene Christine James Sarah Hannah Kevin Jennifer David Michelle Yuna Hyun-Woo Mi-Kyung'.split(
    ' ',
  );
const OFFICE_A =
  'Harbor Cedar Sunrise Blue Oak Golden Summit Coastal Meridian Evergreen Lantern Bridgeway Keystone Magnolia Granite Northstar Orchard Prairie Silver Maple Canyon Willow Anchor Heritage Juniper'.split(
    ' ',
  );
const OFFICE_B = [
  'Realty',
  'Homes',
  'Real Estate Group',
  'Properties',
  'Realty Partners',
  'Home Advisors',
  'Brokerage',
  'Residential',
];
const OTHER_LANGUAGES = [
  'Spanish',
  'Chinese',
  'Vietnamese',
  'Japanese',
  'Tagalog',
  'Hindi',
  'French',
  'Farsi',
  'Arabic',
  'Russian',
];

/**
 * The offices and agents of one MLS (`salt` distinguishes the two): about 400 and 1,500 for 20,000 listings,
 * distributed over towns in proportion to listings, with more than one office wherever there are more than a few
 * listings. Phones are 555-01xx (reserved for fiction), email addresses end in example.com; California licenses have
 * 8 digits including leading zeros.
 */
export function createAgents(
  seed: number,
  salt: string,
  areas: readonly Area[],
  counts: ArrayLike<number>,
): Roster {
  const random = randomOf(seed, 'agents', salt);
  const size = areas.reduce((sum, _, index) => sum + (counts[index] ?? 0), 0);
  const grown = Math.max(1, size / 20_000);
  const officesWanted = Math.min(400, size / 50) * grown ** 0.6;
  const agentsWanted = Math.min(1500, size / 13) * grown ** 0.75;
  const offices: Office[] = [];
  /** The office of each agent. */
  const desks: Office[] = [];
  for (const places of groupPlaces(areas, counts)) {
    const listings = places.reduce((sum, { count }) => sum + count, 0);
    const share = size === 0 ? 0 : listings / size;
    // No office lists all homes of a town, and an agent has the license of the state.
    const some = Math.max(1, Math.min(3, Math.ceil(listings / 8)), Math.round(officesWanted * share));
    const hired = distributeOffices(places, some).map((area) => {
      const office = createOffice(seed, salt, offices.length, area, random);
      offices.push(office);
      return office;
    });
    const staff = Math.max(2 * some, Math.round(agentsWanted * share));
    for (let i = 0; i < staff; i++) desks.push(hired[i % hired.length]!);
  }
  const koreanStates = new Set(areas.filter((area) => area.koreanSpeaking).map((area) => area.state));
  const agents: Agent[] = [];
  const taken = new Set<string>();
  const seats = new Map<Office, number>();
  for (const [i, office] of desks.entries()) {
    const seat = seats.get(office) ?? 0;
    seats.set(office, seat + 1);
    const speaksKorean = random.chance(koreanStates.has(office.state) ? 0.27 : 0.02);
    const first = speaksKorean ? random.pick(KOREAN_FIRST) : random.pick(FIRST);
    const last = speaksKorean && random.chance(0.85) ? random.pick(KOREAN_LAST) : random.pick(LAST);
    let mail = `${first}.${last}`.toLowerCase().replaceAll(/[^a-z.]/g, '');
    if (taken.has(mail)) mail += i;
    taken.add(mail);
    const languages = ['English'];
    if (speaksKorean) languages.push('Korean');
    if (random.chance(0.2)) languages.push(random.pick(OTHER_LANGUAGES));
    agents.push({
      key: `m${randomOf(seed, salt, 'member', i).int(1e8, 2e9).toString(36)}${i.toString(36)}`,
      mlsId: `${office.mlsId}${String(100 + seat)}`,
      first,
      last,
      phone: phone(office.areaCode, random),
      email: `${mail}@example.com`,
      license: createLicense(office.state, random),
      state: office.state,
      languages,
      office,
    });
  }
  const byState = groupBy(agents, (agent) => agent.state);
  const byLattice = groupBy(agents, (agent) => `${agent.office.lattice},${agent.state}`);
  const byCity = groupBy(agents, (agent) => `${agent.office.city},${agent.state}`);
  return {
    agents,
    offices,
    pick(area, chance) {
      const near = byCity.get(`${area.city},${area.state}`);
      if (near && chance.chance(0.45)) return chance.pick(near);
      const around = byLattice.get(`${area.lattice},${area.state}`);
      if (around && chance.chance(0.75)) return chance.pick(around);
      return chance.pick(byState.get(area.state) ?? agents);
    },
  };
}

function groupBy(agents: readonly Agent[], readKey: (agent: Agent) => string): Map<string, Agent[]> {
  const groups = new Map<string, Agent[]>();
  for (const agent of agents) {
    const group = groups.get(readKey(agent));
    if (group) group.push(agent);
    else groups.set(readKey(agent), [agent]);
  }
  return groups;
}

interface Place {
  area: Area;
  /** Number of listings there. */
  count: number;
}

/** Listings from which a town has offices of its own. */
const ENOUGH = 12;

/**
 * The towns (of one street grid) with enough listings, and the rest of each state; most listings first. A state
 * without listings counts too, since one may be added.
 */
function groupPlaces(areas: readonly Area[], counts: ArrayLike<number>): Place[][] {
  const towns = new Map<string, number>();
  const formatTown = (area: Area) => `${area.state},${area.lattice}`;
  for (const [index, area] of areas.entries())
    towns.set(formatTown(area), (towns.get(formatTown(area)) ?? 0) + (counts[index] ?? 0));
  const districts = new Map<string, Place[]>();
  for (const [index, area] of areas.entries()) {
    const place = { area, count: counts[index] ?? 0 };
    const name = towns.get(formatTown(area))! < ENOUGH ? area.state : formatTown(area);
    const places = districts.get(name);
    if (places) places.push(place);
    else districts.set(name, [place]);
  }
  for (const places of districts.values())
    places.sort((a, b) => b.count - a.count || a.area.zip.localeCompare(b.area.zip));
  return [...districts.values()];
}

/** The areas of `some` offices, in proportion to listings. */
function distributeOffices(places: readonly Place[], some: number): Area[] {
  const listings = places.reduce((sum, { count }) => sum + count, 0);
  const stand: Area[] = [];
  let passed = 0;
  for (const { area, count } of places) {
    passed += count;
    while (stand.length < some && (stand.length + 0.5) / some <= passed / Math.max(1, listings))
      stand.push(area);
  }
  while (stand.length < some) stand.push(places[0]!.area);
  return stand;
}

function createOffice(seed: number, salt: string, index: number, area: Area, random: Random): Office {
  const name = officeName(index, area, random);
  const areaCode = findAreaCode(area);
  return {
    key: `o${randomOf(seed, salt, 'office', index).int(1e8, 2e9).toString(36)}${index.toString(36)}`,
    mlsId: `${salt === 'sample' ? 'S' : 'N'}${String(1000 + index)}`,
    name,
    phone: phone(areaCode, random),
    email: `office@${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.example.com`,
    city: area.city,
    state: area.state,
    zip: area.zip,
    lattice: area.lattice,
    areaCode,
  };
}

/** Offices named after a thing or after their founders; those with equal names are distinguished by their city. */
function officeName(index: number, area: Area, random: Random): string {
  if (index % 4 === 3) {
    const founder = random.pick(area.koreanSpeaking ? [...KOREAN_LAST, ...LAST] : LAST);
    const form = ['& Associates', 'Realty', 'Group', '& Partners', 'Homes', 'Properties'][(index >> 2) % 6]!;
    return index < 200 ? `${founder} ${form}` : `${founder} ${form} ${area.city}`;
  }
  const round = Math.floor(index / OFFICE_A.length);
  const name = `${OFFICE_A[index % OFFICE_A.length]!} ${OFFICE_B[round % OFFICE_B.length]!}`;
  return round < OFFICE_B.length ? name : `${name} ${area.city}`;
}

export function memberRow(agent: Agent, modified: string): ResoRow {
  return {
    MemberKey: agent.key,
    MemberMlsId: agent.mlsId,
    MemberFirstName: agent.first,
    MemberLastName: agent.last,
    MemberFullName: `${agent.first} ${agent.last}`,
    MemberEmail: agent.email,
    MemberDirectPhone: agent.phone,
    MemberPreferredPhone: agent.phone,
    MemberStateLicense: agent.license,
    MemberStateLicenseState: agent.state,
    MemberLanguages: agent.languages,
    MemberStatus: 'Active',
    MemberType: 'MLS Only Salesperson',
    OfficeKey: agent.office.key,
    OfficeMlsId: agent.office.mlsId,
    OfficeName: agent.office.name,
    ModificationTimestamp: modified,
  };
}

export function officeRow(office: Office, modified: string): ResoRow {
  return {
    OfficeKey: office.key,
    OfficeMlsId: office.mlsId,
    OfficeName: office.name,
    OfficePhone: office.phone,
    OfficeEmail: office.email,
    OfficeCity: office.city,
    OfficeStateOrProvince: office.state,
    OfficePostalCode: office.zip,
    OfficeStatus: 'Active',
    IDXOfficeParticipationYN: true,
    ModificationTimestamp: modified,
  };
}

/** Real area codes, by city, by county, by state. */
const AREA_CODES: Record<string, string> = Object.fromEntries(
  (
    'Fullerton,CA:714|Buena Park,CA:714|Orange,CA:714|Santa Ana,CA:714|Tustin,CA:714|Costa Mesa,CA:714|' +
    'Los Angeles,CA:213|Torrance,CA:310|Glendale,CA:818|Diamond Bar,CA:909|Cerritos,CA:562|' +
    'Seattle,WA:206|Federal Way,WA:253|' +
    'Orange County,CA:949|Los Angeles County,CA:213|San Diego County,CA:858|Santa Clara County,CA:408|' +
    'Alameda County,CA:510|Fresno County,CA:559|Sacramento County,CA:916|Placer County,CA:916|' +
    'San Bernardino County,CA:909|Contra Costa County,CA:925|' +
    'AK:907|AL:205|AR:501|AZ:623|CA:949|CO:303|CT:860|DC:202|DE:302|FL:813|GA:770|HI:808|IA:319|ID:208|IL:630|IN:317|' +
    'KS:316|KY:502|LA:225|MA:781|MD:410|ME:207|MI:248|MN:612|MO:314|MS:601|MT:406|NC:919|ND:701|NE:402|NH:603|NJ:201|' +
    'NM:505|NV:702|NY:718|OH:614|OK:405|OR:503|PA:215|RI:401|SC:864|SD:605|TN:615|TX:972|UT:801|VA:703|VT:802|WA:425|' +
    'WI:608|WV:304|WY:307'
  )
    .split('|')
    .map((entry) => entry.split(':') as [string, string]),
);

function findAreaCode({ city, county, state }: Area): string {
  return (
    AREA_CODES[`${city},${state}`] ?? AREA_CODES[`${county} County,${state}`] ?? AREA_CODES[state] ?? '312'
  );
}

function phone(areaCode: string, random: Random): string {
  return `${areaCode}-555-01${String(random.int(0, 99)).padStart(2, '0')}`;
}

/**
 * California: the Department of Real Estate's 8 digits, with their leading zero. Elsewhere the state's usual form.
 */
function createLicense(state: string, random: Random): string {
  const digits = (count: number) => Array.from({ length: count }, () => random.int(0, 9)).join('');
  if (state === 'CA') return random.pick(['01', '01', '01', '02', '02']) + digits(6);
  if (state === 'WA' || state === 'OR') return `2${digits(8)}`;
  if (state === 'TX') return `0${digits(6)}`;
  if (state === 'NY') return `10401${digits(6)}`;
  if (state === 'VA') return `0225${digits(6)}`;
  if (state === 'AZ') return `SA${digits(6)}000`;
  if (state === 'NV') return `S.0${digits(6)}`;
  if (state === 'HI') return `RS-${digits(5)}`;
  return digits(6);
}
