import type { HomeType } from '@maru/listing';
import { insuranceGuess, isTaxedInMaintenance, sumMonthlyCost } from '@maru/listing/money';
import type { CommuteBasis } from '@maru/listing/places';
import { type Columns, readListPrice, TYPE_BIT } from '../homes/columns.ts';
import { UNSTATED } from '../homes/unstated.ts';
import type { Plan } from './plan.ts';

const TYPE_BY_BIT = Object.fromEntries(
  Object.entries(TYPE_BIT).map(([type, bit]) => [bit, type as HomeType]),
) as Record<number, HomeType>;

/** USD per month, as `monthlyCost` computes it; NaN without a price. */
export function leastCost(columns: Columns, row: number, plan: Plan): number {
  const { int } = columns;
  const price = int.price[row];
  if (price === UNSTATED) return Number.NaN;
  if (plan.searchType === 'rent') return price;
  const type = TYPE_BY_BIT[columns.type[row]];
  const insurance = insuranceGuess(type, int.sqft[row], price);
  // UNSTATED is -1: the rate of an unknown state is first.
  const taxRate = isTaxedInMaintenance(type) ? 0 : plan.taxRates[int.state[row] + 1];
  const levies = Math.max(0, int.mello[row]);
  return sumMonthlyCost(price, taxRate, insurance, levies, Math.max(0, int.hoa[row]), plan.loan);
}

/** Whether `leastCost` is the whole cost, as `monthlyCost` tells it. */
export function isWholeCost({ int }: Columns, row: number, plan: Plan): boolean {
  if (int.price[row] === UNSTATED) return false;
  if (plan.searchType === 'rent') return true;
  return int.hoa[row] !== UNSTATED && (int.mello[row] !== UNSTATED || int.state[row] !== plan.california);
}

/** Minutes to the plan's destination, the longer of two; NaN when unknown. */
export function minutesTo({ int }: Columns, row: number, { destination, secondDestination }: Plan): number {
  if (destination === null || int.x[row] === UNSTATED) return Number.NaN;
  const minutes = minutesFrom(destination, int.x[row], int.y[row]);
  if (secondDestination === null) return minutes;
  return Math.max(minutes, minutesFrom(secondDestination, int.x[row], int.y[row]));
}

function minutesFrom(
  { x, y, minutesBefore, minutesPerUnit }: CommuteBasis,
  atX: number,
  atY: number,
): number {
  const dx = atX - x;
  const dy = atY - y;
  return minutesBefore + Math.sqrt(dx * dx + dy * dy) * minutesPerUnit;
}

/** The price cut in percent; NaN without one. */
export function cutPercent(columns: Columns, row: number): number {
  const price = readListPrice(columns, row);
  const before = columns.int.previousPrice[row];
  return price === UNSTATED || before <= price ? Number.NaN : ((before - price) / before) * 100;
}

/** Whether a bit from `from` to `to` is set; both may be out of range. */
export function isOpenWithin(days: number, from: number, to: number): boolean {
  const low = Math.max(0, from);
  const high = Math.min(31, to);
  if (low > high) return false;
  const mask = (0xffffffff >>> (31 - (high - low))) << low;
  return (days & mask) !== 0;
}
