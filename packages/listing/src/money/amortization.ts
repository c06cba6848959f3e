import { type Cents, roundCents } from './cents.ts';
import { monthlyPayment } from './loan.ts';

export interface Payment {
  number: number;
  interest: Cents;
  principal: Cents;
  balance: Cents;
}

/** Monthly interest is a twelfth of the annual rate, rounded half up to the cent; the last payment clears the balance. */
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

/** Payments of one year of the loan: year 1 is payments 1 to 12. */
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

/** The payment after which at most `most` is owed; 0 when the loan is not larger; undefined when that never happens. */
export function paymentReaching(most: Cents, loan: Cents, rate: number, months: number): number | undefined {
  if (loan <= most) return 0;
  return amortize(loan, rate, months).find(({ balance }) => balance <= most)?.number;
}
