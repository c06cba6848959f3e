import { priceEdges } from '@maru/listing/search';
import { formatShortUsd } from '@maru/words';
import { useWords } from '../../i18n/words.tsx';
import { type FilterProps, withFilter } from './filter-state.ts';
import { HistogramRange, peakOf } from './histogram-range.tsx';
import { NotStated } from './not-stated.tsx';
import { MoneyFields } from './value-fields.tsx';

/** Price: bars of what there is, a slider over them, and fields for an exact amount. */
export function PricePanel(props: FilterProps) {
  const { query, counts, onChange } = props;
  const { t, locale } = useWords();
  const isRent = query.searchType === 'rent';
  return (
    <div className="space-y-4">
      <HistogramRange
        legend={t(isRent ? 'filter.rent' : 'filter.price')}
        edges={priceEdges(query.searchType)}
        histogram={counts.histogram}
        value={query.price}
        onChange={(range, kind) => onChange(withFilter(query, 'price', range), kind)}
        lowLabel={t('filter.price_low')}
        highLabel={t('filter.price_high')}
        say={(edge, end) =>
          edge === null ? t(end === 'low' ? 'filter.no_min' : 'filter.no_max') : formatShortUsd(locale, edge)
        }
        summaryOf={(histogram) => {
          const { total, most, from, to } = peakOf(histogram);
          if (total === 0) return t('filter.histogram_none');
          return t('filter.histogram', {
            count: total,
            most,
            from: formatShortUsd(locale, from),
            to: to === undefined ? t('filter.no_max') : formatShortUsd(locale, to),
          });
        }}
      />
      <MoneyFields
        filter="price"
        legend={t('filter.price_exact')}
        unit={t(isRent ? 'unit.usd_month' : 'unit.usd')}
        query={query}
        onChange={onChange}
      >
        <p className="mt-2 text-quiet text-sm">{t('filter.price_note')}</p>
      </MoneyFields>
      <NotStated filter="price" {...props} />
    </div>
  );
}
