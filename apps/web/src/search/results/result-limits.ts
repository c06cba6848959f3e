import type { HomeListAnswer } from '@maru/contract';
import type { Words } from '../../i18n/words.tsx';

/** How many homes the pages have together: fewer than the total where the data's licenses limit them. */
export function countListed({ total, limited = [] }: Pick<HomeListAnswer, 'total' | 'limited'>): number {
  return limited.reduce((left, one) => left - (one.total === null ? 0 : one.total - one.shown), total);
}

/** One sentence for each license that limits what a search shows; with several sources each names its own. */
export function limitTexts(
  { limited = [], sources }: Pick<HomeListAnswer, 'limited' | 'sources'>,
  { t, intl }: Pick<Words, 't' | 'intl'>,
): string[] {
  return limited.map((one) => {
    const { source } = one;
    const shown = intl.formatNumber(one.shown);
    if (one.total === null) return t('search.limited_source', { source, shown });
    const total = intl.formatNumber(one.total);
    return sources.length === 1
      ? t('search.limited', { shown, total })
      : t('search.limited_source_total', { source, shown, total });
  });
}
