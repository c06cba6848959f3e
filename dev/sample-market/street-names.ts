import type { Area, Region } from './areas.ts';
import type { Random } from './random.ts';

/** A street's name in RESO's parts. */
export interface StreetName {
  name: string;
  suffix: string;
}

/** Arterials of the lattice around Irvine, in the order of its lines. */
const IRVINE_ARTERIALS = [
  'Culver Dr',
  'Jeffrey Rd',
  'Yale Ave',
  'Harvard Ave',
  'Sand Canyon Ave',
  'Jamboree Rd',
  'Barranca Pkwy',
  'Alton Pkwy',
  'Irvine Center Dr',
  'Walnut Ave',
  'Bryan Ave',
  'Irvine Blvd',
  'Trabuco Rd',
  'Portola Pkwy',
  'Main St',
  'Michelson Dr',
  'University Dr',
  'Campus Dr',
  'Bonita Canyon Dr',
  'Shady Canyon Dr',
  'Lake Forest Dr',
  'Bake Pkwy',
  'Research Dr',
  'Von Karman Ave',
  'Red Hill Ave',
  'Newport Ave',
  'Tustin Ranch Rd',
  'West Yale Loop',
  'East Yale Loop',
  'Creek Rd',
  'Paseo Westpark',
  'San Leandro',
  'Ridge Route Dr',
  'Muirlands Blvd',
  'Rockfield Blvd',
  'Laguna Hills Dr',
  'Moulton Pkwy',
  'Glenwood Dr',
  'Pacific Park Dr',
  'Bear St',
  'Fairview Rd',
  'Bristol St',
  'Ford Rd',
  'San Joaquin Hills Rd',
  'Newport Coast Dr',
  'Santiago Canyon Rd',
  'Chapman Ave',
  'Antonio Pkwy',
];

/** Real arterials, east-west ones first; the invented streets lie between them. */
const LOCAL_ARTERIALS: Record<string, string> = {
  fullerton:
    'Commonwealth Ave|Malvern Ave|Chapman Ave|Orangethorpe Ave|Bastanchury Rd|La Palma Ave|Harbor Blvd|Euclid St|Brookhurst St|Gilbert St|State College Blvd|Beach Blvd',
  koreatown:
    'Wilshire Blvd|Olympic Blvd|6th St|3rd St|Beverly Blvd|8th St|Pico Blvd|Western Ave|Vermont Ave|Normandie Ave|Crenshaw Blvd|Hoover St|La Brea Ave|Rossmore Ave',
  torrance:
    'Sepulveda Blvd|Torrance Blvd|Carson St|190th St|Artesia Blvd|Lomita Blvd|Hawthorne Blvd|Crenshaw Blvd|Western Ave|Arlington Ave|Anza Ave|Prairie Ave',
  'diamond-bar': 'Grand Ave|Golden Springs Dr|Pathfinder Rd|Diamond Bar Blvd|Brea Canyon Rd|Lemon Ave',
  'carmel-valley':
    'Carmel Valley Rd|Del Mar Heights Rd|Carmel Mountain Rd|Rancho Bernardo Rd|El Camino Real|Black Mountain Rd|Camino Del Sur|Torrey Meadows Dr',
  glendale: 'Glenoaks Blvd|Broadway|Colorado St|Chevy Chase Dr|Brand Blvd|Central Ave|Pacific Ave|Verdugo Rd',
  seattle:
    'Northgate Way|Market St|45th St|Denny Way|Jackson St|Aurora Ave|Lake City Way|Rainier Ave|Greenwood Ave|15th Ave',
  bellevue:
    'Northup Way|8th St|Main St|Coal Creek Pkwy|Newport Way|Bellevue Way|Factoria Blvd|148th Ave|Lake Hills Blvd|Richards Rd',
  'federal-way':
    '320th St|336th St|348th St|Dash Point Rd|Campus Dr|Pacific Hwy|Military Rd|21st Ave|Hoyt Rd',
  lynnwood: '196th St|Alderwood Mall Pkwy|164th St|Filbert Rd|Highway 99|44th Ave|36th Ave|Larch Way',
  duluth:
    'Pleasant Hill Rd|Sugarloaf Pkwy|McClure Bridge Rd|Steve Reynolds Blvd|Old Norcross Rd|Peachtree Industrial Blvd|Buford Hwy|Satellite Blvd|Medlock Bridge Rd|Davenport Rd',
  suwanee:
    'McGinnis Ferry Rd|Suwanee Dam Rd|Old Peachtree Rd|Moore Rd|Peachtree Industrial Blvd|Buford Hwy|Satellite Blvd|Settles Bridge Rd',
  'palisades-park':
    'Central Blvd|Ruby Ave|Columbia Ave|Brinkerhoff Ter|Broad Ave|Grand Ave|Bergen Blvd|10th St',
  'fort-lee': 'Main St|Bridge Plaza|Linwood Ave|Whiteman St|Lemoine Ave|Center Ave|Anderson Ave|Palisade Ave',
  annandale:
    'Little River Tpke|Braddock Rd|Columbia Pike|Gallows Rd|Annandale Rd|Backlick Rd|Ravensworth Rd|Hummer Rd',
  centreville:
    'Lee Hwy|Braddock Rd|New Braddock Rd|Compton Rd|Stone Rd|Sully Rd|Union Mill Rd|Pleasant Valley Rd',
  carrollton:
    'Trinity Mills Rd|Frankford Rd|Hebron Pkwy|Keller Springs Rd|Belt Line Rd|Rosemeade Pkwy|Josey Ln|Marsh Ln|Kelly Blvd|Old Denton Rd|Midway Rd',
  flushing:
    'Northern Blvd|Roosevelt Ave|Sanford Ave|Bayside Ave|35th Ave|Main St|Parsons Blvd|Union St|Kissena Blvd|162nd St',
  'glendale-az':
    'Bell Rd|Union Hills Dr|Thunderbird Rd|Peoria Ave|Deer Valley Rd|59th Ave|67th Ave|51st Ave|75th Ave',
  'las-vegas':
    'Sahara Ave|Flamingo Rd|Desert Inn Rd|Tropicana Ave|Russell Rd|Rainbow Blvd|Durango Dr|Buffalo Dr|Jones Blvd|Fort Apache Rd',
};

