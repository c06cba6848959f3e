import type { AlertFrequency } from '@maru/listing/people';
import { HOUR_MS } from '@maru/listing/time';
import { localTime } from '../site/local-time.ts';

/** Local hours of the reader between which emails are sent (rule R30). */
const DAYTIME = { from: 8, to: 21 };

/**
 * Whether an alert may be sent at `now` (ms UTC): instant alerts at most hourly, daily and weekly (Monday) ones in the
 * morning, none at night. Times are in the reader's IANA `timeZone`; unknown zones count as Los Angeles. `toldAt`: time
 * of the last email of this kind.
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
