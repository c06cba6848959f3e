import { RING_UNITS, type Rings } from '@maru/listing/places';

/** Maximum number of vertices, above any agency's area. */
const MAX_CORNERS = 2_000_000;

/** The rings of a GeoJSON polygon, or why it is invalid. */
export function ringsOfGeometry(geometry: unknown): { rings: Rings } | { reason: string } {
  if (typeof geometry !== 'object' || geometry === null) return { reason: 'no geometry' };
  const { type, coordinates } = geometry as { type?: unknown; coordinates?: unknown };
  const polygons =
    type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? (coordinates as unknown) : undefined;
  if (!Array.isArray(polygons)) return { reason: `a ${String(type)} instead of a polygon` };
  const rings: number[][] = [];
  let corners = 0;
  for (const polygon of polygons) {
    if (!Array.isArray(polygon)) return { reason: 'unreadable geometry' };
    for (const line of polygon) {
      if (!Array.isArray(line)) return { reason: 'unreadable geometry' };
      const ring: number[] = [];
      for (const position of line) {
        const [longitude, latitude] = Array.isArray(position) ? (position as unknown[]) : [];
        if (!isDegrees(longitude, 180) || !isDegrees(latitude, 90)) {
          return { reason: 'coordinates not in degrees (WGS84)' };
        }
        const x = Math.round(longitude * RING_UNITS);
        const y = Math.round(latitude * RING_UNITS);
        const last = ring.length;
        if (last === 0 || ring[last - 2] !== x || ring[last - 1] !== y) ring.push(x, y);
      }
      // GeoJSON repeats the first point at the end.
      if (ring.length > 2 && ring[0] === ring.at(-2) && ring[1] === ring.at(-1)) ring.length -= 2;
      corners += ring.length / 2;
      if (corners > MAX_CORNERS)
        return { reason: `more than ${MAX_CORNERS.toLocaleString('en-US')} corners` };
      if (ring.length >= 6) rings.push(ring);
    }
  }
  return rings.length === 0 ? { reason: 'geometry without an area' } : { rings };
}

function isDegrees(value: unknown, most: number): value is number {
  return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= most;
}