/** Towns around Irvine share its lattice but have main roads of their own. */
const AROUND_IRVINE: Record<string, string> = {
  Tustin: 'Newport Ave|Red Hill Ave|Irvine Blvd|Tustin Ranch Rd',
  'Lake Forest': 'Lake Forest Dr|Bake Pkwy|Muirlands Blvd|El Toro Rd',
  'Foothill Ranch': 'Portola Pkwy|Bake Pkwy|Lake Forest Dr',
  'Costa Mesa': 'Harbor Blvd|Fairview Rd|Bristol St|Bear St',
  'Newport Coast': 'Newport Coast Dr|San Joaquin Hills Rd',
  'Newport Beach': 'Jamboree Rd|MacArthur Blvd|Ford Rd',
  'Laguna Hills': 'Laguna Hills Dr|Moulton Pkwy|Paseo de Valencia',
  'Laguna Niguel': 'Crown Valley Pkwy|Niguel Rd|Alicia Pkwy',
  'Aliso Viejo': 'Pacific Park Dr|Glenwood Dr|Aliso Creek Rd',
  'Mission Viejo': 'Marguerite Pkwy|Alicia Pkwy|Crown Valley Pkwy',
  'Rancho Santa Margarita': 'Antonio Pkwy|Santa Margarita Pkwy',
  'Santa Ana': '17th St|Bristol St|Main St',
  Orange: 'Chapman Ave|Tustin St|Katella Ave',
};

