import { AxisLabels, CHART_TONES, type ChartTone, GridLines } from './chart-figure.tsx';
import { buildAxis } from './scale.ts';

export interface Column {
  key: string;
  /** Below the column. */
  label: string;
  /** From bottom to top; null: unknown, nothing is drawn. */
  values: readonly (number | null)[];
}

/** Height of the plot, px. */
const HEIGHT = 180;

/**
 * Columns side by side (a count per month, a sum per year), each of one part or a few stacked parts. `parts` names the parts
 * from bottom to top. It is hidden from screen readers: put it in a `ChartFigure`.
 */
export function ColumnChart({
  columns,
  parts,
  formatValue,
}: {
  columns: readonly Column[];
  parts: readonly { label: string; tone?: ChartTone }[];
  formatValue: (value: number) => string;
}) {
  const sums = columns.map((column) => column.values.reduce<number>((sum, value) => sum + (value ?? 0), 0));
  const axis = buildAxis(sums, { fromZero: true });
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
      <div className="grid grid-cols-[auto_minmax(0,1fr)]" style={{ gridTemplateRows: `${HEIGHT}px auto` }}>
        <AxisLabels axis={axis} formatValue={formatValue} />
        <div className="relative border-line-strong border-b">
          <GridLines axis={axis} />
          <div className="absolute inset-0 flex items-end gap-[2px] px-px">
            {columns.map((column) => (
              <span
                key={column.key}
                className="flex h-full min-w-0 flex-1 flex-col-reverse items-center gap-px"
              >
                {column.values.map((value, index) => (
                  <span
                    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a column are identified by their position
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
