import { type Axis, buildAxis, linearScale, round, spread } from './scale.ts';
import { CHART_TONES, type ChartTone } from './tone.ts';

export interface TimePoint {
  /** ms UTC. */
  at: number;
  /** Null: not known then; the line has a gap there. */
  value: number | null;
}

export interface TimeSeries {
  key: string;
  /** Written at the end of the line. */
  label: string;
  /** Rising in time. */
  points: readonly TimePoint[];
  /** `step`: each value holds until the next (a price). Default `line`. */
  shape?: 'line' | 'step';
  /** Lines are told apart without colour too. Default by position. */
  stroke?: 'solid' | 'dashed' | 'dotted';
  tone?: ChartTone;
  /** Dots where a value begins. Default: up to 24 points. */
  dots?: boolean;
}

/**
 * Lines or steps over time, each labelled where it ends, so that no legend is needed. A drawing without words for
 * screen readers: put it in a ChartFigure, which says what it shows and has the table.
 */
export function TimeChart({
  series,
  formatValue,
  formatTime,
  height = 200,
  fromZero = false,
}: {
  series: readonly TimeSeries[];
  /** Of the axis; keep it short. */
  formatValue: (value: number) => string;
  formatTime: (at: number) => string;
  /** CSS pixels of the drawing itself. */
  height?: number;
  fromZero?: boolean;
}) {
  const known = series.filter((one) => one.points.some((point) => point.value !== null));
  if (known.length === 0) return null;
  const times = known.flatMap((one) => one.points.map((point) => point.at));
  const first = Math.min(...times);
  const last = Math.max(...times);
  const values = known.flatMap((one) => one.points.flatMap((point) => point.value ?? []));
  const axis = buildAxis(values, height < 140 ? 2 : 4, { fromZero });
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
          {axis.ticks.map((tick) => (
            <span
              key={tick}
              className="absolute inset-x-0 border-line border-t"
              style={{ top: `${y(tick)}%` }}
            />
          ))}
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
                stroke={CHART_TONES[one.tone ?? toneAt(index)]}
                strokeWidth={index === 0 ? 2.5 : 2}
                strokeDasharray={DASHES[one.stroke ?? strokeAt(index)]}
                vectorEffect="non-scaling-stroke"
                strokeLinejoin="round"
              />
            ))}
          </svg>
          {known.flatMap((one, index) =>
            (one.dots ?? one.points.length <= 24)
              ? one.points.map((point) =>
                  point.value === null ? null : (
                    <span
                      key={`${one.key} ${point.at}`}
                      className="-translate-1/2 absolute size-2 rounded-chip print:[print-color-adjust:exact]"
                      style={{
                        left: `${x(point.at)}%`,
                        top: `${y(point.value)}%`,
                        background: CHART_TONES[one.tone ?? toneAt(index)],
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
              {/* Holds the width of its column; what is read stands at the end of its line. */}
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

function AxisLabels({ axis, formatValue }: { axis: Axis; formatValue: (value: number) => string }) {
  return (
    <div className="relative pr-2 text-quiet text-xs">
      {axis.ticks.map((tick) => (
        <span key={tick}>
          <span className="invisible block h-0 overflow-hidden whitespace-nowrap">{formatValue(tick)}</span>
          <span
            className="absolute right-2 -translate-y-1/2 whitespace-nowrap"
            style={{ top: `${round(100 - axis.scale(tick))}%` }}
          >
            {formatValue(tick)}
          </span>
        </span>
      ))}
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

const DASHES = { solid: undefined, dashed: '7 4', dotted: '2 4' };
const STROKES = ['solid', 'dashed', 'dotted'] as const;
const TONES = ['primary', 'strong', 'quiet'] as const;
const strokeAt = (index: number) => STROKES[index % STROKES.length] ?? 'solid';
const toneAt = (index: number) => TONES[index % TONES.length] ?? 'quiet';
