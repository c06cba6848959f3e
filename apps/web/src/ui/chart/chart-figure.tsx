import type { ReactNode } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { ScrollBox } from '../scroll-box.tsx';
import { type Axis, round } from './scale.ts';

/**
 * A chart with its message, its source, and its numbers as a table behind "Show numbers"; it works without script. `message`
 * says what the chart shows, also for screen readers, from which the drawing is hidden.
 */
export function ChartFigure({
  message,
  note,
  numbers,
  children,
}: {
  message: string;
  /** The source of the numbers and its date. */
  note?: ReactNode;
  numbers: Numbers;
  children: ReactNode;
}) {
  return (
    <figure className="max-w-[720px] break-inside-avoid">
      <figcaption className="mb-3 font-medium">{message}</figcaption>
      <div aria-hidden="true">{children}</div>
      {note === undefined ? null : <p className="mt-2 text-quiet text-sm">{note}</p>}
      <NumbersFold numbers={numbers} className="mt-1 print:hidden" />
    </figure>
  );
}

/** A table of formatted values; the first column is the header of the row. */
export interface Numbers {
  /** For screen readers. */
  caption: string;
  columns: readonly { label: string; numeric?: boolean }[];
  rows: readonly { key: string; cells: readonly string[] }[];
}

/** The numbers of a chart, folded. */
export function NumbersFold({ numbers, className }: { numbers: Numbers; className?: string }) {
  const { t } = useWords();
  return (
    <details className={className}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-primary-text text-sm underline-offset-4 hover:underline">
        {t('chart.numbers')}
      </summary>
      <NumbersTable {...numbers} />
    </details>
  );
}

/** A table that scrolls horizontally where it is too wide. */
function NumbersTable({ caption, columns, rows }: Numbers) {
  return (
    <ScrollBox label={caption}>
      <table className="tabular w-full border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-line-strong border-b text-left">
            {columns.map((column) => (
              <th
                key={column.label}
                scope="col"
                className={`py-2 pr-4 align-bottom font-semibold last:pr-0 ${column.numeric ? 'text-right' : ''}`}
              >
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className="border-line border-b">
              {columns.map((column, index) =>
                index === 0 ? (
                  <th key={column.label} scope="row" className="py-2 pr-4 text-left font-normal">
                    {row.cells[index]}
                  </th>
                ) : (
                  <td
                    key={column.label}
                    className={`py-2 pr-4 last:pr-0 ${column.numeric ? 'whitespace-nowrap text-right' : ''}`}
                  >
                    {row.cells[index]}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

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
