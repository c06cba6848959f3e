import type { Area } from './areas.ts';
import type { Random } from './random.ts';

export interface Schools {
  elementary: string | null;
  middle: string | null;
  high: string | null;
  district: string | null;
}

/** District names by city, where they differ from the city's name. */
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

/** Additional school names of a region. */
const REGIONAL: Record<Area['region'], string> = {
  socal: 'Las Palmas|Vista Verde|Alicante|Rancho Viejo|El Toro Springs|Del Cerro|Plaza Vista|Loma Alta',
  northwest: 'Cascade|Evergreen|Rainier View|Cedarwood|Salmon Creek|Fir Grove|Olympic Hills|Puget View',
  southeast: 'Magnolia|Peachtree Ridge|Dogwood|Chattahoochee|Mason Mill|Pinecrest|Azalea Park|Berkeley Lake',
  northeast: 'Hawthorne|Elmwood|Colonial Hills|Liberty|Old Mill|Hillcrest|Roosevelt|Brookfield',
  midwest: 'Heartland|Clearwater|Jefferson|Hickory Hill|Northfield|Wheatland|Millbrook|Garfield',
  mountain: 'Aspen Grove|Timberline|Summit View|Foothills|Elk Meadow|Pinyon|Bighorn|Columbine',
  desert: 'Saguaro|Desert Willow|Mesa Vista|Red Rock|Palo Verde|Quail Run|Copper Canyon|Sunrise Ridge',
  texas: 'Bluebonnet|Pecan Creek|Live Oak|Rosemeade|Lone Star|Mockingbird|Brazos Bend|Legacy',
  hawaii: 'Manoa Valley|Kapalama|Aina Lani|Nuuanu|Mauka Lani|Hokulani|Palama|Koolau View',
};

/** Real high schools, where they are not named after the city. */
const HIGHS: Record<string, string> = {
  'East Irvine,CA': 'Irvine|Woodbridge',
  'San Diego,CA': 'Westview|Mt. Carmel|Rancho Bernardo',
  'Seattle,WA': 'Roosevelt|Ballard|Nathan Hale|Franklin',
  'Las Vegas,NV': 'Palo Verde|Durango|Spring Valley',
  'Honolulu,HI': 'Roosevelt|Farrington|Radford',
  'Carrollton,TX': 'Creekview|Newman Smith|R. L. Turner',
  'Fullerton,CA': 'Fullerton Union|Sunny Hills|Troy',
  'Lynnwood,WA': 'Lynnwood|Meadowdale',
  'Suwanee,GA': 'North Gwinnett|Peachtree Ridge',
};

/** Plausible, consistent schools: one high school per side of a city, one middle school below it. */
export function inventSchools(area: Area, village: string | null, random: Random): Schools {
  if (random.chance(0.12)) return { elementary: null, middle: null, high: null, district: null };
  const { elementary, middle, high } = nameSchools(area, village);
  return { elementary, middle: random.chance(0.8) ? middle : null, high, district: nameDistrict(area) };
}

/** The name of a ZIP code's school district. */
export function nameDistrict(area: Area): string {
  return (
    DISTRICTS[`${area.city},${area.state}`] ??
    (area.state === 'CA'
      ? `${area.city} Unified`
      : area.state === 'TX'
        ? `${area.city} ISD`
        : `${area.city} School District`)
  );
}

/** The schools of a ZIP code; the elementary school is that of the village, if there is one. */
export function nameSchools(
  area: Area,
  village: string | null,
): Record<'elementary' | 'middle' | 'high', string> {
  const base = Number(area.zip);
  const root = (village ?? NAMES[base % NAMES.length]!).replace(/ Square$/, '');
  const regional = REGIONAL[area.region].split('|');
  // Every other name is regional, for variety over the country.
  const name = (at: number) =>
    at % 2 === 0 ? NAMES[(at >> 1) % NAMES.length] : regional[(at >> 1) % regional.length];
  const highs = HIGHS[`${area.city},${area.state}`]?.split('|') ?? [area.city];
  return {
    elementary: `${name(base * 7 + root.length)} Elementary`,
    middle: `${name(base * 3 + 5)} Middle`,
    high: area.irvine
      ? `${['Northwood', 'Woodbridge', 'Portola', 'University', 'Irvine'][base % 5]} High`
      : `${highs[base % highs.length]} High`,
  };
}
