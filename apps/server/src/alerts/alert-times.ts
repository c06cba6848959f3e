import { type AlertFrequency, HOUR_MS } from '@maru/listing';
import { localTime } from '../site/local-time.ts';

/** Letters come at hours that are day where the reader lives (rule R30): from the first, before the second. */
const DAYTIME = { from: 8, to: 21 };

/**
 * Whether a letter about something that waits may go now (`now` ms UTC): at once, but an hour after the last one; each
 * day and each Monday in the morning; never at night. All in the reader's `timeZone` (IANA); one that is unknown to
 * this machine counts as Los Angeles. `toldAt`: when the last letter of the same kind was.
 */
export function isDue(
  { frequency, toldAt, timeZone }: { frequency: AlertFrequency; toldAt: Date | null; timeZone: string },
  now: number,
): boolean {
  if (frequency === 'off') return false;
  const here = localTime(now, timeZone);
  if (here.hour < DAYTIME.from || here.hour >= DAYTIME.to) return false;
  if (toldAt === null) return frequency !== 'weekly' || here.weekday === 'Mon';
  if (frequency === 'instant') return now - toldAt.getTime() >= HOUR_MS;
  if (localTime(toldAt.getTime(), timeZone).day === here.day) return false;
  return frequency === 'daily' || here.weekday === 'Mon';
}
