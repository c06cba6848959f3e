import type { HomeAnswer } from '@maru/contract';
import { leadPrice } from '@maru/listing/money';
import { formatStreet } from '@maru/listing/places';
import { findTimeZone, HOUR_MS, MINUTE_MS } from '@maru/listing/time';
import { formatNumber, formatShortUsd, formatUsd, toPyeong, toSquareMeters } from '@maru/words';
import type { AreaUnit } from '../../i18n/area-unit.ts';
import type { Words } from '../../i18n/words.tsx';
import { licenseText } from '../card/attribution.tsx';
import { formatInstant, isSold, type Priced, priceText } from '../card/card-words.ts';
import { formatDay } from './home-dates.ts';

/** The texts at the top of a home's page, also used for its title and description. */

/** "123 Oak St #4", or that the address is withheld or unknown. */
export function streetText(home: HomeAnswer, { t }: Words): string {
  if (home.addressWithheld) return t('card.address_withheld');
  if (home.streetLine === null) return t('listing.address_unknown');
  return formatStreet({ streetLine: home.streetLine, unitNumber: home.listing.unitNumber });
}

/** "Irvine, CA 92620", in Korean "어바인 (Irvine), CA 92620". */
export function cityText(home: HomeAnswer, { locale }: Words): string {
  const { city, stateOrProvince, postalCode } = home.listing;
  const name = locale === 'ko' && home.cityKo !== null && city !== null ? `${home.cityKo} (${city})` : city;
  return [name, [stateOrProvince, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}

/** "Orange", in Korean "오렌지카운티", or "Orange 카운티" without a Korean name. Empty where it is not stated. */
export function countyText({ listing, places }: HomeAnswer, { t, locale }: Words): string {
  const name = listing.countyOrParish ?? '';
  if (locale === 'en' || name === '') return name;
  return places.find(({ kind }) => kind === 'county')?.nameKo ?? `${name} ${t('place.kind.county')}`;
}

export function addressText(home: HomeAnswer, words: Words): string {
  return `${streetText(home, words)}, ${cityText(home, words)}`;
}

/**
 * "1,850 sqft", "172 m² · 52 pyeong": the chosen unit first, then the others, since contracts use square feet. `decimals`
 * is for 평.
 */
export function areaText(
  squareFeet: number,
  unit: AreaUnit,
  words: Words,
  decimals = 0,
): { first: string; others: string } {
  const { t, locale } = words;
  const texts: Record<AreaUnit, string> = {
    sqft: t('unit.sqft', { sqft: formatNumber(locale, squareFeet, 0) }),
    m2: t('unit.m2', { meters: formatNumber(locale, toSquareMeters(squareFeet), 0) }),
    pyeong: t('unit.pyeong_word', { pyeong: formatNumber(locale, toPyeong(squareFeet), decimals) }),
  };
  const { [unit]: first, ...others } = texts;
  return { first, others: Object.values(others).join(' · ') };
}

/** "4 beds · 2.5 baths · 1,850 sq ft (172 m² · 52 pyeong)" for the description. */
export function factsText({ listing, homeType }: HomeAnswer, { t, locale }: Words): string {
  const { bedroomsTotal: beds, bathroomsTotalDecimal: baths, livingArea, lotSizeSquareFeet } = listing;
  const area = homeType === 'land' ? lotSizeSquareFeet : livingArea;
  return [
    homeType === 'land' || beds === null
      ? ''
      : beds === 0
        ? t('card.studio')
        : t('card.beds', { beds: formatNumber(locale, beds) }),
    homeType === 'land' || baths === null ? '' : t('card.baths', { baths: formatNumber(locale, baths, 2) }),
    area === null
      ? ''
      : t('fact.area_value', {
          sqft: formatNumber(locale, area, 0),
          meters: formatNumber(locale, toSquareMeters(area), 0),
          pyeong: formatNumber(locale, toPyeong(area), 0),
        }),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The agent and office in one line, for previews of shared links. */
function creditText({ listing }: HomeAnswer, words: Words): string {
  const license = licenseText(listing.listAgentStateLicense, listing.stateOrProvince, words);
  return [listing.listAgentFullName, license, listing.listOfficeName].filter(Boolean).join(' · ');
}

/** The price of a home in the shape of a card's. */
export function pricedHome({ searchType, listing }: HomeAnswer): Priced {
  const { standardStatus, requiredMonthlyFees: requiredFeesMonthly } = listing;
  const listPrice = isSold(listing) ? listing.closePrice : listing.listPrice;
  return { searchType, standardStatus, listPrice, requiredFeesMonthly };
}

/** "$1.2M", "$2,950": the price as on a pin; undefined when it is not stated. */
export function pinText(home: HomeAnswer, { locale }: Words): string | undefined {
  const lead = leadPrice(pricedHome(home));
  return lead === null ? undefined : formatShortUsd(locale, lead);
}

export function descriptionText(home: HomeAnswer, words: Words): string {
  return [
    priceText(pricedHome(home), words),
    factsText(home, words),
    addressText(home, words),
    creditText(home, words),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The last price change: "Cut −$51,000 (−4.1%) · Nov 12, 2026". */
export function priceChangeText(
  home: HomeAnswer,
  words: Words,
): { kind: 'cut' | 'raised'; text: string } | undefined {
  const { t, locale } = words;
  const { listPrice, previousListPrice: before, priceChangeTimestamp: at } = home.listing;
  if (isSold(home.listing)) return undefined;
  if (listPrice === null || before === null || before === 0 || at === null || before === listPrice)
    return undefined;
  const change = listPrice - before;
  const sign = change < 0 ? '−' : '+';
  const values = {
    amount: `${locale === 'ko' ? '' : sign}${formatUsd(locale, Math.abs(change))}`,
    percent: `${sign}${formatNumber(locale, (Math.abs(change) / before) * 100, 1)}%`,
    date: formatDay(at, findTimeZone(home.listing), locale),
  };
  return change < 0
    ? { kind: 'cut', text: t('listing.price_cut', values) }
    : { kind: 'raised', text: t('listing.price_raised', values) };
}

/** "Sold Nov 3, 2026"; undefined unless it is sold and the day is stated. */
export function soldText({ listing, searchType }: HomeAnswer, { t, locale }: Words): string | undefined {
  const { closeDate } = listing;
  if (!isSold(listing) || closeDate === null) return undefined;
  return t(`card.sold_${searchType}_on`, { date: formatDay(closeDate, 'UTC', locale) });
}

/** IDX data may be twelve hours old (NAR policy 18.2.7); after that the page says so. */
const FRESH_HOURS = 12;

/**
 * "Confirmed 2 hours ago" as of `now` (ms UTC); past the limit, the time since when it is unconfirmed (rule R1), in the
 * home's zone.
 */
export function confirmedText(
  confirmedAt: string,
  now: number,
  words: Words,
  timeZone = 'America/Los_Angeles',
): { text: string; late: boolean } {
  const { t } = words;
  const age = Math.max(0, now - Date.parse(confirmedAt));
  if (age >= FRESH_HOURS * HOUR_MS) {
    const when = formatInstant(Date.parse(confirmedAt), timeZone, words);
    return { text: t('listing.not_confirmed_since', { when }), late: true };
  }
  if (age < MINUTE_MS) return { text: t('listing.confirmed_now'), late: false };
  if (age < HOUR_MS) {
    return { text: t('listing.confirmed_minutes', { count: Math.floor(age / MINUTE_MS) }), late: false };
  }
  return { text: t('listing.confirmed_hours', { count: Math.floor(age / HOUR_MS) }), late: false };
}