/** Elsewhere: names common in the region. */
const ARTERIALS: Record<Region, string> = {
  socal:
    'Foothill Blvd|Valley Blvd|Main St|Baseline Rd|Lincoln Ave|Central Ave|Grand Ave|Mountain Ave|Euclid Ave|San Antonio Ave',
  northwest:
    'Main St|Division St|Evergreen Way|Canyon Rd|Lakeway Dr|Pacific Ave|Meridian Ave|Mill Creek Rd|Pioneer Way|Capitol Way',
  southeast:
    'Main St|Highland Ave|Old Mill Rd|Riverside Dr|Lakeside Dr|Magnolia Pkwy|Battlefield Pkwy|Airport Rd|Carolina Ave|Canton St',
  northeast:
    'Main St|Elm St|Broad St|Mill Rd|Union St|High St|Maple Ave|Washington St|Post Rd|River Rd|County Rd|Turnpike Rd',
  midwest:
    'Main St|Lincoln Hwy|Washington Ave|Prairie Rd|College Ave|Grand Ave|Meridian St|County Line Rd|State St',
  mountain: 'Main St|Canyon Rd|Aspen Pkwy|Highlands Pkwy|Center St|Summit Ave|State St|Foothill Dr|Ridge Rd',
  desert: 'Main St|Mesa Dr|Sunset Rd|Canyon Dr|Valley View Blvd|Camino Real|Ocotillo Rd|Ranch Rd|Desert Pkwy',
  texas:
    'Main St|University Dr|Hillcrest Rd|Lakeline Blvd|Ranch Rd|Legacy Dr|Stonebridge Pkwy|Parkwood Blvd|Preston Rd',
  hawaii: 'Kapiolani Blvd|King St|Beretania St|University Ave|Manoa Rd|Liliha St|School St|Salt Lake Blvd',
};

const STREETS: Record<Region, string> = {
  socal:
    'Sunridge Lemongrass Rainwood Silkwood Canyonwood Goldenrod Bluebird Sparrowhawk Meadowbrook Cedarwood Briarglen Marigold Windflower Sycamore Fallbrook Arborside Vista\u00a0Luna Tamarisk Juneberry Wintergreen Bellflower Coralwood Mayten Larkspur Almond\u00a0Grove Orange\u00a0Blossom Lemon\u00a0Grove Stonepine Harvest\u00a0Moon Morning\u00a0Breeze Vintage Paseo\u00a0Verde Calle\u00a0Sol Via\u00a0Serena Alicante Montecito Valencia Segovia Cartagena Palermo Trailwood Foxhollow Deerwood Eastshore Lakeview Northgate Pepperwood Eucalyptus Jacaranda Bougainvillea Manzanita Ceanothus Redtail Kestrel Heron Osprey Sandpiper Seabluff Seacrest Dolphin Coastal\u00a0Oak Whispering\u00a0Wind Misty\u00a0Run Rolling\u00a0Green Wild\u00a0Rose Honey\u00a0Locust Honeysuckle Olivewood Amber\u00a0Leaf Bright\u00a0Water Clearbrook Cloudcrest Copper\u00a0Creek Crystal\u00a0Glen Dewberry Echo\u00a0Run Forestwood Gardenpath Hollyleaf Iceplant Juniper Keepsake Lavender Lupine',
  northwest:
    'Cedar Hemlock Madrona Salmonberry Huckleberry Alder Vine\u00a0Maple Fir\u00a0Crest Evergreen Cascade Olympic\u00a0View Rainier\u00a0View Sound\u00a0View Larch Spruce Trillium Camas Fernwood Mossy\u00a0Rock Heron Eagle\u00a0Crest Tolt Skykomish Wenatchee Orcas Lopez Whidbey Chelan Birchwood Ravenna Meridian Latona Sunnyside Burke Interlake Densmore Ashworth Woodlawn Corliss Bagley',
  southeast:
    'Magnolia Dogwood Azalea Camellia Peachtree Crape\u00a0Myrtle Live\u00a0Oak Pecan Willow\u00a0Bend Ivy\u00a0Mill Medlock Abbotts\u00a0Bridge Chattahoochee River\u00a0Green Sugarloaf Howell\u00a0Mill Laurel\u00a0Springs Brookwood Wisteria Cypress Stonehaven Ashford Wellington Hampton Buckhead Highland\u00a0Pass Creekstone Millhaven Riverbend Quail\u00a0Run Fox\u00a0Hollow Autumn\u00a0Ridge Hickory Poplar Sweetgum',
  northeast:
    'Maple Elm Chestnut Hawthorne Linden Walnut Oakdene Hillside Edgewood Glen Columbia Lafayette Franklin Madison Jefferson Harrison Cleveland Prospect Park Highland Ridgewood Bayberry Stonewall Sully Braddock Heritage Old\u00a0Mill Colonial Hanover Winchester Cedar Birch Sycamore Juniper Holly Rosewood Fairview Woodland Spring Beech',
  midwest:
    'Maple Oak Prairie Sunflower Bluestem Meadowlark Cardinal Goldfinch Cottonwood Hickory Walnut Buckeye Lincoln Grant Harrison Wheatfield Harvest Cornflower Clover Heartland Fieldstone Barnside Silo Creekside Timber Wildflower Pheasant Redbud Sycamore Willow',
  mountain:
    'Aspen Columbine Elk\u00a0Ridge Ponderosa Juniper Sagebrush Granite Summit Timberline Bear\u00a0Creek Eagle\u00a0Nest Lupine Paintbrush Spruce Cutthroat Silver\u00a0Peak Prospector Miners Boulder Canyon\u00a0Rim Wasatch Bitterroot Big\u00a0Sky Clearwater Larkspur Pine\u00a0Cone',
  desert:
    'Saguaro Ocotillo Palo\u00a0Verde Mesquite Agave Desert\u00a0Willow Sunset\u00a0Mesa Red\u00a0Rock Quail Roadrunner Sandstone Adobe Cholla Yucca Painted\u00a0Sky Coyote Canyon\u00a0Wren Sage Turquoise Copper\u00a0Ridge Camino\u00a0Sol Calle\u00a0Luna Ironwood Desert\u00a0Rose Silver\u00a0Dune Mirage',
  texas:
    'Bluebonnet Live\u00a0Oak Pecan Mockingbird Lone\u00a0Star Longhorn Cedar\u00a0Elm Rosemeade Keller\u00a0Springs Pecan\u00a0Creek Prairie\u00a0View Stonebrook Hill\u00a0Country Brazos Guadalupe Frio Llano Pedernales Cottonwood Mustang Wagon\u00a0Wheel Saddleback Spur Wildflower Meadow\u00a0Glen Country\u00a0Club Old\u00a0Orchard Crestwood Peters\u00a0Colony Ranchview',
  hawaii:
    'Ala\u00a0Koa Lani Mahina Kukui Plumeria Hibiscus Pikake Ilima Naupaka Makani Kai Nalu Pualei Oahu\u00a0View Hala Maile Ohia Puuhale Kamani Anuenue Hoku',
};

