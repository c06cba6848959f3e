import type { Bounds } from '@maru/listing/search';

/**
 * Coordinate order of Slipstream (rules F85, F10): `circle` and `lat,lon,lat,lon,…` polygons put latitude first,
 * GeoJSON longitude, and listings name both. Ours are `Bounds` (west, south, east, north) and named degrees.
 */

/** Bounds for `polygon=`: a closed GeoJSON ring of five `[longitude, latitude]` points. */
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
 * Coordinates of a listing: `{latitude, longitude}`, or a GeoJSON point with longitude first. Values are validated by
 * the normalizer.
 */
export function readCoordinates(value: unknown): { latitude?: unknown; longitude?: unknown } {
  if (Array.isArray(value)) return { latitude: value[1], longitude: value[0] };
  if (typeof value !== 'object' || value === null) return {};
  const { latitude, longitude, coordinates } = value as Record<string, unknown>;
  return Array.isArray(coordinates) ? readCoordinates(coordinates) : { latitude, longitude };
}
