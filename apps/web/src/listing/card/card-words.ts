import type { HomeCardAnswer } from '@maru/contract';
import { toStatusFilter } from '@maru/listing';
import { leadPrice, type PriceParts } from '@maru/listing/money';
import { formatStreet } from '@maru/listing/places';
import { DAY_MS, HOUR_MS, timeZoneAt } from '@maru/listing/time';
import { formatNumber, formatShortUsd, formatUsd, toPyeong, toSquareMeters } from '@maru/words';
import type { Words } from '../../i18n/words.tsx';
import { formatDay } from '../facts/home-dates.ts';

/** The texts of a card, also used for pins and labels. */

/** Days during which a home is new, a price cut is shown, and an open house is announced. */
const NEW_DAYS = 3;
const CUT_DAYS = 30;
const OPEN_HOUSE_DAYS = 7;

export type BadgeKind = 'new' | 'open' | 'pending' | 'coming' | 'sold';

export interface Badge {
  kind: BadgeKind;
  text: string;
  /** The exact time, as a tooltip. */
  title: string;
}

/**
 * The badge of a card at `now` (ms UTC), or undefined. Order: status of the sale, open house within a week, new
 * within 3 days.
 */
export function findBadge(home: HomeCardAnswer, words: Words, now: number): Badge | undefined {
  const { t, locale } = words;
  if (home.standardStatus === 'Coming Soon') {
    return { kind: 'coming', text: t('card.coming'), title: t('card.coming') };
  }
  if (home.standardStatus === 'Pending' || home.standardStatus === 'Active Under Contract') {
    return { kind: 'pending', text: t('card.pending'), title: t('card.pending_title') };
  }
  if (toStatusFilter(home.standardStatus) === 'sold') {
    const { closeDate } = home;
    const text =
      closeDate == null
        ? t(`card.sold_${home.searchType}`)
        : t(`card.sold_${home.searchType}_on`, { date: formatDay(closeDate, 'UTC', locale) });
    return { kind: 'sold', text, title: text };
  }
  const open = home.nextOpenHouse;
  if (open !== null) {
    const start = Date.parse(open.startTime);
    const end = open.endTime === null ? start + HOUR_MS : Date.parse(open.endTime);
    if (end > now && start < now + OPEN_HOUSE_DAYS * DAY_MS) {
      const zone = timeZoneAt(home) ?? 'UTC';
      return {
        kind: 'open',
        text: t('card.open', {
          when: formatOpenHouse(start, open.endTime === null ? null : end, zone, words),
        }),
        title: t('card.open_title', { when: formatInstant(start, zone, words) }),
      };
    }
  }
  if (home.listedAt !== null) {
    const age = now - Date.parse(home.listedAt);
    if (age >= 0 && age < NEW_DAYS * DAY_MS) {
      return {
        kind: 'new',
        text:
          age < DAY_MS
            ? t('card.new_hours', { hours: Math.max(1, Math.floor(age / HOUR_MS)) })
            : t('card.new_days', { days: Math.floor(age / DAY_MS) }),
        title: t('card.new_title', {
          when: formatInstant(Date.parse(home.listedAt), timeZoneAt(home) ?? 'UTC', words),
        }),
      };
    }
  }
  return undefined;
}

/**
 * The last price change, if it is a cut within 30 days: "Cut −$51K (−4.1%)" (rule R3). Undefined for sold homes, whose
 * price is what was paid.
 */
export function describeCut(
  home: HomeCardAnswer,
  words: Words,
  now: number,
): { text: string; title: string } | undefined {
  const { t, locale } = words;
  const { listPrice, previousListPrice, priceChangedAt } = home;
  if (listPrice === null || previousListPrice === null || priceChangedAt === null) return undefined;
  const changed = Date.parse(priceChangedAt);
  if (isSold(home) || listPrice >= previousListPrice || now - changed >= CUT_DAYS * DAY_MS) return undefined;
  const cut = previousListPrice - listPrice;
  const percent = `−${formatNumber(locale, (cut / previousListPrice) * 100, 1)}%`;
  return {
    text: t('card.cut', {
      amount: `${locale === 'ko' ? '' : '−'}${formatShortUsd(locale, cut)}`,
      percent,
    }),
    title: t('card.cut_title', {
      from: formatUsd(locale, leadPrice({ ...home, listPrice: previousListPrice }) ?? previousListPrice),
      to: formatUsd(locale, leadPrice(home) ?? listPrice),
      percent,
      when: formatInstant(changed, timeZoneAt(home) ?? 'UTC', words),
    }),
  };
}

/** Whether a home is sold or rented: its price is what was paid, and it can neither be bought nor toured. */
export function isSold({ standardStatus }: Pick<Priced, 'standardStatus'>): boolean {
  return standardStatus === 'Closed';
}

/** Formatters by time zone: creating one takes longer than all other texts of a card. */
const clocks = new Map<string, Intl.DateTimeFormat>();
function clockIn(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', hour12: true, timeZone });
    clocks.set(timeZone, clock);
  }
  return clock;
}

