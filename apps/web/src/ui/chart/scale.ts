import { max, min, nice, ticks } from 'd3-array';

/** A value's place on a chart, in percent of the drawing from its low end; beyond the ends it is cut off there. */
export type Scale = (value: number) => number;

/** The values that an axis is labelled with, and where they and all others stand. */
export interface Axis {
  /** Rising, round numbers; at least one. */
  ticks: number[];
  low: number;
  high: number;
  scale: Scale;
}

/**
 * An axis that holds all `values` and ends at round numbers. `fromZero`: lengths are compared (bars), so the axis
 * starts at zero; without, it may start near the lowest value (lines). No values give an axis from 0 to 1. Where all values
 * are whole (counts, dollars) so are the labels: there is no half a visit.
 */
export function buildAxis(values: readonly number[], count = 4, { fromZero = false } = {}): Axis {
  const finite = values.filter(Number.isFinite);
  let low = min(finite) ?? 0;
  let high = max(finite) ?? 1;
  if (fromZero) {
    low = Math.min(0, low);
    high = Math.max(0, high);
  }
  if (high - low <= 1e-9 * Math.max(1, Math.abs(high))) {
    // One level is a line in the middle, not a division by zero.
    const half = Math.abs(high) > 1e-6 ? Math.abs(high) * 0.05 : 1;
    low = fromZero ? 0 : low - half;
    high += half;
  }
  const isWhole = finite.every(Number.isInteger);
  // Zero visits alone still have room for one.
  if (isWhole && fromZero) high = Math.max(high, low + 1);
  const [from, to] = nice(low, high, count) as [number, number];
  const labels = ticks(from, to, count).filter((tick) => !isWhole || Number.isInteger(tick));
  return { ticks: labels, low: from, high: to, scale: linearScale(from, to) };
}

export function linearScale(low: number, high: number): Scale {
  const span = high - low || 1;
  return (value) => round(Math.min(100, Math.max(0, ((value - low) / span) * 100)));
}

/**
 * Where labels go so that none covers another: each as near to its wish as the `gap` allows, in their order.
 * All in percent, within 0–100 as far as there is room. Answers in the order of the wishes.
 */
export function spread(wishes: readonly number[], gap: number): number[] {
  const order = wishes.map((_, index) => index).sort((a, b) => (wishes[a] ?? 0) - (wishes[b] ?? 0));
  const places = order.map((index) => wishes[index] ?? 0);
  for (let i = 1; i < places.length; i += 1) {
    places[i] = Math.max(places[i] ?? 0, (places[i - 1] ?? 0) + gap);
  }
  // What was pushed over the end pushes the others back.
  for (let i = places.length - 1, limit = 100; i >= 0; i -= 1, limit -= gap) {
    places[i] = Math.min(places[i] ?? 0, limit);
  }
  const answer: number[] = new Array(wishes.length).fill(0);
  order.forEach((index, i) => {
    answer[index] = round(places[i] ?? 0);
  });
  return answer;
}

/** Server and browser must write the same digits. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
