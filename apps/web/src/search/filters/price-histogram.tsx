import type { HomeListAnswer } from '@maru/contract';
import type { SearchType } from '@maru/listing';
import { formatShortUsd } from '@maru/words';
import { useWords } from '../../i18n/words.tsx';

interface PriceHistogramProps {
  histogram: NonNullable<HomeListAnswer['histogram']>;
  /** Indices of the edges between which the slider stands. */
  from: number;
  to: number;
  searchType: SearchType;
}

/** How many homes there are at each price, the price filter left out. Its message is also said in words. */
export function PriceHistogram({ histogram, from, to }: PriceHistogramProps) {
  const { t, locale } = useWords();
  const { edges, counts } = histogram;
  const most = Math.max(1, ...counts);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const peak = counts.indexOf(Math.max(...counts));
  const label =
    total === 0
      ? t('filter.histogram_none')
      : t('filter.histogram', {
          count: total,
          from: formatShortUsd(locale, edges[peak] ?? 0),
          to:
            edges[peak + 1] === undefined ? t('filter.no_max') : formatShortUsd(locale, edges[peak + 1] ?? 0),
          most: counts[peak] ?? 0,
        });
  return (
    <div role="img" aria-label={label} className="flex h-16 items-end gap-px px-[11px]">
      {counts.map((count, index) => (
        <span
          key={edges[index]}
          className={`grow rounded-t-[2px] ${index >= from && (index < to || to === counts.length - 1) ? 'bg-primary' : 'bg-line'}`}
          style={{ height: count === 0 ? '1px' : `${8 + (count / most) * 92}%` }}
        />
      ))}
    </div>
  );
}
