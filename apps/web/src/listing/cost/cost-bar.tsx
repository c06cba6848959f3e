/** The parts of a sum as one bar. Each part has the number of its row in the table, so that color is not needed. */

/** Neighbors differ in lightness, for black-and-white print. */
const FILLS = [
  { background: 'var(--primary)', color: 'var(--on-primary)' },
  { background: 'var(--primary-soft)', color: 'var(--primary-text)' },
  { background: 'var(--text-quiet)', color: 'var(--bg)' },
  { background: 'var(--line)', color: 'var(--text)' },
  { background: 'var(--primary-strong)', color: 'var(--on-primary)' },
  { background: 'var(--sunken)', color: 'var(--text)' },
  { background: 'var(--text-quiet)', color: 'var(--bg)' },
] as const;

const pickFill = (index: number) => FILLS[index % FILLS.length] ?? FILLS[0];
/** A narrower part has no room for its number. */
const LEAST_SHARE = 0.045;

/** Amounts in the order of the table; undefined (not stated) draws nothing. */
export function CostBar({ amounts }: { amounts: readonly (number | undefined)[] }) {
  const total = amounts.reduce<number>((sum, amount) => sum + Math.max(0, amount ?? 0), 0);
  if (total <= 0) return null;
  return (
    <div aria-hidden="true" className="flex h-11 gap-0.5 overflow-hidden rounded-field">
      {amounts.map((amount, index) =>
        amount === undefined || amount <= 0 ? null : (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its position.
            key={index}
            className="grid min-w-1 place-items-center overflow-hidden font-semibold text-xs print:[print-color-adjust:exact]"
            style={{ width: `${(amount / total) * 100}%`, ...pickFill(index) }}
          >
            {amount / total >= LEAST_SHARE ? index + 1 : null}
          </span>
        ),
      )}
    </div>
  );
}

/** The number of a part as in the bar. */
export function CostMark({ index }: { index: number }) {
  return (
    <span
      aria-hidden="true"
      className="mr-2 inline-grid size-5 shrink-0 place-items-center rounded-[4px] font-semibold text-xs print:[print-color-adjust:exact]"
      style={pickFill(index)}
    >
      {index + 1}
    </span>
  );
}
