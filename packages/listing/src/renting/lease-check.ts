import { toCents, toDollars } from '../money/cents.ts';
import { type DatedFigure, figureOn } from '../money/dated-figure.ts';
import { checkDeposit, DEPOSIT_RETURN_DAYS, SCREENING_FEE_CAPS } from '../money/deposit-cap.ts';
import type { CalendarDay } from '../time/calendar-day.ts';

/** A flag is a reason to ask, not a verdict: it matches words only. Runs locally; nothing is sent. */
export const LEASE_RULES = [
  'deposit_over_cap',
  'deposit_small_owner',
  'deposit_not_refundable',
  'deposit_late_return',
  'translation_duty',
  'translation_waived',
  'late_fee_high',
  'late_fee_daily',
  'screening_fee_high',
  'rent_cash_only',
  'entry_without_notice',
  'habitability_waived',
  'no_refrigerator',
  'rest_of_rent_due',
  'no_vouchers',
  'pay_before_viewing',
] as const;
export type LeaseRule = (typeof LEASE_RULES)[number];

export interface LeaseFlag {
  rule: LeaseRule;
  /** Empty for a missing clause. */
  quote: string;
  /** UTF-16 units; 0 without text. */
  start: number;
  amount?: number;
  cap?: number;
}

export const LEASE_LAWS: Record<LeaseRule, Omit<DatedFigure<null>, 'value'>> = {
  deposit_over_cap: law('California Civil Code § 1950.5 (AB 12)', 'CIV', '1950.5', '2024-07-01'),
  deposit_small_owner: law('California Civil Code § 1950.5 (AB 12)', 'CIV', '1950.5', '2024-07-01'),
  deposit_not_refundable: law('California Civil Code § 1950.5', 'CIV', '1950.5', '2003-01-01'),
  deposit_late_return: law('California Civil Code § 1950.5', 'CIV', '1950.5', '2003-01-01'),
  translation_duty: law('California Civil Code § 1632', 'CIV', '1632', '2004-07-01'),
  translation_waived: law('California Civil Code § 1632', 'CIV', '1632', '2004-07-01'),
  late_fee_high: law('California Civil Code § 1671 (d)', 'CIV', '1671', '1978-07-01'),
  late_fee_daily: law('California Civil Code § 1671 (d)', 'CIV', '1671', '1978-07-01'),
  screening_fee_high: law('California Civil Code § 1950.6', 'CIV', '1950.6', '1997-01-01'),
  rent_cash_only: law('California Civil Code § 1947.3', 'CIV', '1947.3', '2005-01-01'),
  entry_without_notice: law('California Civil Code § 1954', 'CIV', '1954', '2003-01-01'),
  habitability_waived: law('California Civil Code §§ 1942.1, 1953', 'CIV', '1953', '1976-01-01'),
  no_refrigerator: law('California Civil Code § 1941.1 (AB 628)', 'CIV', '1941.1', '2026-01-01'),
  rest_of_rent_due: law('California Civil Code § 1951.2', 'CIV', '1951.2', '1971-07-01'),
  no_vouchers: law('California Government Code § 12955', 'GOV', '12955', '2020-01-01'),
  pay_before_viewing: law('Federal Trade Commission, rental listing scams', '', '', '2009-01-01'),
};

/** Late fees above this percentage of the rent have been challenged in court. */
const LATE_FEE_PERCENT = 5;
export const MAX_LEASE_TEXT = 200_000;

export interface LeaseQuestion {
  text: string;
  day: CalendarDay;
  /** The lease was negotiated mainly in Korean (or another of the five languages of § 1632). */
  isInKorean: boolean;
  /** USD; otherwise searched in the text. */
  rent?: number;
  isFurnished?: boolean;
}

