import { formatLocalTime } from '@maru/listing/time';
import ical, { ICalEventStatus } from 'ical-generator';

/** An open house as a calendar event. */
export interface CalendarEntry {
  /** Stable UID, so that calendars do not duplicate a repeated import. */
  id: string;
  start: Date;
  end: Date;
  summary: string;
  location: string;
  description: string;
  /** The home's page. */
  url: string;
}

/**
 * An iCalendar file (RFC 5545) in the home's time zone, with a VTIMEZONE. Escaping and folding are done by
 * `ical-generator`.
 */
export function openHouseCalendar(
  entries: readonly CalendarEntry[],
  { timeZone, name, stamp }: { timeZone: string; name: string; stamp: Date },
): string {
  const calendar = ical({ name, prodId: { company: 'Maru', product: 'open houses' } });
  const zone = zoneRules(timeZone, stamp.getUTCFullYear());
  if (zone !== undefined) calendar.timezone({ name: timeZone, generator: () => zone });
  for (const { id, start, end, summary, location, description, url } of entries) {
    calendar.createEvent({
      id,
      stamp,
      // Without a VTIMEZONE times are written in UTC.
      start: zone === undefined ? start : asWallClock(start, timeZone),
      end: zone === undefined ? end : asWallClock(end, timeZone),
      summary: plain(summary),
      location: plain(location),
      description: plain(description),
      url,
      status: ICalEventStatus.CONFIRMED,
      ...(zone === undefined ? {} : { timezone: timeZone }),
    });
  }
  return calendar.toString();
}

/** Removes control characters of feed text; keeps line breaks. */
function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is taken out.
  return text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ');
}

/** The zone's local time as local fields of a Date: the library writes local fields when a zone is given. */
function asWallClock(instant: Date, timeZone: string): Date {
  const local = new Date(formatLocalTime(instant.getTime(), timeZone));
  local.setSeconds(instant.getUTCSeconds());
  return local;
}

/**
 * VTIMEZONE of a US zone. Daylight time changes at 2 am on the second Sunday of March and the first of November (15
 * U.S.C. 260a). Undefined for UTC.
 */
function zoneRules(timeZone: string, year: number): string | undefined {
  if (timeZone === 'UTC') return undefined;
  const winter = formatOffset(timeZone, new Date(Date.UTC(year, 0, 15)));
  const summer = formatOffset(timeZone, new Date(Date.UTC(year, 6, 15)));
  if (winter === undefined || summer === undefined) return undefined;
  const standard = (from: string, rule: string[]) => [
    'BEGIN:STANDARD',
    'DTSTART:20071104T020000',
    ...rule,
    `TZOFFSETFROM:${from}`,
    `TZOFFSETTO:${winter}`,
    'END:STANDARD',
  ];
  const lines =
    winter === summer
      ? standard(winter, [])
      : [
          ...standard(summer, ['RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU']),
          'BEGIN:DAYLIGHT',
          'DTSTART:20070311T020000',
          'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
          `TZOFFSETFROM:${winter}`,
          `TZOFFSETTO:${summer}`,
          'END:DAYLIGHT',
        ];
  return ['BEGIN:VTIMEZONE', `TZID:${timeZone}`, ...lines, 'END:VTIMEZONE'].join('\r\n');
}

/** "-0800"; undefined for an unknown zone. */
function formatOffset(timeZone: string, at: Date): string | undefined {
  const text = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value;
  if (text === 'GMT') return '+0000';
  return /^GMT([+-]\d\d):(\d\d)$/
    .exec(text ?? '')
    ?.slice(1)
    .join('');
}