/** "Sat 1–4 PM", "토 오후 1–4시", in the home's time zone. */
export function formatOpenHouse(start: number, end: number | null, timeZone: string, words: Words): string {
  const clock = (instant: number) => {
    const parts = clockIn(timeZone).formatToParts(instant);
    const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
    return {
      hour: part('hour'),
      minute: part('minute'),
      afternoon: part('dayPeriod').toUpperCase() === 'PM',
    };
  };
  const day = words.intl.formatDate(start, { weekday: 'short', timeZone });
  const from = clock(start);
  const to = end === null ? null : clock(end);
  if (words.locale === 'ko') {
    const half = from.afternoon ? '오후' : '오전';
    const time = (one: typeof from) =>
      one.minute === '00' ? `${one.hour}시` : `${one.hour}시 ${one.minute}분`;
    if (to === null) return `${day} ${half} ${time(from)}`;
    const toHalf = to.afternoon === from.afternoon ? '' : `${to.afternoon ? '오후' : '오전'} `;
    const short = from.minute === '00' && toHalf === '' ? from.hour : time(from);
    return `${day} ${half} ${short}–${toHalf}${time(to)}`;
  }
  const time = (one: typeof from) => (one.minute === '00' ? one.hour : `${one.hour}:${one.minute}`);
  const half = (one: typeof from) => (one.afternoon ? 'PM' : 'AM');
  if (to === null) return `${day} ${time(from)} ${half(from)}`;
  const first = from.afternoon === to.afternoon ? time(from) : `${time(from)} ${half(from)}`;
  return `${day} ${first}–${time(to)} ${half(to)}`;
}

/** "Nov 12, 2026, 1:05 PM": the tooltip of a relative time. */
export function formatInstant(instant: number, timeZone: string, words: Words): string {
  return words.intl.formatDate(instant, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  });
}

/** A fact of a card; `lang` where its text is not in the page's language. */
export interface Fact {
  text: string;
  lang?: 'ko';
}

/** Beds, baths, size: "3 bd", "2.5 ba", "1,850 sqft", "52평". A missing value is said to be not stated. Land has no rooms. */
export function listFacts(home: HomeCardAnswer, { t, locale }: Words): Fact[] {
  const facts: Fact[] = [];
  if (home.homeType !== 'land') {
    const { bedroomsTotal: beds, bathroomsTotalDecimal: baths } = home;
    if (beds === null) facts.push({ text: t('card.beds_unstated') });
    else
      facts.push({
        text: beds === 0 ? t('card.studio') : t('card.beds', { beds: formatNumber(locale, beds) }),
      });
    if (baths === null) facts.push({ text: t('card.baths_unstated') });
    else facts.push({ text: t('card.baths', { baths: formatNumber(locale, baths, 2) }) });
  }
  const area = home.homeType === 'land' ? home.lotSizeSquareFeet : home.livingArea;
  if (area === null) facts.push({ text: t('card.size_unstated') });
  else if (locale === 'ko') {
    facts.push({
      text: t('card.size', {
        sqft: formatNumber(locale, area, 0),
        meters: formatNumber(locale, toSquareMeters(area), 0),
        pyeong: formatNumber(locale, toPyeong(area), 0),
      }),
    });
  } else {
    facts.push({ text: t('unit.sqft', { sqft: formatNumber(locale, area, 0) }) });
    facts.push({ text: t('unit.pyeong', { pyeong: formatNumber(locale, toPyeong(area), 0) }), lang: 'ko' });
  }
  return facts;
}

/**
 * "123 Oak St #4, Irvine, CA 92620"; in Korean the city is "어바인 (Irvine)". For a withheld address it says so, and keeps the
 * city and ZIP code.
 */
export function addressLine(home: HomeCardAnswer, { t, locale }: Words): string {
  const street = home.addressWithheld
    ? t('card.address_withheld')
    : formatStreet({ ...home, streetLine: home.streetLine ?? t('card.address_unknown') });
  const city =
    locale === 'ko' && home.cityKo !== null && home.city !== null
      ? `${home.cityKo} (${home.city})`
      : home.city;
  const region = [home.stateOrProvince, home.postalCode].filter(Boolean).join(' ');
  return [street, city, region].filter(Boolean).join(', ');
}

/** What is priced; a sold home may keep its sale price to itself. */
export type Priced = PriceParts & { standardStatus?: string };

/** "$1,250,000", "$3,200/mo", "Price not stated"; a rent includes its required fees (`leadPrice`). */
export function priceText(home: Priced, { t, locale }: Words): string {
  const lead = leadPrice(home);
  if (lead === null) return t(isSold(home) ? 'card.price_undisclosed' : 'card.price_unstated');
  const price = formatUsd(locale, lead);
  return home.searchType === 'rent' ? t('card.rent', { price }) : price;
}

/**
 * The line beside the price. For sale: the monthly cost, "≈ $8,256/mo", or "≥" while a part is not stated. For rent: the
 * split into rent and fees, or that the fees are not stated (rule R26).
 */
export function describeCost(
  {
    monthlyCost,
    listPrice,
    searchType,
    requiredFeesMonthly,
    standardStatus,
  }: Priced & Pick<HomeCardAnswer, 'monthlyCost'>,
  { t, locale }: Words,
): { text: string; title: string } | undefined {
  if (isSold({ standardStatus })) return undefined;
  if (searchType === 'rent') {
    if (listPrice === null) return undefined;
    if (requiredFeesMonthly == null) {
      return { text: t('card.rent_fees_unstated'), title: t('card.rent_fees_unstated_title') };
    }
    if (requiredFeesMonthly === 0)
      return { text: t('card.rent_fees_none'), title: t('filter.monthly_rent_note') };
    const fees = formatUsd(locale, requiredFeesMonthly);
    return {
      text: t('card.rent_fees', { fees }),
      title: t('card.rent_fees_title', { rent: formatUsd(locale, listPrice), fees }),
    };
  }
  if (monthlyCost == null) return undefined;
  const cost = formatUsd(locale, monthlyCost.amount);
  return monthlyCost.isWhole
    ? { text: t('card.monthly', { cost }), title: t('filter.monthly_note') }
    : { text: t('card.monthly_least', { cost }), title: t('card.monthly_least_title') };
}
