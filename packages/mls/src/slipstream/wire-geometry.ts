import type { Bounds } from '@maru/listing/search';

/** Slipstream's polygons put latitude first, GeoJSON longitude; listings name both (rules F85, F10). */

/** A closed GeoJSON ring. */
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

/** `{latitude, longitude}`, or a GeoJSON point with longitude first. Validated by the normalizer. */
export function readCoordinates(value: unknown): { latitude?: unknown; longitude?: unknown } {
  if (Array.isArray(value)) return { latitude: value[1], longitude: value[0] };
  if (typeof value !== 'object' || value === null) return {};
  const { latitude, longitude, coordinates } = value as Record<string, unknown>;
  return Array.isArray(coordinates) ? readCoordinates(coordinates) : { latitude, longitude };
}
