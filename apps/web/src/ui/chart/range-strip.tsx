import { buildAxis, round, spread } from './scale.ts';

export interface RangeMark {
  key: string;
  label: string;
  value: number;
  /** The formatted value. */
  text: string;
  /** The subject of the strip ("this home"): a diamond, labeled above. The others are lines, labeled below. */
  strong?: boolean;
}

/**
 * The position of values within a spread: a dot for each value, a band for the middle half, and labeled marks. It is hidden
 * from screen readers: put it in a `ChartFigure`.
 */
export function RangeStrip({
  points,
  band,
  marks,
}: {
  /** One dot each; at most about 200. */
  points: readonly number[];
  /** The middle half. */
  band?: { low: number; high: number };
  marks: readonly RangeMark[];
}) {
  const axis = buildAxis([
    ...points,
    ...(band ? [band.low, band.high] : []),
    ...marks.map((mark) => mark.value),
  ]);
  const x = (value: number) => axis.scale(value);
  const above = marks.filter((mark) => mark.strong);
  const below = marks.filter((mark) => !mark.strong);
  return (
    <div className="tabular max-w-[720px] px-8 text-sm">
      <MarkLabels marks={above} x={x} />
      <div className="relative h-12">
        <span className="absolute inset-x-0 top-1/2 border-line-strong border-t" />
        {band === undefined ? null : (
          <span
            className="absolute inset-y-2 rounded-field border border-primary bg-primary-soft print:[print-color-adjust:exact]"
            style={{ left: `${x(band.low)}%`, width: `${round(x(band.high) - x(band.low))}%` }}
          />
        )}
        {points.map((value, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: equal values are different dots
            key={index}
            className="-translate-1/2 absolute top-1/2 size-2 rounded-chip border border-primary-strong bg-surface print:[print-color-adjust:exact]"
            style={{ left: `${x(value)}%` }}
          />
        ))}
        {below.map((mark) => (
          <span
            key={mark.key}
            className="absolute inset-y-1 w-[3px] -translate-x-1/2 bg-text print:[print-color-adjust:exact]"
            style={{ left: `${x(mark.value)}%` }}
          />
        ))}
        {above.map((mark) => (
          <span
            key={mark.key}
            className="-translate-1/2 absolute top-1/2 size-4 rotate-45 border-2 border-surface bg-cut print:[print-color-adjust:exact]"
            style={{ left: `${x(mark.value)}%` }}
          />
        ))}
      </div>
      <MarkLabels marks={below} x={x} />
    </div>
  );
}

/** Assumed width of a label, in percent of the strip. */
const LABEL_WIDTH = 26;

function MarkLabels({ marks, x }: { marks: readonly RangeMark[]; x: (value: number) => number }) {
  if (marks.length === 0) return null;
  const places = spread(
    marks.map((mark) => x(mark.value)),
    LABEL_WIDTH,
  );
  return (
    <div className="relative h-10">
      {marks.map((mark, index) => (
        <span
          key={mark.key}
          className={`absolute -translate-x-1/2 whitespace-nowrap text-center leading-tight ${mark.strong ? 'bottom-0' : 'top-0'}`}
          style={{ left: `${places[index]}%` }}
        >
          <span className="block text-quiet text-xs">{mark.label}</span>
          <span className="block font-semibold">{mark.text}</span>
        </span>
      ))}
    </div>
  );
}
