/**
 * Places that no public city file has: neighbourhoods of big cities, and the regions people speak of. A
 * neighbourhood is one or more circles; a region may also be whole counties. Centres and radii are written from
 * general knowledge, and are meant to be generous: a home at the edge belongs to both sides.
 *
 * A neighbourhood of a city has the slug `<name>-<city>-<state>`; one without a city has `<name>-<state>`.
 */
export interface NeighborhoodName {
  name: string;
  /** The city it is part of, as the gazetteer names it; null for a region over several cities. */
  city: string | null;
  stateCode: string;
  /** Latitude and longitude in degrees, radius in kilometres; the first circle is the centre. */
  circles: readonly (readonly [latitude: number, longitude: number, radiusKm: number])[];
  /** Names of whole counties of the state that belong to it. */
  counties: readonly string[];
  /** People, roughly; only for ranking. */
  population: number;
}

export const NEIGHBORHOODS: readonly NeighborhoodName[] = [
  // Irvine's villages
  ...part('Irvine', 'CA', [
    ['Great Park', 33.6745, -117.7345, 2.2, 15000],
    ['Portola Springs', 33.6965, -117.7145, 1.9, 15000],
    ['Woodbury', 33.7045, -117.7525, 1.2, 15000],
    ['Northwood', 33.7165, -117.7735, 1.8, 25000],
    ['Turtle Rock', 33.6395, -117.8035, 1.8, 12000],
    ['Quail Hill', 33.6535, -117.7755, 1.2, 8000],
    ['Cypress Village', 33.6895, -117.7485, 1.3, 12000],
    ['Eastwood', 33.7175, -117.7465, 1.0, 8000],
    ['Orchard Hills', 33.7425, -117.7575, 2.0, 9000],
    ['Stonegate', 33.7095, -117.7385, 0.9, 10000],
    ['Woodbridge', 33.6795, -117.8005, 1.9, 25000],
    ['Westpark', 33.6855, -117.8275, 1.6, 20000],
    ['Oak Creek', 33.6665, -117.7855, 1.2, 10000],
    ['University Park', 33.6655, -117.8165, 1.2, 8000],
    ['Shady Canyon', 33.6275, -117.7825, 1.5, 2000],
    ['Northpark', 33.7255, -117.7785, 1.0, 6000],
  ]),
  // Los Angeles
  ...part('Los Angeles', 'CA', [
    ['Koreatown', 34.0595, -118.3015, 1.6, 124281],
    ['Downtown', 34.0445, -118.2505, 2.2, 60000],
    ['Hancock Park', 34.0685, -118.3325, 1.3, 11000],
    ['Larchmont', 34.0785, -118.3235, 0.9, 9000],
    ['Mid-Wilshire', 34.0595, -118.3415, 2.0, 47000],
    ['Fairfax', 34.0815, -118.3525, 1.3, 14000],
    ['Northridge', 34.2355, -118.5365, 3.6, 68469],
    ['Porter Ranch', 34.2815, -118.5575, 2.9, 31000],
    ['Granada Hills', 34.2785, -118.5025, 3.4, 55000],
    ['Sherman Oaks', 34.1515, -118.4495, 3.0, 65000],
    ['Encino', 34.1595, -118.5015, 3.2, 44581],
    ['Tarzana', 34.1625, -118.5475, 2.6, 38000],
    ['Woodland Hills', 34.1685, -118.6055, 4.0, 70000],
    ['Canoga Park', 34.2015, -118.5985, 2.4, 60578],
    ['Winnetka', 34.2055, -118.5715, 1.9, 50000],
    ['Reseda', 34.2015, -118.5365, 2.4, 75000],
    ['West Hills', 34.2015, -118.6435, 3.0, 41426],
    ['Chatsworth', 34.2575, -118.6015, 4.0, 41255],
    ['North Hills', 34.2365, -118.4855, 2.3, 56946],
    ['Mission Hills', 34.2645, -118.4675, 1.8, 18500],
    ['Van Nuys', 34.1865, -118.4485, 3.2, 136443],
    ['Panorama City', 34.2245, -118.4495, 2.0, 70000],
    ['North Hollywood', 34.1725, -118.3785, 3.2, 77848],
    ['Valley Village', 34.1645, -118.3965, 1.4, 27000],
    ['Valley Glen', 34.1905, -118.4125, 2.0, 60000],
    ['Studio City', 34.1395, -118.3875, 2.6, 34034],
    ['Toluca Lake', 34.1525, -118.3565, 1.3, 8000],
    ['Sun Valley', 34.2175, -118.3705, 3.4, 80000],
    ['Sylmar', 34.3075, -118.4495, 4.0, 79000],
    ['Pacoima', 34.2625, -118.4275, 2.6, 75000],
    ['Arleta', 34.2485, -118.4335, 1.6, 31000],
    ['Sunland', 34.2615, -118.3115, 2.8, 15316],
    ['Tujunga', 34.2525, -118.2885, 2.6, 26527],
    ['Hollywood', 34.0985, -118.3265, 2.5, 167664],
    ['Los Feliz', 34.1085, -118.2875, 1.9, 40000],
    ['Silver Lake', 34.0865, -118.2705, 1.7, 32890],
    ['Echo Park', 34.0785, -118.2605, 1.5, 43832],
    ['Eagle Rock', 34.1385, -118.2145, 2.3, 35000],
    ['Highland Park', 34.1155, -118.1925, 2.3, 60000],
    ['Boyle Heights', 34.0335, -118.2055, 2.5, 92785],
    ['Chinatown', 34.0625, -118.2385, 0.9, 15000],
    ['Westwood', 34.0615, -118.4455, 2.0, 50000],
    ['Century City', 34.0555, -118.4175, 0.9, 5513],
    ['Brentwood', 34.0595, -118.4835, 3.6, 33000],
    ['Pacific Palisades', 34.0475, -118.5265, 3.6, 27000],
    ['Bel Air', 34.0905, -118.4545, 2.8, 8000],
    ['Mar Vista', 34.0025, -118.4295, 2.2, 35000],
    ['Venice', 33.9905, -118.4615, 1.9, 40885],
    ['Playa Vista', 33.9745, -118.4185, 1.4, 16000],
    ['Playa del Rey', 33.9535, -118.4385, 1.9, 16000],
    ['Westchester', 33.9595, -118.4005, 2.8, 42000],
    ['San Pedro', 33.7355, -118.2925, 4.0, 78405],
    ['Wilmington', 33.7805, -118.2625, 3.0, 54000],
    ['Harbor City', 33.7985, -118.2985, 2.0, 36000],
  ]),
  ...part('Santa Clarita', 'CA', [
    ['Valencia', 34.4225, -118.5665, 5.2, 148456],
    ['Saugus', 34.4375, -118.5105, 4.4, 60000],
    ['Newhall', 34.3805, -118.5285, 3.0, 40000],
    ['Canyon Country', 34.4185, -118.4695, 4.6, 70000],
  ]),
  // San Diego
  ...part('San Diego', 'CA', [
    ['Carmel Valley', 32.9365, -117.2295, 3.4, 36000],
    ['Kearny Mesa', 32.8305, -117.1425, 3.0, 12000],
    ['Mira Mesa', 32.9155, -117.1435, 3.4, 70000],
    ['La Jolla', 32.8435, -117.2685, 4.0, 42808],
    ['Rancho Penasquitos', 32.9595, -117.1155, 3.2, 60000],
    ['Rancho Bernardo', 33.0235, -117.0745, 3.8, 40000],
    ['Scripps Ranch', 32.9085, -117.1005, 3.0, 36000],
    ['4S Ranch', 33.0215, -117.1145, 2.0, 15000],
    ['Del Sur', 33.0155, -117.1385, 1.8, 8000],
    ['University City', 32.8625, -117.2125, 3.2, 60000],
    ['Clairemont', 32.8305, -117.1995, 3.6, 80000],
    ['Pacific Beach', 32.7985, -117.2385, 2.4, 40000],
    ['Hillcrest', 32.7485, -117.1605, 1.4, 14000],
    ['North Park', 32.7415, -117.1295, 1.9, 46000],
    ['Sorrento Valley', 32.8995, -117.1945, 2.2, 5000],
  ]),
  ...part('San Francisco', 'CA', [
    ['Mission District', 37.7595, -122.4185, 1.6, 47234],
    ['Sunset District', 37.7535, -122.4945, 2.6, 85000],
    ['Richmond District', 37.7795, -122.4855, 2.4, 60000],
    ['Noe Valley', 37.7505, -122.4335, 1.0, 22893],
    ['Pacific Heights', 37.7925, -122.4355, 1.0, 24000],
    ['South of Market', 37.7785, -122.4055, 1.4, 40000],
    ['Visitacion Valley', 37.7155, -122.4105, 1.2, 22534],
  ]),
  // New York: the boroughs, and the quarters that families from Korea ask for
  ...part('New York', 'NY', [
    ['Manhattan', 40.7835, -73.9665, 0, 1487536],
    ['Queens', 40.7135, -73.8085, 0, 2272771],
    ['Brooklyn', 40.6505, -73.9495, 0, 2300664],
    ['Bronx', 40.8495, -73.8665, 0, 1385108],
    ['Staten Island', 40.5625, -74.1395, 0, 468730],
    ['Flushing', 40.7655, -73.8175, 2.6, 72008],
    ['Bayside', 40.7685, -73.7715, 2.2, 66455],
    ['Little Neck', 40.7625, -73.7325, 1.3, 18000],
    ['Douglaston', 40.7685, -73.7445, 1.4, 15000],
    ['Fresh Meadows', 40.7345, -73.7935, 1.6, 18000],
    ['Whitestone', 40.7925, -73.8095, 1.7, 31000],
    ['College Point', 40.7875, -73.8455, 1.6, 25000],
    ['Oakland Gardens', 40.7455, -73.7565, 1.4, 28000],
    ['Forest Hills', 40.7185, -73.8445, 1.9, 84000],
    ['Rego Park', 40.7265, -73.8615, 1.2, 44000],
    ['Elmhurst', 40.7365, -73.8785, 1.6, 88000],
    ['Jackson Heights', 40.7555, -73.8835, 1.3, 109000],
    ['Corona', 40.7455, -73.8605, 1.4, 109000],
    ['Woodside', 40.7455, -73.9055, 1.5, 45000],
    ['Sunnyside', 40.7435, -73.9215, 1.3, 63000],
    ['Astoria', 40.7725, -73.9305, 2.1, 95000],
    ['Long Island City', 40.7445, -73.9485, 1.8, 25595],
    ['Jamaica', 40.6915, -73.8055, 2.6, 217000],
    ['Ridgewood', 40.7005, -73.9055, 1.6, 69317],
    ['Harlem', 40.8115, -73.9465, 1.6, 116345],
    ['East Village', 40.7275, -73.9855, 0.8, 62832],
    ['Upper East Side', 40.7735, -73.9565, 1.6, 220000],
    ['Upper West Side', 40.7865, -73.9755, 1.6, 214000],
    ['Midtown', 40.7545, -73.9845, 1.3, 50000],
    ['Financial District', 40.7075, -74.0095, 0.8, 60976],
    ["Hell's Kitchen", 40.7635, -73.9925, 0.9, 45884],
    ['Park Slope', 40.6715, -73.9805, 1.2, 65047],
    ['Williamsburg', 40.7135, -73.9535, 1.6, 33000],
    ['Greenpoint', 40.7295, -73.9515, 1.1, 34719],
    ['Brooklyn Heights', 40.6955, -73.9935, 0.7, 20256],
    ['Sunset Park', 40.6455, -74.0125, 1.7, 126000],
  ], { Manhattan: 'New York', Queens: 'Queens', Brooklyn: 'Kings', Bronx: 'Bronx', 'Staten Island': 'Richmond' }),
  ...part('Chicago', 'IL', [
    ['Albany Park', 41.9685, -87.7235, 1.5, 52079],
    ['Lincoln Park', 41.9215, -87.6475, 1.7, 66959],
    ['Lincoln Square', 41.9695, -87.6895, 1.5, 40761],
    ['Edgewater', 41.9835, -87.6625, 1.3, 54873],
    ['Hyde Park', 41.7945, -87.5935, 1.3, 26893],
    ['Irving Park', 41.9535, -87.7345, 1.6, 56520],
    ['Logan Square', 41.9235, -87.6995, 1.7, 73702],
    ['Near North Side', 41.9035, -87.6325, 1.3, 85711],
    ['North Center', 41.9475, -87.6795, 1.2, 34623],
    ['Rogers Park', 42.0095, -87.6685, 1.3, 54402],
    ['West Ridge', 42.0005, -87.6925, 1.6, 72211],
    ['Uptown', 41.9665, -87.6545, 1.2, 55137],
    ['West Town', 41.8935, -87.6745, 1.9, 86429],
    ['Englewood', 41.7795, -87.6445, 1.5, 26121],
    ['Ashburn', 41.7475, -87.7115, 1.9, 42752],
    ['Bridgeport', 41.8375, -87.6505, 1.2, 33878],
    ['Chicago Loop', 41.8815, -87.6305, 1.0, 33442],
  ]),
  ...part('Seattle', 'WA', [
    ['Capitol Hill', 47.6235, -122.3165, 1.3, 32000],
    ['Ballard', 47.6775, -122.3855, 1.9, 45000],
    ['Queen Anne', 47.6375, -122.3565, 1.5, 36000],
    ['University District', 47.6615, -122.3135, 1.2, 40000],
    ['West Seattle', 47.5655, -122.3865, 3.4, 95000],
    ['Northgate', 47.7085, -122.3265, 1.6, 35000],
  ]),
  ...part('Atlanta', 'GA', [
    ['Buckhead', 33.8395, -84.3795, 3.6, 100000],
    ['Midtown', 33.7835, -84.3835, 1.6, 40000],
  ]),
  ...part('Washington', 'DC', [
    ['Georgetown', 38.9075, -77.0655, 1.3, 12000],
    ['Capitol Hill', 38.8875, -76.9955, 1.5, 35000],
    ['Dupont Circle', 38.9105, -77.0425, 0.8, 20000],
    ['Adams Morgan', 38.9215, -77.0425, 0.8, 15830],
    ['Shaw', 38.9115, -77.0215, 0.8, 17639],
    ['Bloomingdale', 38.9165, -77.0125, 0.6, 4980],
    ['Chevy Chase', 38.9665, -77.0695, 1.2, 9545],
  ]),
  // Regions
  region('Palos Verdes', 'CA', [[33.7665, -118.3655, 6.4]], [], 65000),
  region('South Bay', 'CA', [[33.8585, -118.3555, 10.5], [33.7755, -118.3525, 7]], [], 900000),
  region('San Fernando Valley', 'CA', [[34.2215, -118.5375, 12.5], [34.2215, -118.4115, 9.5]], [], 1800000),
  region('San Gabriel Valley', 'CA', [[34.0905, -118.0655, 11], [34.0505, -117.9005, 12]], [], 1500000),
  region('Inland Empire', 'CA', [], ['Riverside', 'San Bernardino'], 4600000),
  region(
    'Southern California',
    'CA',
    [[34.0, -118.0, 0]],
    ['Los Angeles', 'Orange', 'San Diego', 'Riverside', 'San Bernardino', 'Ventura', 'Imperial', 'Santa Barbara', 'Kern', 'San Luis Obispo'],
    23800000,
  ),
  region(
    'Bay Area',
    'CA',
    [[37.75, -122.25, 0]],
    ['Alameda', 'Contra Costa', 'Marin', 'Napa', 'San Francisco', 'San Mateo', 'Santa Clara', 'Solano', 'Sonoma'],
    7700000,
  ),
  region(
    'Northern California',
    'CA',
    [[38.2, -122.0, 0]],
    [
      'Alameda', 'Alpine', 'Amador', 'Butte', 'Calaveras', 'Colusa', 'Contra Costa', 'Del Norte', 'El Dorado', 'Fresno', 'Glenn',
      'Humboldt', 'Inyo', 'Kings', 'Lake', 'Lassen', 'Madera', 'Marin', 'Mariposa', 'Mendocino', 'Merced', 'Modoc', 'Mono',
      'Monterey', 'Napa', 'Nevada', 'Placer', 'Plumas', 'Sacramento', 'San Benito', 'San Francisco', 'San Joaquin', 'San Mateo',
      'Santa Clara', 'Santa Cruz', 'Shasta', 'Sierra', 'Siskiyou', 'Solano', 'Sonoma', 'Stanislaus', 'Sutter', 'Tehama', 'Trinity',
      'Tulare', 'Tuolumne', 'Yolo', 'Yuba',
    ],
    15700000,
  ),
  region(
    'Northern Virginia',
    'VA',
    [[38.85, -77.3, 0]],
    ['Fairfax', 'Arlington', 'Loudoun', 'Prince William', 'Alexandria City', 'Fairfax City', 'Falls Church City', 'Manassas City', 'Manassas Park City'],
    2500000,
  ),
  region('Long Island', 'NY', [[40.79, -73.2, 0]], ['Nassau', 'Suffolk'], 2900000),
];

type Row = readonly [name: string, latitude: number, longitude: number, radiusKm: number, population: number];

/** Neighbourhoods of one city; one that is a whole county (a borough of New York) names it in `counties`. */
function part(
  city: string,
  stateCode: string,
  rows: readonly Row[],
  counties: Readonly<Record<string, string>> = {},
): NeighborhoodName[] {
  return rows.map(([name, latitude, longitude, radiusKm, population]) => ({
    name,
    city,
    stateCode,
    circles: [[latitude, longitude, radiusKm]],
    counties: counties[name] === undefined ? [] : [counties[name]],
    population,
  }));
}

/** A region over several cities. A circle of radius 0 only says where its middle is. */
function region(
  name: string,
  stateCode: string,
  circles: NeighborhoodName['circles'],
  counties: readonly string[],
  population: number,
): NeighborhoodName {
  return { name, city: null, stateCode, circles, counties, population };
}