const FIRST =
  'Silver Golden Willow Cedar Autumn Summer Winter Spring Amber Maple Stone River Meadow Cobble Clover Heather Aspen Oak Pine Laurel Hazel Ivy Misty Sunny Quiet Shady Timber Falcon Robin Orchard'.split(
    ' ',
  );
const SECOND = 'brook ridge glen field view hollow bend crest grove path leaf gate haven knoll shore'.split(
  ' ',
);

/** An endless supply of unique street names of a region. */
export function streetNames(region: Region, random: Random): (court: boolean) => StreetName {
  const names = random.shuffle(
    (STREETS[region] ?? '').split(' ').map((name) => name.replaceAll('\u00a0', ' ')),
  );
  const pairs = random.shuffle(FIRST.flatMap((first) => SECOND.map((second) => `${first}${second}`)));
  let taken = 0;
  return (court) => {
    const name = names[taken] ?? pairs[taken % pairs.length]!;
    const again = Math.floor(taken / (names.length + pairs.length));
    taken++;
    const suffix = court ? random.pick(['Ct', 'Cir', 'Pl']) : random.pick(SUFFIXES);
    return {
      name: again > 0 ? `${name} ${'North South East West Upper Lower'.split(' ')[again % 6]}` : name,
      suffix,
    };
  };
}
const SUFFIXES = ['St', 'Ave', 'Ln', 'Dr', 'Way', 'Ln', 'Dr', 'Rd', 'Ter'];

/** "Culver Dr" for one arterial of a lattice, counted from its center; deterministic. */
export function arterialName(lattice: string, region: Region, line: number, across: boolean): string {
  const names =
    lattice === 'irvine' ? IRVINE_ARTERIALS : (LOCAL_ARTERIALS[lattice] ?? ARTERIALS[region]).split('|');
  const half = Math.ceil(names.length / 2);
  const own = across ? names.slice(0, half) : names.slice(half);
  return own[((line % own.length) + own.length) % own.length]!;
}

