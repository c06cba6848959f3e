import { type Axis, round } from './scale.ts';

/** The colors of charts. Color is never the only difference between two things. */
export const CHART_TONES = {
  primary: 'var(--primary)',
  strong: 'var(--text)',
  quiet: 'var(--line-strong)',
  soft: 'color-mix(in oklch, var(--primary) 35%, var(--surface))',
} as const;
export type ChartTone = keyof typeof CHART_TONES;

const placeAt = (axis: Axis, value: number) => ({ top: `${round(100 - axis.scale(value))}%` });

/** The labels of a vertical axis, in a column as wide as the longest. */
export function AxisLabels({ axis, formatValue }: { axis: Axis; formatValue: (value: number) => string }) {
  return (
    <div className="relative pr-2 text-quiet text-xs">
      {axis.ticks.map((tick) => (
        <span key={tick}>
          <span className="invisible block h-0 overflow-hidden whitespace-nowrap">{formatValue(tick)}</span>
          <span className="absolute right-2 -translate-y-1/2 whitespace-nowrap" style={placeAt(axis, tick)}>
            {formatValue(tick)}
          </span>
        </span>
      ))}
    </div>
  );
}

/** A horizontal line for each label of a vertical axis. */
export function GridLines({ axis }: { axis: Axis }) {
  return axis.ticks.map((tick) => (
    <span key={tick} className="absolute inset-x-0 border-line border-t" style={placeAt(axis, tick)} />
  ));
}
