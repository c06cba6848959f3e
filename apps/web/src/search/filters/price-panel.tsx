import { priceEdges } from '@maru/listing';
import { formatShortUsd } from '@maru/words';
import { useEffect, useId, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { type FilterProps, rangeOf, withFilter } from './filter-state.ts';
import { PriceHistogram } from './price-histogram.tsx';
import { RangeFields } from './range-fields.tsx';

/** Price: bars of what there is, a slider over them, and fields for an exact amount. */
export function PricePanel({ query, histogram, onChange }: FilterProps) {
  const { t, locale } = useWords();
  const id = useId();
  const edges = priceEdges(query.searchType);
  const last = edges.length - 1;
  const low = query.price?.min === undefined ? 0 : nearestEdge(edges, query.price.min);
  const high = query.price?.max === undefined ? last : nearestEdge(edges, query.price.max);
  const [slide, setSlide] = useState<{ low: number; high: number } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer ends the slide.
  useEffect(() => setSlide(null), [low, high]);
  const at = slide ?? { low, high };
  const commit = () => {
    if (slide === null) return;
    const range = rangeOf(
      slide.low === 0 ? undefined : edges[slide.low],
      slide.high === last ? undefined : edges[slide.high],
    );
    onChange(withFilter(query, 'price', range), 'replace');
  };
  const say = (index: number) =>
    index === 0
      ? t('filter.no_min')
      : index === last
        ? t('filter.no_max')
        : formatShortUsd(locale, edges[index] ?? 0);
  const slider = (end: 'low' | 'high') => (
    <input
      type="range"
      min={0}
      max={last}
      step={1}
      value={at[end]}
      aria-label={t(end === 'low' ? 'filter.price_low' : 'filter.price_high')}
      aria-valuetext={say(at[end])}
      className="range-thumb"
      onChange={(event) => {
        const value = Number(event.target.value);
        setSlide(
          end === 'low'
            ? { low: Math.min(value, at.high - 1), high: at.high }
            : { low: at.low, high: Math.max(value, at.low + 1) },
        );
      }}
      onPointerUp={commit}
      onKeyUp={commit}
      onBlur={commit}
    />
  );
  return (
    <div className="space-y-4">
      <fieldset aria-describedby={`${id}-note`}>
        <legend className="mb-2 font-semibold">
          {t(query.searchType === 'rent' ? 'filter.rent' : 'filter.price')}
        </legend>
        {histogram === undefined ? null : (
          <PriceHistogram histogram={histogram} from={at.low} to={at.high} searchType={query.searchType} />
        )}
        <div className="range-pair">
          <span
            className="range-track"
            style={{ left: `${(at.low / last) * 100}%`, right: `${100 - (at.high / last) * 100}%` }}
          />
          {slider('low')}
          {slider('high')}
        </div>
        <p id={`${id}-note`} className="text-sm text-quiet tabular">
          {say(at.low)} – {say(at.high)}
        </p>
      </fieldset>
      <RangeFields
        legend={t('filter.price_exact')}
        unit={t(query.searchType === 'rent' ? 'unit.usd_month' : 'unit.usd')}
        value={query.price}
        onChange={(range, kind) => onChange(withFilter(query, 'price', range), kind)}
      />
    </div>
  );
}

/** The index of the edge nearest to an amount. */
function nearestEdge(edges: number[], amount: number): number {
  let best = 0;
  for (const [index, edge] of edges.entries()) {
    if (Math.abs(edge - amount) < Math.abs((edges[best] ?? 0) - amount)) best = index;
  }
  return best;
}