/** In order of occurrence, one per rule. */
export function checkLease({ text: whole, day, isInKorean, rent, isFurnished }: LeaseQuestion): LeaseFlag[] {
  const text = whole.slice(0, MAX_LEASE_TEXT).replace(/[‘’]/g, "'");
  if (text.trim() === '') return [];
  const monthly = rent ?? rentIn(text);
  const flags: LeaseFlag[] = [
    ...depositFlags(text, day, monthly, isFurnished ?? false),
    ...translationFlags(text, isInKorean),
    ...lateFeeFlags(text, monthly),
    ...screeningFlags(text, day),
  ];
  for (const [rule, pattern] of Object.entries(SIGNS) as [LeaseRule, RegExp][]) {
    const found = pattern.exec(text);
    if (found !== null && LEASE_LAWS[rule].from <= day) {
      flags.push({ rule, quote: found[0].trim(), start: found.index });
    }
  }
  const seen = new Set<LeaseRule>();
  return flags.filter(({ rule }) => !seen.has(rule) && seen.add(rule)).sort((a, b) => a.start - b.start);
}

const AMOUNT = String.raw`\$\s*(\d{1,3}(?:,\d{3})+(?:\.\d\d)?|\d+(?:\.\d\d)?)`;
const dollars = (text: string) => Number(text.replace(/,/g, ''));

const SIGNS: Partial<Record<LeaseRule, RegExp>> = {
  deposit_not_refundable:
    /\bnon-?\s?refundable\s+(?:security\s+|cleaning\s+|pet\s+|key\s+)?(?:deposit|fee)\b|\bdeposit[^.\n]{0,60}\b(?:is|are|shall be)\s+(?:not\s+|non-?\s?)refundable\b|보증금[^.\n]{0,20}(?:환불|반환)[^.\n]{0,6}(?:불가|않)/i,
  rent_cash_only:
    /\b(?:only\s+(?:in|by)\s+cash|cash\s+only|(?:must|shall)\s+be\s+paid\s+in\s+cash)\b|현금으로만/i,
  entry_without_notice:
    /\b(?:enter|entry|inspect)[^.\n]{0,60}\b(?:at\s+any\s+time|without\s+(?:prior\s+)?notice)\b|\bwithout\s+(?:prior\s+)?notice[^.\n]{0,40}\benter\b|(?:언제든지|예고\s*없이)[^.\n]{0,12}(?:출입|들어)/i,
  habitability_waived:
    /\bwaives?[^.\n]{0,60}\b(?:habitab|repair|right\s+to\s+a?\s*(?:jury|notice)|legal\s+rights)|\bresponsible\s+for\s+all\s+repairs\b|\bas[- ]is\b[^.\n]{0,60}\bno\s+repairs\b|모든\s*수리[^.\n]{0,12}(?:세입자|임차인)/i,
  no_refrigerator:
    /\b(?:tenant|lessee|resident)\s+(?:shall|must|will|is\s+to)\s+(?:provide|supply|bring|furnish)[^.\n]{0,40}\b(?:refrigerator|stove|range)\b|\b(?:refrigerator|stove)[^.\n]{0,20}\bnot\s+(?:included|provided|supplied)\b/i,
  rest_of_rent_due:
    /\b(?:all\s+(?:remaining|future)|(?:entire|full)\s+(?:remaining\s+)?(?:balance\s+of\s+)?(?:the\s+)?)\s*rents?[^.\n]{0,60}\b(?:due|payable|owed|accelerat)/i,
  no_vouchers:
    /\b(?:no|not\s+accept(?:ed|ing)?)\s+(?:section\s*8|housing\s+vouchers?|vouchers?)\b|섹션\s*8[^.\n]{0,8}(?:불가|사절|안)/i,
  pay_before_viewing:
    /\b(?:deposit|rent|payment|fee)[^.\n]{0,60}\b(?:before|prior\s+to)\s+(?:any\s+)?(?:viewing|showing|seeing|inspection\s+of\s+the\s+(?:unit|home|premises))\b|\b(?:zelle|wire|gift\s+cards?|western\s+union|crypto)[^.\n]{0,60}\b(?:hold|reserve|secure)\b/i,
};