/** A main road of the neighborhood, for directions and cross streets; equal for all homes of a ZIP code. */
export function arterialNear(area: Area): string {
  const own = area.lattice === 'irvine' ? AROUND_IRVINE[area.city]?.split('|') : undefined;
  if (own !== undefined) return own[Number(area.zip) % own.length]!;
  return arterialName(area.lattice, area.region, Number(area.zip) % 7, Number(area.zip) % 2 === 0);
}

export interface Freeway {
  name: string;
  /** A point of its real course. */
  latitude: number;
  longitude: number;
  /** It runs along the lattice's x axis (east and west, unless the lattice is rotated). */
  across: boolean;
}

/** The real freeways through a town; other towns have none. */
export function listFreeways(lattice: string): Freeway[] {
  return (FREEWAYS[lattice] ?? []).map(([name, latitude, longitude, course]) => ({
    name,
    latitude,
    longitude,
    across: course === 'across',
  }));
}

const FREEWAYS: Record<
  string,
  [name: string, latitude: number, longitude: number, course: 'across' | 'up'][]
> = {
  irvine: [
    ['I-405', 33.668, -117.8, 'up'],
    ['I-5', 33.705, -117.775, 'up'],
    ['SR-73', 33.625, -117.84, 'up'],
    ['SR-241', 33.72, -117.69, 'up'],
    ['SR-55', 33.7, -117.86, 'across'],
    ['SR-133', 33.665, -117.755, 'across'],
  ],
  fullerton: [
    ['SR-91', 33.855, -117.93, 'across'],
    ['SR-57', 33.88, -117.881, 'up'],
    ['I-5', 33.86, -117.985, 'up'],
  ],
  koreatown: [
    ['I-10', 34.037, -118.3, 'across'],
    ['US-101', 34.08, -118.285, 'up'],
  ],
  torrance: [
    ['I-405', 33.865, -118.33, 'across'],
    ['I-110', 33.83, -118.288, 'up'],
  ],
  'diamond-bar': [
    ['SR-60', 34.022, -117.81, 'across'],
    ['SR-57', 34, -117.825, 'up'],
  ],
  'carmel-valley': [
    ['SR-56', 32.955, -117.17, 'across'],
    ['I-15', 32.98, -117.08, 'up'],
  ],
  glendale: [
    ['SR-134', 34.156, -118.25, 'across'],
    ['I-5', 34.16, -118.285, 'up'],
    ['SR-2', 34.16, -118.225, 'up'],
  ],
  seattle: [['I-5', 47.66, -122.323, 'up']],
  bellevue: [
    ['SR-520', 47.635, -122.16, 'across'],
    ['I-90', 47.579, -122.15, 'across'],
    ['I-405', 47.6, -122.187, 'up'],
  ],
  'federal-way': [['I-5', 47.31, -122.296, 'up']],
  lynnwood: [
    ['I-5', 47.83, -122.27, 'up'],
    ['SR-525', 47.86, -122.27, 'across'],
  ],
  duluth: [
    ['I-85', 33.95, -84.13, 'up'],
    ['SR-120', 33.99, -84.14, 'across'],
  ],
  suwanee: [['I-85', 34.03, -84.06, 'up']],
  'palisades-park': [
    ['US-46', 40.853, -74, 'across'],
    ['I-95', 40.85, -74.013, 'up'],
  ],
  'fort-lee': [['I-95', 40.856, -73.98, 'across']],
  annandale: [
    ['I-495', 38.83, -77.21, 'up'],
    ['SR-236', 38.832, -77.2, 'across'],
  ],
  centreville: [
    ['I-66', 38.84, -77.44, 'across'],
    ['SR-28', 38.84, -77.431, 'up'],
  ],
  carrollton: [
    ['I-35E', 32.97, -96.915, 'up'],
    ['SR-190', 33.005, -96.9, 'across'],
  ],
  'glendale-az': [
    ['Loop 101', 33.668, -112.18, 'across'],
    ['I-17', 33.65, -112.118, 'up'],
  ],
  flushing: [
    ['I-678', 40.76, -73.838, 'up'],
    ['I-495', 40.742, -73.82, 'across'],
  ],
  honolulu: [['H-1', 21.325, -157.86, 'across']],
  'las-vegas': [
    ['I-215', 36.07, -115.29, 'up'],
    ['SR-159', 36.159, -115.27, 'across'],
  ],
};
