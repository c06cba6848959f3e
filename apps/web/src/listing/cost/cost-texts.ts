import type { HomeAnswer } from '@maru/contract';
import type { CentsRange, CostEdits, CostLine, PurchaseCost } from '@maru/listing/money';
import { formatNumber, type MessageKey } from '@maru/words';
import type { SiteSettings } from '../../browser/site-settings.ts';
import type { Words } from '../../i18n/words.tsx';
import { feeLabel } from '../facts/fee-label.ts';
import { formatDay } from '../facts/home-dates.ts';
import { countyText } from '../facts/home-words.ts';
import { isRange, usdText } from './usd-text.ts';

/** Texts of amounts, ranges and their sources. Amounts are in cents. */

/** "$285", "≈ $1,146" for an estimate, "None" for nothing. */
export function likelyText(range: CentsRange, words: Words): string {
  if (range.likely === 0 && !isRange(range)) return words.t('cost.none');
  const text = usdText(range.likely, words);
  return isRange(range) ? words.t('cost.about', { amount: text }) : text;
}

/** "$1,063–$1,250" for an estimate; undefined for an exact amount. */
export function spreadText(range: CentsRange, words: Words): string | undefined {
  if (!isRange(range)) return undefined;
  return words.t('cost.between', { low: usdText(range.low, words), high: usdText(range.high, words) });
}

function percentText(percent: number, { locale }: Words): string {
  return `${formatNumber(locale, percent, 3)}%`;
}

/** "20% down ($250,000), 6.5%, 30 years", and the source of the rate. */
export function termsText(
  cost: PurchaseCost,
  edits: CostEdits,
  site: Pick<SiteSettings, 'mortgageRate'>,
  words: Words,
): string {
  const { t, locale } = words;
  const share = Math.round((cost.down / cost.price) * 1_000) / 10;
  const terms = t('cost.terms', {
    share: percentText(share, words),
    down: usdText(cost.down, words),
    rate: percentText(cost.rate, words),
    years: cost.years,
  });
  if (edits.rate !== undefined) return `${terms} ${t('cost.rate_yours')}`;
  if (site.mortgageRate === undefined) return `${terms} ${t('cost.rate_example')}`;
  return `${terms} ${t('cost.rate_dated', { date: formatDay(site.mortgageRate.asOf, 'UTC', locale) })}`;
}

const PART_NAMES = {
  loan: 'cost.part.loan',
  tax: 'cost.part.tax',
  levies: 'cost.part.levies',
  hoa: 'cost.part.hoa',
  land: 'cost.part.land',
  insurance: 'cost.part.insurance',
  pmi: 'cost.part.pmi',
} as const satisfies Record<CostLine['part'], MessageKey>;

export function partText({ part }: Pick<CostLine, 'part'>, home: HomeAnswer, { t }: Words): string {
  if (part === 'levies' && home.listing.stateOrProvince !== 'CA') return t('cost.part.assessments');
  if (part === 'hoa') return t(feeLabel(home));
  return t(PART_NAMES[part]);
}

/** The amount of a line of the monthly cost. The tax of a co-op is in its maintenance. */
export function lineAmountText({ monthly, source }: CostLine, words: Words): string {
  if (source === 'tax_maintenance') return words.t('cost.in_maintenance');
  return monthly === undefined ? words.t('listing.not_stated') : likelyText(monthly, words);
}

/** The source of a line's amount, with its date. */
export function sourceText(line: CostLine, cost: PurchaseCost, home: HomeAnswer, words: Words): string {
  const { t, locale } = words;
  const { source, asOf } = line;
  const basis = t(`cost.source.${source}`, {
    loan: usdText(cost.loan, words),
    rate: percentText(cost.rate, words),
    years: cost.years,
    price: usdText(cost.price, words),
    low: percentText(cost.taxRates.low, words),
    high: percentText(cost.taxRates.high, words),
    likely: percentText(cost.taxRates.likely, words),
    county: countyText(home, words),
    state: home.listing.stateOrProvince ?? '',
    publisher: line.publisher ?? '',
  });
  const said =
    line.part === 'insurance' && cost.isWildfireZone ? t('cost.source.fire_zone', { said: basis }) : basis;
  return asOf === null ? said : t('cost.source_dated', { said, date: formatDay(asOf, 'UTC', locale) });
}
