import { buildAxis } from './scale.ts';
import { CHART_TONES, type ChartTone } from './tone.ts';

export interface Bar {
  key: string;
  label: string;
  /** Not below zero. Null: not known; no bar is drawn and `text` says so. */
  value: number | null;
  /** The value as it is read. */
  text: string;
  tone?: ChartTone;
}

/** Lengths beside each other, each with its name and number: a list that reads without the bars. */
export function BarChart({ bars }: { bars: readonly Bar[] }) {
  const axis = buildAxis(
    bars.flatMap((bar) => bar.value ?? []),
    4,
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
                // A fifth of the line is kept for the number.
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

export interface Part {
  key: string;
  label: string;
  /** Not below zero. Null: not known; listed, not drawn. */
  value: number | null;
  text: string;
}

/** Parts of one whole as one bar; each part's number stands in it and before its name, so that no colour is needed. */
export function StackBar({ parts }: { parts: readonly Part[] }) {
  const total = parts.reduce((sum, part) => sum + Math.max(0, part.value ?? 0), 0);
  return (
    <div className="tabular max-w-[720px] text-sm">
      <div className="flex h-10 gap-0.5 overflow-hidden rounded-field" aria-hidden="true">
        {parts.map((part, index) =>
          part.value === null || part.value <= 0 || total === 0 ? null : (
            <span
              key={part.key}
              className="grid min-w-1 place-items-center overflow-hidden font-semibold text-xs print:[print-color-adjust:exact]"
              style={{ width: `${(part.value / total) * 100}%`, ...fillAt(index) }}
            >
              {part.value / total >= 0.05 ? index + 1 : null}
            </span>
          ),
        )}
      </div>
      <ol className="mt-3 divide-y divide-line">
        {parts.map((part, index) => (
          <li key={part.key} className="flex items-baseline justify-between gap-4 py-1.5">
            <span className="flex min-w-0 items-baseline gap-2">
              <span
                className="grid size-5 shrink-0 translate-y-0.5 place-items-center self-start rounded-[4px] font-semibold text-xs print:[print-color-adjust:exact]"
                style={fillAt(index)}
                aria-hidden="true"
              >
                {index + 1}
              </span>
              {part.label}
            </span>
            <span className={part.value === null ? 'text-quiet' : 'font-medium'}>{part.text}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Neighbours differ in lightness, so that they differ in black and white. */
const FILLS = [
  { background: 'var(--primary)', color: 'var(--on-primary)' },
  { background: 'var(--primary-soft)', color: 'var(--primary-text)' },
  { background: 'var(--text-quiet)', color: 'var(--bg)' },
  { background: 'var(--line)', color: 'var(--text)' },
  { background: 'var(--primary-strong)', color: 'var(--on-primary)' },
  { background: 'var(--sunken)', color: 'var(--text)' },
] as const;
const fillAt = (index: number) => FILLS[index % FILLS.length] ?? FILLS[0];
