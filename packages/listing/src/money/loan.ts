import { type Cents, roundCents } from './cents.ts';

/** `amount` in whole USD. */
export type DownPayment = { percent: number } | { amount: number };

/** At most the price. */
export function downPaymentAmount(price: Cents, down: DownPayment): Cents {
  const cents = 'percent' in down ? roundCents((price * down.percent) / 100) : roundCents(down.amount * 100);
  return Math.min(price, Math.max(0, cents));
}

/** M = L·i / (1 − (1+i)^−n) with i = `rate` / 1200 and n months; L/n without interest. Rounded half up to the cent. */
export function monthlyPayment(loan: Cents, rate: number, months: number): Cents {
  if (loan <= 0) return 0;
  const i = rate / 1200;
  return roundCents(i === 0 ? loan / months : (loan * i) / (1 - (1 + i) ** -months));
}
