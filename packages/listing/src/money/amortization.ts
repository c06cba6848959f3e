import { type Cents, roundCents } from './cents.ts';
import { monthlyPayment } from './loan.ts';

/** One payment: what of it was interest, what paid the loan back, and what is still owed after it. */
export interface Payment {
  /** 1 is the first. */
  number: number;
  interest: Cents;
  principal: Cents;
  balance: Cents;
}

/**
 * Every payment of a loan. Interest is a twelfth of the year's on what is owed, half up to the cent; the last payment
 * is what remains, so that the loan ends at exactly nothing, by the last month.
 */
export function amortize(loan: Cents, rate: number, months: number): Payment[] {
  const payment = monthlyPayment(loan, rate, months);
  const payments: Payment[] = [];
  let balance = loan;
  for (let number = 1; number <= months && balance > 0; number += 1) {
    const interest = roundCents((balance * rate) / 1200);
    const principal = number === months ? balance : Math.min(balance, payment - interest);
    balance -= principal;
    payments.push({ number, interest, principal, balance });
  }
  return payments;
}

/** The payments of a year of the loan, summed: year 1 is payments 1 to 12. */
export interface LoanYear {
  year: number;
  interest: Cents;
  principal: Cents;
  balance: Cents;
}

export function amortizeByYear(loan: Cents, rate: number, months: number): LoanYear[] {
  const years: LoanYear[] = [];
  for (const { number, interest, principal, balance } of amortize(loan, rate, months)) {
    const index = Math.floor((number - 1) / 12);
    years[index] ??= { year: index + 1, interest: 0, principal: 0, balance };
    years[index].interest += interest;
    years[index].principal += principal;
    years[index].balance = balance;
  }
  return years;
}

/** The payment after which at most `most` is owed; 0 when no more is borrowed; undefined when it never comes to that. */
export function paymentReaching(most: Cents, loan: Cents, rate: number, months: number): number | undefined {
  if (loan <= most) return 0;
  return amortize(loan, rate, months).find(({ balance }) => balance <= most)?.number;
}
