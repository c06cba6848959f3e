import { CHART_TONES, type ChartTone } from './chart-figure.tsx';
import { buildAxis } from './scale.ts';

export interface Bar {
  key: string;
  label: string;
  /** At least zero. Null: unknown; no bar is drawn and `text` says so. */
  value: number | null;
  /** The formatted value. */
  text: string;
  tone?: ChartTone;
}

/** Horizontal bars with their labels and values: a list that is readable without the bars. */
export function BarChart({ bars }: { bars: readonly Bar[] }) {
  const axis = buildAxis(
    bars.flatMap((bar) => bar.value ?? []),
    { fromZero: true },
  );
  return (
    <ul className="tabular max-w-[720px] space-y-2 text-sm">
      {bars.map((bar) => (
        <li
          key={bar.key}
          className="grid grid-cols-[minmax(5rem,28%)_minmax(0,1fr)] items-center gap-3 leading-tight"
        >
          <span>{bar.label}</span>
          <span className="flex min-w-0 items-center gap-2">
            <span
              className="h-5 shrink-0 rounded-[3px] print:[print-color-adjust:exact]"
              style={{
                // The rest of the line is for the number.
                width: `${bar.value === null ? 0 : axis.scale(bar.value) * 0.72}%`,
                minWidth: bar.value ? 2 : 0,
                background: CHART_TONES[bar.tone ?? 'primary'],
              }}
            />
            <span className={bar.value === null ? 'text-quiet' : 'font-medium'}>{bar.text}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
