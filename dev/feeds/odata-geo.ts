/** Longitude and latitude in degrees, in GeoJSON order, as in Bridge's `Coordinates` and POINT. */
export type Position = readonly [longitude: number, latitude: number];

const EARTH_RADIUS_MILES = 3958.7613;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Great-circle distance in miles, as Bridge's `geo.distance` (rule F63). */
export function milesBetween([lon1, lat1]: Position, [lon2, lat2]: Position): number {
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const h = half(lat1, lat2) + Math.cos(radians(lat1)) * Math.cos(radians(lat2)) * half(lon1, lon2);
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(h)));
}

export function isClosedRing(ring: readonly Position[]): boolean {
  const [first, last] = [ring[0], ring.at(-1)];
  return ring.length >= 4 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
}

/** Whether a position lies in a ring (even-odd rule). */
export function isInside([lon, lat]: Position, ring: readonly Position[]): boolean {
  let inside = false;
  for (let i = 1; i < ring.length; i += 1) {
    const [x1, y1] = ring[i - 1] as Position;
    const [x2, y2] = ring[i] as Position;
    if (y1 > lat !== y2 > lat && lon < ((x2 - x1) * (lat - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}
