import type { HomeAnswer } from '@maru/contract';
import { timeZoneOf } from '@maru/listing';
import { useWords } from '../i18n/words.tsx';
import { CalendarIcon } from '../ui/icons.tsx';
import { formatClock, formatWeekday, zoneName } from './home-dates.ts';

/** When the home can be visited without asking, on the clock of the place; past ones are left out. */
export function OpenHouseList({ home, now }: { home: HomeAnswer; now: number }) {
  const { t, locale } = useWords();
  const zone = timeZoneOf(home.listing);
  const coming = home.openHouses.filter((one) => Date.parse(one.endTime ?? one.startTime) > now);
  const first = coming[0];
  if (first === undefined) return null;
  return (
    <section aria-labelledby="open-houses" className="rounded-card border border-line bg-surface p-4">
      <h2 id="open-houses" className="font-semibold text-lg">
        {t('listing.open_houses')}
      </h2>
      <p className="text-quiet text-sm">
        {t('listing.open_houses_zone', { zone: zoneName(first.startTime, zone) })}
      </p>
      <ul className="mt-2 space-y-2">
        {coming.map((one) => (
          <li key={`${one.startTime}${one.endTime}${one.remarks}`} className="flex items-start gap-2">
            <CalendarIcon size={18} className="mt-1 text-quiet" />
            <span className="tabular">
              <time dateTime={one.startTime} className="font-medium">
                {formatWeekday(one.startTime, zone, locale)}, {formatClock(one.startTime, zone, locale)}
              </time>
              {one.endTime === null ? null : (
                <>
                  {' – '}
                  <time dateTime={one.endTime}>{formatClock(one.endTime, zone, locale)}</time>
                </>
              )}
              {one.remarks === null ? null : (
                <span lang="en" className="block text-quiet text-sm">
                  {one.remarks}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
