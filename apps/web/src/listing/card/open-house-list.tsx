import type { HomeAnswer } from '@maru/contract';
import { findTimeZone } from '@maru/listing/time';
import { useWords } from '../../i18n/words.tsx';
import { CalendarIcon } from '../../ui/icons/icons.tsx';
import { Section } from '../../ui/section.tsx';
import { TextLink } from '../../ui/site-link.tsx';
import { formatClock, formatWeekday, zoneName } from '../facts/home-dates.ts';

/** Coming open houses in the home's time zone, each with a calendar file. */
export function OpenHouseList({ home, now }: { home: HomeAnswer; now: number }) {
  const { t, locale } = useWords();
  const zone = findTimeZone(home.listing);
  const coming = home.openHouses.filter((one) => Date.parse(one.endTime ?? one.startTime) > now);
  const first = coming[0];
  if (first === undefined) return null;
  const file = (start?: string) => {
    const query = new URLSearchParams({
      homeId: home.homeId,
      ...(start === undefined ? {} : { start }),
      locale,
    });
    return `/maru/v1/home/open-house.ics?${query}`;
  };
  return (
    <Section
      id="open-houses"
      title={t('listing.open_houses')}
      titleClass="font-semibold text-lg"
      className="rounded-card border border-line bg-surface p-4"
    >
      <p className="text-quiet text-sm">
        {t('listing.open_houses_zone', { zone: zoneName(first.startTime, zone) })}
      </p>
      <ul className="mt-2 space-y-1">
        {coming.map((one) => {
          const day = formatWeekday(one.startTime, zone, locale);
          return (
            <li
              key={`${one.startTime}${one.endTime}${one.remarks}`}
              className="flex flex-wrap items-center justify-between gap-x-4"
            >
              <span className="tabular">
                <time dateTime={one.startTime} className="font-medium">
                  {day}, {formatClock(one.startTime, zone, locale)}
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
              <TextLink
                href={file(one.startTime)}
                download={`open-house-${home.homeId}.ics`}
                aria-label={t('open_house.calendar_label', { when: day })}
                className="text-sm print:hidden"
              >
                <CalendarIcon size={18} />
                {t('open_house.calendar')}
              </TextLink>
            </li>
          );
        })}
      </ul>
      {coming.length < 2 ? null : (
        <p className="mt-1 print:hidden">
          <a
            href={file()}
            download={`open-houses-${home.homeId}.ics`}
            className="inline-flex min-h-11 items-center text-sm underline underline-offset-4"
          >
            {t('open_house.all')}
          </a>
        </p>
      )}
    </Section>
  );
}
