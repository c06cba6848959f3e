import { findTimeZone, type ZonedPlace } from '@maru/listing/time';
import findZone from '@photostructure/tz-lookup';

type Home = Parameters<typeof findTimeZone>[0];

/**
 * IANA time zone of a home: of its record, else of its dataset, else by the outlines of the zones at its position, else by
 * its state. Only on the server: the outlines are 73 kB, and pages are sent the result.
 */
export function findHomeTimeZone(listing: Home, rules: Parameters<typeof findTimeZone>[1]): string {
  return findTimeZone(listing, { timeZone: rules?.timeZone ?? null }, findZoneAt);
}

function findZoneAt({ latitude, longitude }: ZonedPlace): string | null {
  if (latitude === null || latitude === undefined || longitude === null) return null;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  return findZone(latitude, longitude);
}
