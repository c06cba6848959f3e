import { max, min, nice, ticks } from 'd3-array';

/** The position of a value on a chart, in percent of the plot from its low end, limited to 0–100. */
export type Scale = (value: number) => number;

export interface Axis {
  /** The labeled values: round numbers in ascending order, at least one. */
  ticks: number[];
  low: number;
  high: number;
  scale: Scale;
}

/** About as many labels. */
const TICKS = 4;

/**
 * An axis that contains all `values` and ends at round numbers. With `fromZero` it starts at zero, as charts that compare
 * lengths must; without, near the lowest value. No values give an axis from 0 to 1. Labels of integers are integers.
 */
export function buildAxis(values: readonly number[], { fromZero = false } = {}): Axis {
  const finite = values.filter(Number.isFinite);
  let low = min(finite) ?? 0;
  let high = max(finite) ?? 1;
  if (fromZero) {
    low = Math.min(0, low);
    high = Math.max(0, high);
  }
  if (high - low <= 1e-9 * Math.max(1, Math.abs(high))) {
    // All values are equal: draw them in the middle.
    const half = Math.abs(high) > 1e-6 ? Math.abs(high) * 0.05 : 1;
    low = fromZero ? 0 : low - half;
    high += half;
  }
  const isWhole = finite.every(Number.isInteger);
  // An axis of zeros still ends at one.
  if (isWhole && fromZero) high = Math.max(high, low + 1);
  const [from, to] = nice(low, high, TICKS) as [number, number];
  const labels = ticks(from, to, TICKS).filter((tick) => !isWhole || Number.isInteger(tick));
  return { ticks: labels, low: from, high: to, scale: linearScale(from, to) };
}

export function linearScale(low: number, high: number): Scale {
  const span = high - low || 1;
  return (value) => round(Math.min(100, Math.max(0, ((value - low) / span) * 100)));
}

/**
 * Positions of labels so that none covers another: each as near to its wish as the `gap` allows, in the same order. All in
 * percent, within 0–100 as far as there is room. Returned in the order of the wishes.
 */
export function spread(wishes: readonly number[], gap: number): number[] {
  const order = wishes.map((_, index) => index).sort((a, b) => (wishes[a] ?? 0) - (wishes[b] ?? 0));
  const places = order.map((index) => wishes[index] ?? 0);
  for (let i = 1; i < places.length; i += 1) {
    places[i] = Math.max(places[i] ?? 0, (places[i - 1] ?? 0) + gap);
  }
  // Labels beyond the end push the others back.
  for (let i = places.length - 1, limit = 100; i >= 0; i -= 1, limit -= gap) {
    places[i] = Math.min(places[i] ?? 0, limit);
  }
  const answer: number[] = new Array(wishes.length).fill(0);
  order.forEach((index, i) => {
    answer[index] = round(places[i] ?? 0);
  });
  return answer;
}

/** Rounds to two decimals, so that server and browser render the same digits. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
