import type { HomeAnswer } from '@maru/contract';
import { findTimeZone } from '@maru/listing/time';
import { formatNumber, formatUsd, type MessageKey, toAcres } from '@maru/words';
import type { AreaUnit } from '../../i18n/area-unit.ts';
import type { Words } from '../../i18n/words.tsx';
import { findValueTerm } from '../terms/fact-terms.ts';
import { formatDay } from './home-dates.ts';
import { areaText } from './home-words.ts';
import { type ImplausibleFact, implausibleFacts, refusedValue } from './implausible.ts';
import { type LocalText, lookupText } from './lookup.ts';

export interface Fact {
  label: MessageKey;
  /** The label of a field without a message: its dictionary name, in English. */
  name?: string;
  values: LocalText[];
  /** A caveat, or that the value was computed. */
  note?: MessageKey | undefined;
}

type Listing = HomeAnswer['listing'];
/** The fields of a listing that hold a list of lookup values. */
type ListField = { [K in keyof Listing]-?: Listing[K] extends string[] ? K : never }[keyof Listing];

export type FactTexts = ReturnType<typeof createFactTexts>;

/** Formatters for the values of a home's record, one for each kind of value. Null gives no text. */
export function createFactTexts(home: HomeAnswer, words: Words, unit: AreaUnit) {
  const { t, locale } = words;
  const { listing } = home;
  const zone = findTimeZone(listing);
  const implausible = implausibleFacts(home);
  const doubted = (about: ImplausibleFact): MessageKey | undefined =>
    implausible.includes(about) ? 'listing.doubtful' : undefined;

  const text = (value: string): LocalText[] => [{ text: value }];
  const asReported = (value: string | null): LocalText[] =>
    value === null || value === '' ? [] : [locale === 'en' ? { text: value } : { text: value, lang: 'en' }];
  const lookup = (field: string, value: string | null): LocalText[] =>
    value === null || value === '' ? [] : [explained(value, lookupText(field, value, words))];
  const lookups = (field: ListField): LocalText[] =>
    listing[field].map((value) => explained(value, lookupText(field, value, words)));
  const number = (value: number | null, key?: MessageKey, place = 'count'): LocalText[] =>
    value === null
      ? []
      : text(key ? t(key, { [place]: formatNumber(locale, value, 2) }) : formatNumber(locale, value, 2));
  /** Zero is a word. */
  const count = (value: number | null, key?: MessageKey): LocalText[] =>
    value === 0 ? text(t('fact.none')) : number(value, key);
  const usd = (value: number | null): LocalText[] =>
    value === null ? [] : [{ text: formatUsd(locale, value), usd: value }];
  const day = (value: string | null): LocalText[] =>
    value === null ? [] : text(formatDay(value, zone, locale)).filter((one) => one.text !== '');
  const flag = (value: boolean | null): LocalText[] =>
    value === null ? [] : text(t(value ? 'listing.yes' : 'listing.no'));
  const petsFlag = (value: boolean | null): LocalText[] =>
    value === null ? [] : lookup('petsAllowed', value ? 'Yes' : 'No');
  const is = (value: boolean | null): LocalText[] =>
    value === null ? [] : text(t(value ? 'listing.is' : 'listing.is_not'));
  const stated = (values: LocalText[]): LocalText[] =>
    values.length > 0 ? values : text(t('listing.not_stated'));
  /** A fact that is shown without a value too: as not stated, or with the implausible value that was rejected. */
  const expected = (label: MessageKey, field: string, values: LocalText[], note?: MessageKey): Fact => {
    const sent = values.length > 0 ? undefined : refusedValue(listing, field);
    if (sent === undefined) return { label, values: stated(values), note };
    return { label, values: text(t('listing.as_reported', { value: sent })), note: 'listing.refused' };
  };
  const area = (squareFeet: number | null): LocalText[] => {
    if (squareFeet === null) return [];
    const { first, others } = areaText(squareFeet, unit, words, 1);
    return text(`${first} (${others})`);
  };
  /** Acres of a large lot, from the record where it has them: its square feet are rounded separately. */
  const acres = ({ lotSizeAcres, lotSizeSquareFeet }: typeof listing): LocalText[] =>
    (lotSizeSquareFeet ?? 10_000) < 10_000
      ? []
      : number(
          lotSizeAcres ?? (lotSizeSquareFeet === null ? null : toAcres(lotSizeSquareFeet)),
          'fact.lot_acres',
          'acres',
        );
  return {
    doubted,
    text,
    asReported,
    lookup,
    lookups,
    number,
    count,
    usd,
    day,
    flag,
    petsFlag,
    is,
    stated,
    expected,
    area,
    acres,
  };
}

/** Adds the term that explains a value. */
function explained(value: string, said: LocalText): LocalText {
  const term = findValueTerm(value);
  return term === undefined ? said : { ...said, term };
}
