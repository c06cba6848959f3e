import type { HomeListAnswer } from '@maru/contract';
import type { Range } from '@maru/listing/search';
import type { MessageKey } from '@maru/words';
import { useEffect, useId, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { toRange } from './filter-state.ts';

type Histogram = NonNullable<HomeListAnswer['histogram']>;

interface HistogramRangeProps {
  legend: string;
  /** The steps of the slider: the histogram's edges. The first and the last stand for an open end. */
  edges: readonly number[];
  histogram: Histogram | undefined;
  value: Range | undefined;
  onChange: (range: Range | undefined) => void;
  lowLabel: string;
  highLabel: string;
  formatEdge: (edge: number) => string;
  /** Alternative text of the bars, with `count`, `most`, `from` and `to`. */
  summary: MessageKey;
  emptySummary: MessageKey;
}

/** Bars of the homes found without this filter, and over their edges a slider with two thumbs. */
export function HistogramRange({
  legend,
  edges,
  histogram,
  value,
  onChange,
  lowLabel,
  highLabel,
  formatEdge,
  summary,
  emptySummary,
}: HistogramRangeProps) {
  const { t } = useWords();
  const id = useId();
  const last = edges.length - 1;
  const low = value?.min === undefined ? 0 : nearestEdge(edges, value.min);
  const high = value?.max === undefined ? last : nearestEdge(edges, value.max);
  const [slide, setSlide] = useState<{ low: number; high: number } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new value ends the slide.
  useEffect(() => setSlide(null), [low, high]);
  const at = slide ?? { low, high };
  const commit = () => {
    if (slide === null) return;
    const min = slide.low === 0 ? undefined : edges[slide.low];
    const max = slide.high === last ? undefined : edges[slide.high];
    onChange(toRange(min, max));
  };
  const text = (end: 'low' | 'high') => {
    if (end === 'low' && at.low === 0) return t('filter.no_min');
    if (end === 'high' && at.high === last) return t('filter.no_max');
    return formatEdge(edges[at[end]] ?? 0);
  };
  const summarize = (bars: Histogram) => {
    const { total, most, from, to } = findPeak(bars);
    if (total === 0) return t(emptySummary);
    const end = to === undefined ? t('filter.no_max') : formatEdge(to);
    return t(summary, { count: total, most, from: formatEdge(from), to: end });
  };
  const slider = (end: 'low' | 'high') => (
    <input
      type="range"
      min={0}
      max={last}
      step={1}
      value={at[end]}
      aria-label={end === 'low' ? lowLabel : highLabel}
      aria-valuetext={text(end)}
      className="range-thumb"
      onChange={(event) => {
        const next = Number(event.target.value);
        setSlide(
          end === 'low'
            ? { low: Math.min(next, at.high - 1), high: at.high }
            : { low: at.low, high: Math.max(next, at.low + 1) },
        );
      }}
      onPointerUp={commit}
      onKeyUp={commit}
      onBlur={commit}
    />
  );
  return (
    <fieldset aria-describedby={`${id}-note`}>
      <legend className="mb-2 font-semibold">{legend}</legend>
      {histogram === undefined ? (
        <div className="h-16" />
      ) : (
        <Bars histogram={histogram} from={at.low} to={at.high} label={summarize(histogram)} />
      )}
      <div className="range-pair">
        {/* A thumb's center stays half its width away from the ends. */}
        <span className="absolute inset-x-3 pointer-coarse:inset-x-[22px] inset-y-0">
          <span
            className="range-track"
            style={{ left: `${(at.low / last) * 100}%`, right: `${100 - (at.high / last) * 100}%` }}
          />
        </span>
        {slider('low')}
        {slider('high')}
      </div>
      <p id={`${id}-note`} className="tabular text-quiet text-sm">
        {text('low')} – {text('high')}
      </p>
    </fieldset>
  );
}

function Bars({
  histogram: { edges, counts },
  from,
  to,
  label,
}: {
  histogram: Histogram;
  /** Indices of the edges at the thumbs. */
  from: number;
  to: number;
  label: string;
}) {
  const most = Math.max(1, ...counts);
  return (
    <div
      role="img"
      aria-label={label}
      className="flex h-16 items-end gap-px pointer-coarse:px-[21px] px-[11px]"
    >
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

/** The count of all homes and of the highest bar, and the ends of that bar; the last bar is open. */
function findPeak({ edges, counts }: Histogram) {
  const most = Math.max(0, ...counts);
  const at = counts.indexOf(most);
  const total = counts.reduce((sum, count) => sum + count, 0);
  return { total, most, from: edges[at] ?? 0, to: edges[at + 1] };
}

function nearestEdge(edges: readonly number[], amount: number): number {
  let best = 0;
  for (const [index, edge] of edges.entries()) {
    if (Math.abs(edge - amount) < Math.abs((edges[best] ?? 0) - amount)) best = index;
  }
  return best;
}
