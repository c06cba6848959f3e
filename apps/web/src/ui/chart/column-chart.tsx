import { buildAxis, round } from './scale.ts';
import { CHART_TONES, type ChartTone } from './tone.ts';

export interface Column {
  key: string;
  /** Below the column. */
  label: string;
  /** From the ground up; null: not known, and nothing is drawn. */
  values: readonly (number | null)[];
}

/**
 * Columns side by side (a count a month, a sum a year), each of one part or of a few that stand on each other.
 * `parts` names the parts, from the ground up. Put it in a ChartFigure: a drawing without words for screen readers.
 */
export function ColumnChart({
  columns,
  parts,
  formatValue,
  height = 180,
}: {
  columns: readonly Column[];
  parts: readonly { label: string; tone?: ChartTone }[];
  formatValue: (value: number) => string;
  /** CSS pixels of the drawing itself. */
  height?: number;
}) {
  const sums = columns.map((column) => column.values.reduce<number>((sum, value) => sum + (value ?? 0), 0));
  const axis = buildAxis(sums, height < 140 ? 2 : 4, { fromZero: true });
  const every = Math.ceil(columns.length / 8);
  return (
    <div className="tabular py-2 text-sm leading-none">
      {parts.length < 2 ? null : (
        <ul className="mb-4 flex flex-wrap gap-x-5 gap-y-2">
          {parts.map((part, index) => (
            <li key={part.label} className="flex items-center gap-2">
              <span
                className="size-3 rounded-[3px] border border-line-strong print:[print-color-adjust:exact]"
                style={{ background: CHART_TONES[part.tone ?? toneAt(index)] }}
              />
              {part.label}
            </li>
          ))}
        </ul>
      )}
      <div className="grid grid-cols-[auto_minmax(0,1fr)]" style={{ gridTemplateRows: `${height}px auto` }}>
        <div className="relative pr-2 text-quiet text-xs">
          {axis.ticks.map((tick) => (
            <span key={tick}>
              <span className="invisible block h-0 overflow-hidden whitespace-nowrap">
                {formatValue(tick)}
              </span>
              <span
                className="absolute right-2 -translate-y-1/2 whitespace-nowrap"
                style={{ top: `${round(100 - axis.scale(tick))}%` }}
              >
                {formatValue(tick)}
              </span>
            </span>
          ))}
        </div>
        <div className="relative border-line-strong border-b">
          {axis.ticks.map((tick) => (
            <span
              key={tick}
              className="absolute inset-x-0 border-line border-t"
              style={{ top: `${round(100 - axis.scale(tick))}%` }}
            />
          ))}
          <div className="absolute inset-0 flex items-end gap-[2px] px-px">
            {columns.map((column) => (
              <span
                key={column.key}
                className="flex h-full min-w-0 flex-1 flex-col-reverse items-center gap-px"
              >
                {column.values.map((value, index) => (
                  <span
                    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a column are known by their place
                    key={index}
                    className="w-full max-w-10 border-line-strong border-x border-t print:[print-color-adjust:exact]"
                    style={{
                      height: `${value === null ? 0 : axis.scale(value)}%`,
                      display: value ? undefined : 'none',
                      background: CHART_TONES[parts[index]?.tone ?? toneAt(index)],
                    }}
                  />
                ))}
              </span>
            ))}
          </div>
        </div>
        <span />
        <div className="mt-2 flex h-4 gap-[2px] px-px text-quiet text-xs">
          {columns.map((column, index) => (
            <span key={column.key} className="relative min-w-0 flex-1">
              {index % every === 0 ? (
                <span className="absolute left-1/2 -translate-x-1/2 whitespace-nowrap">{column.label}</span>
              ) : null}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}

const TONES = ['primary', 'soft', 'quiet'] as const;
const toneAt = (index: number) => TONES[index % TONES.length] ?? 'quiet';