function rentIn(text: string): number | undefined {
  const found =
    new RegExp(String.raw`\b(?:monthly|base)\s+rent\b[^.$\n]{0,60}${AMOUNT}`, 'i').exec(text) ??
    new RegExp(
      String.raw`\brent\b(?!al)[^.$\n]{0,60}${AMOUNT}[^.\n]{0,12}(?:per|a|each|/)\s*month`,
      'i',
    ).exec(text) ??
    new RegExp(String.raw`월세[^.$\n]{0,20}${AMOUNT}`, 'i').exec(text) ??
    new RegExp(String.raw`${AMOUNT}\s*(?:per|a|each|/)\s*month`, 'i').exec(text);
  return found?.[1] === undefined ? undefined : dollars(found[1]);
}

const NUMBER_WORDS: Record<string, number> = { one: 1, two: 2, three: 3, four: 4, 두: 2, 세: 3, 석: 3 };

function depositFlags(
  text: string,
  day: CalendarDay,
  rent: number | undefined,
  isFurnished: boolean,
): LeaseFlag[] {
  const flags: LeaseFlag[] = [];
  const inMonths =
    /\bdeposit\b[^.\n]{0,60}?\b(one|two|three|four|\d(?:\.\d)?)\s*(?:\(\d\)\s*)?(?:x|times|months?'?s?)\b[^.\n]{0,20}\brent\b|(?:디파짓|보증금)[^.\n]{0,20}?(두|세|석|\d)\s*(?:달|개월)/i.exec(
      text,
    );
  const inDollars =
    new RegExp(String.raw`\b(?:security\s+)?deposit\b[^.$\n]{0,60}${AMOUNT}`, 'i').exec(text) ??
    new RegExp(String.raw`(?:디파짓|보증금)[^.$\n]{0,20}${AMOUNT}`, 'i').exec(text);
  const months = inMonths?.[1] ?? inMonths?.[2];
  const multiple = months === undefined ? undefined : (NUMBER_WORDS[months.toLowerCase()] ?? Number(months));
  // Without a known rent the cap is compared in months.
  const found = inDollars !== null && rent !== undefined ? inDollars : inMonths;
  const amount =
    found === inDollars && inDollars?.[1] !== undefined
      ? dollars(inDollars[1])
      : multiple === undefined
        ? undefined
        : multiple * (rent ?? 1_000);
  if (found !== null && amount !== undefined) {
    const check = checkDeposit({
      state: 'ca',
      rent: toCents(rent ?? 1_000),
      deposit: toCents(amount),
      day,
      isFurnished,
    });
    if (check.verdict === 'over' || check.verdict === 'only_small_owner') {
      flags.push({
        rule: check.verdict === 'over' ? 'deposit_over_cap' : 'deposit_small_owner',
        quote: found[0].trim(),
        start: found.index,
        ...(rent === undefined || check.cap === undefined ? {} : { amount, cap: toDollars(check.cap) }),
      });
    }
  }
  const back =
    /\bdeposit\b[^.\n]{0,120}?\b(?:return|refund)[^.\n]{0,60}?\b(\d{1,3})\s*(?:\(\d+\)\s*)?(?:calendar\s+|business\s+)?days\b/i.exec(
      text,
    ) ??
    /\breturn[^.\n]{0,40}\bdeposit\b[^.\n]{0,40}?\b(\d{1,3})\s*(?:calendar\s+|business\s+)?days\b/i.exec(
      text,
    );
  const most = figureOn(DEPOSIT_RETURN_DAYS.ca!, day)?.value;
  if (back?.[1] !== undefined && most !== undefined && Number(back[1]) > most) {
    flags.push({ rule: 'deposit_late_return', quote: back[0].trim(), start: back.index });
  }
  return flags;
}

