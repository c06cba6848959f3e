import { UNSTATED } from './unstated.ts';

export interface Bars {
  /** All edges are multiples of it. */
  step: number;
  /** Bar by step: 0 for unstated, then the steps from 1 up to the last edge, which includes all higher values. */
  barByStep: Uint8Array;
}

const barsByEdges = new WeakMap<readonly number[], Bars>();

/** A lookup table of the edges: the bar of a value takes one division and no branch. */
export function buildBars(edges: readonly number[]): Bars {
  let bars = barsByEdges.get(edges);
  if (bars === undefined) {
    const step = edges.reduce(greatestCommonDivisor, 0);
    const steps = edges[edges.length - 1] / step;
    const barByStep = new Uint8Array(steps + 2);
    for (let i = 0; i + 1 < edges.length; i++)
      barByStep.fill(i + 1, edges[i] / step + 1, edges[i + 1] / step + 1);
    barByStep[steps + 1] = edges.length;
    bars = { step, barByStep };
    barsByEdges.set(edges, bars);
  }
  return bars;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** The bar of a column value; 0 for unstated. */
export function findBar({ step, barByStep }: Bars, value: number): number {
  if (value === UNSTATED) return 0;
  return barByStep[Math.min(barByStep.length - 1, Math.floor(value / step) + 1)];
}
