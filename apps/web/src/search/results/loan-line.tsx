import type { HomeListAnswer } from '@maru/contract';
import type { SearchType } from '@maru/listing';
import { formatNumber, formatUsd } from '@maru/words';
import { useWords } from '../../i18n/words.tsx';
import { formatDay } from '../../listing/facts/home-dates.ts';

/** What the monthly costs of a list are made of: a loan for homes for sale, required fees for rentals. */
export function MonthlyNote({ searchType, loan }: { searchType: SearchType; loan: HomeListAnswer['loan'] }) {
  const { t } = useWords();
  if (searchType === 'sale') return <LoanLine loan={loan} />;
  return <p className="w-full text-quiet text-sm">{t('filter.monthly_rent_note')}</p>;
}

/** The loan that the monthly costs are computed with. */
export function LoanLine({ loan }: { loan: HomeListAnswer['loan'] }) {
  const { t, locale } = useWords();
  if (loan === undefined) return null;
  const down =
    loan.downAmount === null
      ? `${formatNumber(locale, loan.downPercent ?? 0)}%`
      : formatUsd(locale, loan.downAmount);
  const values = { down, rate: formatNumber(locale, loan.rate, 3), years: loan.years };
  return (
    <p className="tabular w-full text-quiet text-sm">
      {loan.rateAsOf === null
        ? t('search.loan', values)
        : t('search.loan_dated', { ...values, date: formatDay(loan.rateAsOf, 'UTC', locale) })}
    </p>
  );
}
