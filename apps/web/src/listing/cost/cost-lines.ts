import type { HomeAnswer } from '@maru/contract';
import type { CostEdits } from '@maru/listing/money';
import type { SiteSettings } from '../../browser/site-settings.ts';
import type { Words } from '../../i18n/words.tsx';
import { likelyText, partText, sourceText, termsText } from './cost-texts.ts';
import { homeCostOf, monthText } from './home-cost.ts';

/** The monthly cost as plain texts, for paper; undefined where there is no price. */
export interface CostLines {
  lines: { label: string; amount: string; source: string }[];
  total: string;
  /** What it is reckoned with. */
  terms: string;
}

export function costLinesOf(
  home: HomeAnswer,
  words: Words,
  site: Pick<SiteSettings, 'mortgageRate'>,
  now: number,
  edits: CostEdits,
  isWildfireZone = false,
): CostLines | undefined {
  const cost = home.searchType === 'sale' ? homeCostOf(home, edits, site, now, isWildfireZone) : undefined;
  if (cost === undefined) return undefined;
  return {
    lines: cost.lines.map((line) => ({
      label: partText(line, home, words),
      amount: line.monthly === undefined ? words.t('listing.not_stated') : likelyText(line.monthly, words),
      source: sourceText(line, cost, home, words),
    })),
    total: monthText(cost, words),
    terms: termsText(cost, edits, site, words),
  };
}
