import type { MarketAnswer, SupplyAnswer } from '@maru/contract';
import { formatUsd, type Locale, toPyeong } from '@maru/words';
import type { Words } from '../../i18n/words.tsx';
import { formatDay, formatMonth, SITE_ZONE } from '../facts/home-dates.ts';

/** Texts of a market's numbers. */

export function typeName(homeType: SupplyAnswer['homeType'], { t }: Words): string {
  return homeType === null ? t('market.all_types') : t(`type.${homeType}`);
}

/** "$653/sqft"; rents with cents: "$3.21/sqft". */
export function perAreaText(dollars: number, { t, locale }: Words): string {
  return t('unit.per_sqft', { amount: shortAmount(locale, dollars) });
}

/** "평당 $23,236" in Korean; undefined in English. */
export function perPyeongText(dollars: number, { t, locale }: Words): string | undefined {
  if (locale !== 'ko') return undefined;
  return t('market.per_pyeong', { amount: formatUsd(locale, Math.round(dollars / toPyeong(1))) });
}

/** "$653", "$3.21", for an axis. */
export function shortAmount(locale: Locale, dollars: number): string {
  return dollars < 20 ? `$${dollars.toFixed(2)}` : formatUsd(locale, Math.round(dollars));
}

/** "Nov 2026" · "2026년 11월" of "2026-11". */
export function monthText(month: string, { locale }: Words): string {
  return formatMonth(`${month}-01`, locale);
}

/** "Nov 21, 2026" · "2026년 11월 21일" of a date, or of an instant in the site's time zone. */
export function dayText(time: string, { locale }: Words): string {
  return formatDay(time, SITE_ZONE, locale);
}

/** The path of a place's page, without /ko: `/ca/irvine/92620` for a ZIP code with a known city, else `/city?place=…`. */
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

/** The city of a market's place, or the place itself. */
export function findCity({ place, parents }: Pick<MarketAnswer, 'place' | 'parents'>) {
  return place.kind === 'city' ? place : parents.find((parent) => parent.kind === 'city');
}
