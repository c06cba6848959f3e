import { type Cents, roundCents } from './cents.ts';

/** Where the down payment comes from: a share of the price, or an amount in whole USD. */
export type DownPayment = { percent: number } | { amount: number };

/** The down payment for a price, never more than the price. */
export function downPaymentOf(price: Cents, down: DownPayment): Cents {
  const cents = 'percent' in down ? roundCents((price * down.percent) / 100) : roundCents(down.amount * 100);
  return Math.min(price, Math.max(0, cents));
}

/**
 * Principal and interest by the month: M = L·i / (1 − (1+i)^−n) with i = `rate` / 1200 and n months; without interest
 * L/n. Half up to the cent.
 */
export function monthlyPayment(loan: Cents, rate: number, months: number): Cents {
  if (loan <= 0) return 0;
  const i = rate / 1200;
  return roundCents(i === 0 ? loan / months : (loan * i) / (1 - (1 + i) ** -months));
}

/** The largest loan that a payment of so much a month pays back in time: the same formula turned around, cents cut off. */
export function loanForPayment(payment: Cents, rate: number, months: number): Cents {
  if (payment <= 0) return 0;
  const i = rate / 1200;
  return Math.floor(i === 0 ? payment * months : (payment * (1 - (1 + i) ** -months)) / i);
}
