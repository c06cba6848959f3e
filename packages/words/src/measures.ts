import { LANGUAGE_TAGS, type Locale } from './locale.ts';

/** 1 평 = 400/121 m² (rule R80). */
const SQUARE_METERS_PER_PYEONG = 400 / 121;
const SQUARE_METERS_PER_SQUARE_FOOT = 0.09290304;
const SQUARE_FEET_PER_ACRE = 43_560;

export function toSquareMeters(squareFeet: number): number {
  return squareFeet * SQUARE_METERS_PER_SQUARE_FOOT;
}

export function toPyeong(squareFeet: number): number {
  return toSquareMeters(squareFeet) / SQUARE_METERS_PER_PYEONG;
}

export function toAcres(squareFeet: number): number {
  return squareFeet / SQUARE_FEET_PER_ACRE;
}

const formatters = new Map<string, Intl.NumberFormat>();
function numberFormat(locale: Locale, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale}|${JSON.stringify(options)}`;
  let formatter = formatters.get(key);
  if (formatter === undefined) {
    formatter = new Intl.NumberFormat(LANGUAGE_TAGS[locale], options);
    formatters.set(key, formatter);
  }
  return formatter;
}

export function formatNumber(locale: Locale, value: number, maximumFractionDigits = 1): string {
  return numberFormat(locale, { maximumFractionDigits }).format(value);
}

/** "$1,250,000" in both languages (the contract's currency). */
export function formatUsd(locale: Locale, dollars: number): string {
  const text = numberFormat(locale, { maximumFractionDigits: 0 }).format(Math.abs(dollars));
  return `${dollars < 0 ? '−' : ''}$${text}`;
}

/** For a map pin. English "$1.25M", "$880K"; Korean in 만 (10,000) dollars: "125만"; rents below 10,000 in full. */
export function formatShortUsd(locale: Locale, dollars: number): string {
  if (dollars < 10_000) return formatUsd(locale, dollars);
  if (locale === 'ko') {
    const man = dollars / 10_000;
    return `$${formatNumber(locale, man, man < 100 ? 1 : 0)}만`;
  }
  if (dollars >= 999_500) return `$${formatNumber(locale, dollars / 1e6, dollars < 10e6 ? 2 : 1)}M`;
  return `$${formatNumber(locale, dollars / 1e3, 0)}K`;
}

/** "125만 달러", shown beside a full price in Korean; empty below 만. */
export function formatManDollars(dollars: number): string {
  if (dollars < 10_000) return '';
  return `${formatNumber('ko', dollars / 10_000, 1)}만 달러`;
}

/** "18억 1,250만 원" (rounded half up to 만), or "9,800만 원" below 1억. */
export function formatWon(won: number): string {
  const man = Math.floor(won / 10_000 + 0.5);
  const eok = Math.floor(man / 10_000);
  const rest = man % 10_000;
  const parts = [
    eok > 0 ? `${formatNumber('ko', eok, 0)}억` : '',
    rest > 0 ? `${formatNumber('ko', rest, 0)}만` : '',
  ];
  return `${parts.filter(Boolean).join(' ') || '0'} 원`;
}

/** "약 18.1억 원" on a card, rounded half up to 0.1억; in 만 below 1억. */
export function formatShortWon(won: number): string {
  const tenths = Math.floor(won / 10_000_000 + 0.5);
  if (tenths < 10) return `약 ${formatNumber('ko', Math.floor(won / 10_000 + 0.5), 0)}만 원`;
  return `약 ${formatNumber('ko', tenths / 10, 1)}억 원`;
}
