import type { Bounds } from '@maru/listing';

/**
 * The one place that knows in which order SlipStream wants and gives a position (rules F85,
 * F10): its `circle` and `lat,lon,lat,lon,…` polygons have the latitude first, its GeoJSON the longitude, and
 * a listing names its two. Ours are `Bounds` (west, south, east, north) and named degrees.
 */

/** Bounds as `polygon=` takes them: a closed GeoJSON ring of five `[longitude, latitude]` points. */
export function formatPolygon([west, south, east, north]: Bounds): string {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return JSON.stringify({ type: 'Polygon', coordinates: [ring] });
}

/**
 * The degrees of a listing's `coordinates`: `{latitude, longitude}`, or a GeoJSON point, whose pair has the
 * longitude first. Whatever stands there comes as it is; reading and judging it is the normalizer's.
 */
export function readCoordinates(value: unknown): { latitude?: unknown; longitude?: unknown } {
  if (Array.isArray(value)) return { latitude: value[1], longitude: value[0] };
  if (typeof value !== 'object' || value === null) return {};
  const { latitude, longitude, coordinates } = value as Record<string, unknown>;
  return Array.isArray(coordinates) ? readCoordinates(coordinates) : { latitude, longitude };
}