/** A lease of more than a month negotiated in Korean requires a translation before signing. */
function translationFlags(text: string, isInKorean: boolean): LeaseFlag[] {
  const waived =
    /\b(?:waives?|declines?|gives?\s+up)[^.\n]{0,60}\btranslat|\bno\s+translation\s+(?:is|will\s+be|shall\s+be)?\s*(?:required|provided)\b|번역[^.\n]{0,12}(?:포기|요구하지\s*않)/i.exec(
      text,
    );
  if (waived !== null) return [{ rule: 'translation_waived', quote: waived[0].trim(), start: waived.index }];
  const isByMonth =
    /\bmonth[- ]to[- ]month\b/i.test(text) && !/\b(?:12|twelve|6|six)\b[^.\n]{0,12}\bmonths?\b/i.test(text);
  const hasTranslation =
    /\bkorean\s+translation\b|\btranslat(?:ion|ed)\b[^.\n]{0,60}\b(?:korean|civil\s+code\s*(?:section|§)?\s*1632)|한국어\s*번역/i.test(
      text,
    );
  if (!isInKorean || isByMonth || hasTranslation) return [];
  return [{ rule: 'translation_duty', quote: '', start: 0 }];
}

function lateFeeFlags(text: string, rent: number | undefined): LeaseFlag[] {
  const flags: LeaseFlag[] = [];
  for (const { said, start } of splitSentences(text)) {
    if (!/\b(?:late\s+(?:fee|charge|payment|rent))|연체료/i.test(said)) continue;
    const daily = /(?:\bper\s+day\b|\ba\s+day\b|\beach\s+day\b|\/\s*day\b|\bdaily\b|하루)/i.test(said);
    const amount = new RegExp(AMOUNT).exec(said)?.[1];
    const percent = /(\d{1,2}(?:\.\d+)?)\s*(?:%|percent)/i.exec(said)?.[1];
    const share =
      percent !== undefined
        ? Number(percent)
        : amount !== undefined && rent !== undefined && rent > 0
          ? (dollars(amount) / rent) * 100
          : 0;
    if (daily && (amount !== undefined || percent !== undefined)) {
      flags.push({ rule: 'late_fee_daily', quote: said, start });
    } else if (share > LATE_FEE_PERCENT) {
      flags.push({ rule: 'late_fee_high', quote: said, start });
    }
  }
  return flags;
}

/** Not within numbers. */
function* splitSentences(text: string): Generator<{ said: string; start: number }> {
  let begin = 0;
  for (const end of text.matchAll(/\.(?!\d)|\n|$/g)) {
    const piece = text.slice(begin, end.index + end[0].length);
    const said = piece.trim();
    if (said !== '') yield { said, start: begin + piece.indexOf(said) };
    begin = end.index + end[0].length;
  }
}

function screeningFlags(text: string, day: CalendarDay): LeaseFlag[] {
  const cap = figureOn(SCREENING_FEE_CAPS.ca!, day)?.value;
  const found = new RegExp(
    String.raw`\b(?:application|screening|credit\s+check)\s+fee\b[^.$\n]{0,60}${AMOUNT}`,
    'i',
  ).exec(text);
  if (found?.[1] === undefined || cap === undefined || dollars(found[1]) <= cap) return [];
  return [
    {
      rule: 'screening_fee_high',
      quote: found[0].trim(),
      start: found.index,
      amount: dollars(found[1]),
      cap,
    },
  ];
}

function law(
  source: string,
  code: string,
  section: string,
  from: CalendarDay,
): Omit<DatedFigure<null>, 'value'> {
  const url =
    code === ''
      ? 'https://consumer.ftc.gov/articles/rental-listing-scams'
      : `https://leginfo.legislature.ca.gov/faces/codes_displaySection.xhtml?lawCode=${code}&sectionNum=${section}`;
  return { source, url, from, checked: '2026-11-21' };
}
