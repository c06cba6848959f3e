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
 * The offices and agents of one MLS (`salt` tells it from the other): about 200 and 1,500 for 20,000 listings. Phones are 555-01xx (never
 * given to anyone), e-mail ends in example.com; California licences have 8 digits, leading zeros included.
 */
export function hireAgents(
  seed: number,
  salt: string,
  areas: readonly Area[],
  counts: ArrayLike<number>,
): Roster {
  const random = randomOf(seed, 'agents', salt);
  const size = areas.reduce((sum, _, index) => sum + (counts[index] ?? 0), 0);
  const grown = Math.max(1, size / 20_000);
  const officeCount = Math.max(4, Math.round(Math.min(200, size / 100) * grown ** 0.6));
  const agentCount = Math.max(8, Math.round(Math.min(1500, size / 13) * grown ** 0.75));
  const states = firstOfStates(areas.filter((_, index) => (counts[index] ?? 0) > 0));
  const pool = areas.filter((_, index) => (counts[index] ?? 0) > 0);
  const busy = [...pool].sort((a, b) => b.weight - a.weight || a.zip.localeCompare(b.zip));
  const offices: Office[] = [];
  for (let i = 0; i < officeCount; i++) {
    // Every state gets its office before the dense places get their second.
    const area = states[i] ?? random.pick(busy.slice(0, Math.max(6, Math.ceil(busy.length / 3))));
    const name = officeName(i, area, random);
    offices.push({
      key: `o${randomOf(seed, salt, 'office', i).int(1e8, 2e9).toString(36)}${i.toString(36)}`,
      mlsId: `${salt === 'sample' ? 'S' : 'N'}${String(1000 + i)}`,
      name,
      phone: phone(area, random),
      email: `office@${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.example.com`,
      city: area.city,
      state: area.state,
      zip: area.zip,
    });
  }
  const koreanStates = new Set(areas.filter((area) => area.koreanSpeaking).map((area) => area.state));
  const agents: Agent[] = [];
  const taken = new Set<string>();
  for (let i = 0; i < agentCount; i++) {
    const office = offices[i % offices.length]!;
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
      mlsId: `${office.mlsId}${String(100 + Math.floor(i / offices.length))}`,
      first,
      last,
      phone: phone(office, random),
      email: `${mail}@example.com`,
      license: licenseOf(office.state, random),
      state: office.state,
      languages,
      office,
    });
  }
  const byState = new Map<string, Agent[]>();
  for (const agent of agents) {
    const list = byState.get(agent.state);
    if (list) list.push(agent);
    else byState.set(agent.state, [agent]);
  }
  const byCity = new Map<string, Agent[]>();
  for (const agent of agents) {
    const city = `${agent.office.city},${agent.state}`;
    const list = byCity.get(city);
    if (list) list.push(agent);
    else byCity.set(city, [agent]);
  }
  return {
    agents,
    offices,
    pick(area, chance) {
      const near = byCity.get(`${area.city},${area.state}`);
      if (near && chance.chance(0.6)) return chance.pick(near);
      return chance.pick(byState.get(area.state) ?? agents);
    },
  };
}

/** Firms named for a thing and firms named for their founders; those with one name are told apart by their city. */
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

function firstOfStates(areas: readonly Area[]): Area[] {
  const seen = new Map<string, Area>();
  for (const area of areas) if (!seen.has(area.state)) seen.set(area.state, area);
  return [...seen.values()];
}

const AREA_CODES: Record<string, string> = {
  CA: '949',
  WA: '425',
  GA: '770',
  NJ: '201',
  VA: '703',
  TX: '972',
  AZ: '623',
  NY: '718',
  HI: '808',
  NV: '702',
  IL: '630',
  MA: '781',
};

function phone(at: { state: string; city: string }, random: Random): string {
  const code = at.city === 'Los Angeles' ? '213' : (AREA_CODES[at.state] ?? '312');
  return `${code}-555-01${String(random.int(0, 99)).padStart(2, '0')}`;
}

/** California: the Department of Real Estate's 8 digits, with their leading zero. Elsewhere as usual there. */
function licenseOf(state: string, random: Random): string {
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
