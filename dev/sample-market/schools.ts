import type { Area } from './areas.ts';
import type { Random } from './random.ts';

export interface Schools {
  elementary: string | null;
  middle: string | null;
  high: string | null;
  district: string | null;
}

/** District names by city where the city alone does not make the name. */
const DISTRICTS: Record<string, string> = {
  'Irvine,CA': 'Irvine Unified',
  'East Irvine,CA': 'Irvine Unified',
  'Tustin,CA': 'Tustin Unified',
  'Lake Forest,CA': 'Saddleback Valley Unified',
  'Foothill Ranch,CA': 'Saddleback Valley Unified',
  'Mission Viejo,CA': 'Saddleback Valley Unified',
  'Costa Mesa,CA': 'Newport-Mesa Unified',
  'Newport Beach,CA': 'Newport-Mesa Unified',
  'Newport Coast,CA': 'Newport-Mesa Unified',
  'Aliso Viejo,CA': 'Capistrano Unified',
  'Laguna Niguel,CA': 'Capistrano Unified',
  'Fullerton,CA': 'Fullerton Joint Union High',
  'Buena Park,CA': 'Fullerton Joint Union High',
  'Los Angeles,CA': 'Los Angeles Unified',
  'Diamond Bar,CA': 'Walnut Valley Unified',
  'San Diego,CA': 'Poway Unified',
  'Duluth,GA': 'Gwinnett County',
  'Suwanee,GA': 'Gwinnett County',
  'Annandale,VA': 'Fairfax County',
  'Centreville,VA': 'Fairfax County',
  'Carrollton,TX': 'Carrollton-Farmers Branch ISD',
  'Flushing,NY': 'New York City District 25',
  'Honolulu,HI': 'Honolulu District',
  'Las Vegas,NV': 'Clark County',
  'Lynnwood,WA': 'Edmonds',
};

const NAMES =
  'Cypress Grove|Eastshore|Canyon View|Northwood|Santiago Hills|Stone Creek|Bonita|Meadow Park|Oak Creek|Sunny Hills|Willow Bend|Lakeview|Highland|Riverside|Maple Grove|Cedar Ridge|Prairie View|Lincoln|Washington|Franklin'.split(
    '|',
  );

/** Real-sounding schools that hang together: one high school a city side, one middle school under it. */
export function schoolsOf(area: Area, village: string | null, random: Random): Schools {
  if (random.chance(0.12)) return { elementary: null, middle: null, high: null, district: null };
  const district =
    DISTRICTS[`${area.city},${area.state}`] ??
    (area.state === 'CA'
      ? `${area.city} Unified`
      : area.state === 'TX'
        ? `${area.city} ISD`
        : `${area.city} School District`);
  const base = Number(area.zip);
  const root = (village ?? NAMES[base % NAMES.length]!).replace(/ Square$/, '');
  return {
    elementary: `${NAMES[(base * 7 + root.length) % NAMES.length]} Elementary`,
    middle: random.chance(0.8) ? `${NAMES[(base * 3 + 5) % NAMES.length]} Middle` : null,
    high: area.irvine
      ? `${['Northwood', 'Woodbridge', 'Portola', 'University', 'Irvine'][base % 5]} High`
      : `${area.city} High`,
    district,
  };
}
