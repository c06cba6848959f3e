import type { HomeAnswer } from '@maru/contract';
import { formatApiQuery, type SearchQuery } from '@maru/listing/search';
import type { Locale } from '@maru/words';
import { hashVersion } from './preview-version.ts';

/** URLs of the preview images of shared links (apps/server, routes/previews.ts), with a version that changes with the image. */

/** The preview of a home; its version is a hash of the shown facts. */
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

/** The preview of a search; its version is the number of homes. Without commute destination, page and order. */
export function searchPreviewPath(query: SearchQuery, total: number, locale: Locale): string {
  const { to: _to, page: _page, sort: _sort, ...asked } = query;
  return `/og/${locale}/search.jpg?${formatApiQuery(asked)}&v=${hashVersion(String(total))}`;
}
