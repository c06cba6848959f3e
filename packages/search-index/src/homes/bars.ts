import { UNSTATED } from './unstated.ts';

export interface Bars {
  /** Every edge is a multiple of it. */
  step: number;
  /** The bar of the unstated (0), then of each step (from 1) up to the last edge, which holds all above it. */
  barOf: Uint8Array;
}

const barsByEdges = new WeakMap<readonly number[], Bars>();

/** The edges as a table, so that a value finds its bar by one division and no branch. */
export function barsOf(edges: readonly number[]): Bars {
  let bars = barsByEdges.get(edges);
  if (bars === undefined) {
    const step = edges.reduce(greatestCommonDivisor, 0);
    const steps = edges[edges.length - 1] / step;
    const barOf = new Uint8Array(steps + 2);
    for (let i = 0; i + 1 < edges.length; i++)
      barOf.fill(i + 1, edges[i] / step + 1, edges[i + 1] / step + 1);
    barOf[steps + 1] = edges.length;
    bars = { step, barOf };
    barsByEdges.set(edges, bars);
  }
  return bars;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** The bar of a column's value: 0 for the unstated. */
export function barOf({ step, barOf }: Bars, value: number): number {
  if (value === UNSTATED) return 0;
  return barOf[Math.min(barOf.length - 1, Math.floor(value / step) + 1)];
}
