import type { HomeAnswer } from '@maru/contract';
import { formatApiQuery, type SearchQuery } from '@maru/listing/search';
import type { Locale } from '@maru/words';
import { hashVersion } from './preview-version.ts';

/** Where the server draws the pictures of shared links (apps/server, routes/previews.ts); each changes with what it shows. */

/** The picture of a home: its price, its state and its first photo make the version. */
export function homePreviewPath(home: HomeAnswer, locale: Locale): string {
  const { listing, photos, searchType, streetLine, homeId } = home;
  const shown = [
    listing.listPrice,
    listing.standardStatus,
    photos[0]?.photo,
    photos[0]?.mediaAlteration,
    streetLine,
    listing.bedroomsTotal,
    listing.bathroomsTotalDecimal,
    listing.livingArea,
    listing.listOfficeName,
  ];
  return `/og/${locale}/home/${homeId}.jpg?searchType=${searchType}&v=${hashVersion(JSON.stringify(shown))}`;
}

/** The picture of a search: how many homes make the version. Where somebody works and how a list is turned are no part of it. */
export function searchPreviewPath(query: SearchQuery, total: number, locale: Locale): string {
  const { to: _to, page: _page, sort: _sort, ...asked } = query;
  return `/og/${locale}/search.jpg?${formatApiQuery(asked)}&v=${hashVersion(String(total))}`;
}
