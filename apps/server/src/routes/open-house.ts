import { streetLine } from '@maru/listing/display';
import { HOUR_MS } from '@maru/listing/time';
import { type Locale, localePath } from '@maru/words';
import { formatMessage } from '@maru/words/server';
import type { FastifyInstance } from 'fastify';
import { findHomeTimeZone } from '../feeds/home-time-zone.ts';
import { ApiError, orNotFound } from '../http/api-error.ts';
import type { Parts } from '../parts.ts';
import { localeOfRequest } from '../plugins/errors.ts';
import { cardAnswer } from '../search/card-answer.ts';
import { type CalendarEntry, openHouseCalendar } from '../site/open-house-calendar.ts';

/** Duration of an open house without an end. */
const USUAL_MS = 2 * HOUR_MS;

interface CalendarQuery {
  homeId: string;
  /** Start of one open house, as in the home's response; default: all future ones. */
  start?: string;
}

/** Not in the contract: a file, not an API call. */
const query = {
  type: 'object',
  required: ['homeId'],
  properties: {
    homeId: { type: 'string', maxLength: 40, pattern: '^[a-z0-9]+$' },
    start: { type: 'string', maxLength: 40 },
    locale: { type: 'string', enum: ['en', 'ko', 'en-US', 'ko-KR'] },
  },
};

/** GET /maru/v1/home/open-house.ics: future open houses for a calendar, with the public information of the home's page. */
export function registerOpenHouseRoute(
  app: FastifyInstance,
  { store, gazetteer, settings, now }: Pick<Parts, 'store' | 'gazetteer' | 'settings' | 'now'>,
): void {
  app.get<{ Querystring: CalendarQuery }>(
    '/maru/v1/home/open-house.ics',
    { schema: { querystring: query } },
    async (request, reply) => {
      const { homeId, start } = request.query;
      const locale = localeOfRequest(request);
      const home = orNotFound(await store.loadHome(homeId), 'home_not_found', { homeId });
      const { listing, card, rules } = home;
      const { path } = cardAnswer(card, gazetteer);
      const host = new URL(settings.publicUrl).hostname;
      const place = placeText(home, locale);
      const entries = listing.openHouses.flatMap((one): CalendarEntry[] => {
        const begins = new Date(one.openHouseStartTime);
        if (Number.isNaN(begins.getTime()) || (start !== undefined && one.openHouseStartTime !== start))
          return [];
        const told = new Date(one.openHouseEndTime ?? Number.NaN);
        const ends = told > begins ? told : new Date(begins.getTime() + USUAL_MS);
        if (ends.getTime() < now()) return [];
        const agent = [listing.listAgentFullName, listing.listOfficeName].filter(Boolean).join(', ');
        return [
          {
            id: `${card.homeId}-${begins.getTime()}@${host}`,
            start: begins,
            end: ends,
            summary: formatMessage(locale, 'open_house.summary', { address: place }),
            location: place,
            description: [
              one.openHouseRemarks ?? '',
              agent === '' ? '' : formatMessage(locale, 'open_house.hosted', { agent }),
              formatMessage(locale, 'open_house.changes'),
            ]
              .filter(Boolean)
              .join('\n'),
            url: `${settings.publicUrl}${localePath(locale, path)}`,
          },
        ];
      });
      if (entries.length === 0) throw new ApiError(404, 'not_found');
      const text = openHouseCalendar(entries, {
        timeZone: findHomeTimeZone(listing, rules),
        name: entries[0]!.summary,
        stamp: new Date(now()),
      });
      return reply
        .header('cache-control', 'public, max-age=300')
        .header('content-disposition', `attachment; filename="open-house-${card.homeId}.ics"`)
        .type('text/calendar; charset=utf-8')
        .send(text);
    },
  );
}

type Home = NonNullable<Awaited<ReturnType<Parts['store']['loadHome']>>>;

/** "123 Oak St, Irvine, CA 92620"; without the street when the seller withholds the address. */
function placeText({ listing, card }: Home, locale: Locale): string {
  const { city, stateOrProvince, postalCode } = listing;
  if (card.addressWithheld) {
    return formatMessage(locale, 'open_house.where_withheld', {
      city: city ?? '',
      state: stateOrProvince ?? '',
      zip: postalCode ?? '',
    });
  }
  const region = [stateOrProvince, postalCode].filter(Boolean).join(' ');
  return [streetLine(listing) ?? card.streetLine, city, region].filter(Boolean).join(', ');
}
