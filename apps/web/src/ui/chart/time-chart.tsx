import { AxisLabels, CHART_TONES, GridLines } from './chart-figure.tsx';
import { buildAxis, linearScale, round, spread } from './scale.ts';

export interface TimePoint {
  /** ms UTC. */
  at: number;
  /** Null: unknown; the line has a gap there. */
  value: number | null;
}

export interface TimeSeries {
  key: string;
  /** At the end of the line. */
  label: string;
  /** In ascending order. */
  points: readonly TimePoint[];
  /** `step`: each value holds until the next (a price). Default `line`. */
  shape?: 'line' | 'step';
}

/** Most points of a series that are drawn as dots too. */
const MOST_DOTS = 24;

/**
 * Lines or steps over time, each labeled where it ends, so that no legend is needed. It is hidden from screen readers: put it
 * in a `ChartFigure`, which has the message and the table.
 */
export function TimeChart({
  series,
  formatValue,
  formatTime,
  height = 200,
}: {
  series: readonly TimeSeries[];
  /** Labels of the axis; keep them short. */
  formatValue: (value: number) => string;
  formatTime: (at: number) => string;
  /** Height of the plot, px. */
  height?: number;
}) {
  const known = series.filter((one) => one.points.some((point) => point.value !== null));
  if (known.length === 0) return null;
  const times = known.flatMap((one) => one.points.map((point) => point.at));
  const first = Math.min(...times);
  const last = Math.max(...times);
  const values = known.flatMap((one) => one.points.flatMap((point) => point.value ?? []));
  const axis = buildAxis(values);
  const x = linearScale(first, last);
  const y = (value: number) => round(100 - axis.scale(value));
  const ends = known.map((one) => y(one.points.findLast((point) => point.value !== null)?.value ?? 0));
  const places = spread(ends, (18 / height) * 100);
  return (
    <div className="tabular py-2 text-sm leading-none">
      <div
        className="grid grid-cols-[auto_minmax(0,1fr)_auto]"
        style={{ gridTemplateRows: `${height}px auto` }}
      >
        <AxisLabels axis={axis} formatValue={formatValue} />
        <div className="relative border-line-strong border-b">
          <GridLines axis={axis} />
          <svg
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            className="absolute inset-0 size-full overflow-visible"
            aria-hidden="true"
          >
            {known.map((one, index) => (
              <path
                key={one.key}
                d={linePath(one, x, y)}
                fill="none"
                stroke={toneAt(index)}
                strokeWidth={index === 0 ? 2.5 : 2}
                strokeDasharray={DASHES[index % DASHES.length]}
                vectorEffect="non-scaling-stroke"
                strokeLinejoin="round"
              />
            ))}
          </svg>
          {known.flatMap((one, index) =>
            one.points.length <= MOST_DOTS
              ? one.points.map((point) =>
                  point.value === null ? null : (
                    <span
                      key={`${one.key} ${point.at}`}
                      className="-translate-1/2 absolute size-2 rounded-chip print:[print-color-adjust:exact]"
                      style={{
                        left: `${x(point.at)}%`,
                        top: `${y(point.value)}%`,
                        background: toneAt(index),
                      }}
                    />
                  ),
                )
              : [],
          )}
        </div>
        <div className="relative pl-2">
          {known.map((one, index) => (
            <span key={one.key}>
              {/* Invisible: gives the column its width. */}
              <span className="invisible block h-0 max-w-36 overflow-hidden whitespace-nowrap">
                {one.label}
              </span>
              <span
                className="absolute left-2 max-w-36 -translate-y-1/2 overflow-hidden text-ellipsis whitespace-nowrap font-medium"
                style={{ top: `${places[index]}%` }}
              >
                {one.label}
              </span>
            </span>
          ))}
        </div>
        <span />
        <div className="mt-2 flex justify-between gap-4 text-quiet text-xs">
          <span>{formatTime(first)}</span>
          {last > first ? <span>{formatTime(last)}</span> : null}
        </div>
      </div>
    </div>
  );
}

function linePath({ points, shape }: TimeSeries, x: (at: number) => number, y: (value: number) => number) {
  let path = '';
  let drawing = false;
  for (const { at, value } of points) {
    if (value === null) {
      drawing = false;
      continue;
    }
    if (!drawing) path += `M${x(at)} ${y(value)}`;
    else path += shape === 'step' ? `H${x(at)}V${y(value)}` : `L${x(at)} ${y(value)}`;
    drawing = true;
  }
  return path;
}

/** Lines differ without color too. */
const DASHES = [undefined, '7 4', '2 4'];
const TONES = [CHART_TONES.primary, CHART_TONES.strong, CHART_TONES.quiet];
const toneAt = (index: number) => TONES[index % TONES.length];
