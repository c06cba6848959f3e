import type { MarketAnswer, SupplyAnswer } from '@maru/contract';
import { formatUsd, LANGUAGE_TAGS, type Locale, toPyeong } from '@maru/words';
import type { Words } from '../../i18n/words.tsx';
import { formatDay, SITE_ZONE } from '../facts/home-dates.ts';

/** How the numbers of a market are said. */

export function typeName(homeType: SupplyAnswer['homeType'], { t }: Words): string {
  return homeType === null ? t('market.all_types') : t(`type.${homeType}`);
}

/** "$653/sqft"; rents with cents: "$3.21/sqft". */
export function perAreaText(dollars: number, { t, locale }: Words): string {
  return t('unit.per_sqft', { amount: shortAmount(locale, dollars) });
}

/** "평당 $23,236" beside it in Korean; nothing in English. */
export function perPyeongText(dollars: number, { t, locale }: Words): string | undefined {
  if (locale !== 'ko') return undefined;
  return t('market.per_pyeong', { amount: formatUsd(locale, Math.round(dollars / toPyeong(1))) });
}

/** "$653", "$3.21": of an axis. */
export function shortAmount(locale: Locale, dollars: number): string {
  return dollars < 20 ? `$${dollars.toFixed(2)}` : formatUsd(locale, Math.round(dollars));
}

/** "Nov 2026" · "2026년 11월" of "2026-11". */
export function monthText(month: string, { locale }: Words): string {
  return new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], {
    year: 'numeric',
    month: locale === 'ko' ? 'long' : 'short',
    timeZone: 'UTC',
  }).format(new Date(`${month}-01T00:00:00Z`));
}

/** "Nov 21, 2026" · "2026년 11월 21일": a day, or an instant on the site's clock. */
export function dayText(time: string, { locale }: Words): string {
  return formatDay(time, SITE_ZONE, locale);
}

/**
 * The page of a place: `/ca/irvine/92620` of a ZIP whose city is known, `/city?place=…` of all others. Without /ko.
 */
export function placePath(
  place: { slug: string; kind: string },
  searchType: 'sale' | 'rent',
  { city, stateCode }: { city: { slug: string } | undefined; stateCode: string },
): string {
  const rent = searchType === 'rent';
  const ending = `-${stateCode.toLowerCase()}`;
  if (place.kind === 'zip' && city?.slug.endsWith(ending)) {
    const path = `/${stateCode.toLowerCase()}/${city.slug.slice(0, -ending.length)}/${place.slug}`;
    return rent ? `${path}?searchType=rent` : path;
  }
  return `/city?place=${place.slug}${rent ? '&searchType=rent' : ''}`;
}

/** The city that a market's place is or lies in. */
export function cityOf({ place, parents }: Pick<MarketAnswer, 'place' | 'parents'>) {
  return place.kind === 'city' ? place : parents.find((parent) => parent.kind === 'city');
}
