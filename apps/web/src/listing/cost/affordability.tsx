import type { HomeAnswer } from '@maru/contract';
import {
  affordableHome,
  budgetFit,
  type CostEdits,
  figureOn,
  LENDING_RATIOS,
  type PurchaseCost,
  purchaseCost,
  shareOfIncome,
  toCents,
} from '@maru/listing/money';
import { formatUsd } from '@maru/words';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { SourceLink } from '../../ui/source-link.tsx';
import { AmountField } from './amount-field.tsx';
import { purchaseFactsOf, usualTerms } from './home-cost.ts';
import { usdText } from './usd-text.ts';

interface AffordabilityProps {
  home: HomeAnswer;
  now: number;
  cost: PurchaseCost;
  edits: CostEdits;
}

/** What income and debts leave for a home like this one. Neither is kept or sent anywhere. */
export function Affordability({ home, now, cost, edits }: AffordabilityProps) {
  const { t } = useWords();
  const [annual, setAnnual] = useState<number | undefined>();
  const [debts, setDebts] = useState<number | undefined>();
  const figure = figureOn(LENDING_RATIOS, cost.closing) ?? LENDING_RATIOS[0]!;
  const money = { before: '$', most: 100_000_000, digits: 0 };
  return (
    <details className="border-line border-b py-1">
      <summary className="flex min-h-11 items-center">
        <h3 className="font-semibold">{t('cost.afford_title')}</h3>
      </summary>
      <div className="space-y-4 py-2">
        <div className="grid gap-4 sm:grid-cols-2">
          <AmountField
            {...money}
            label={t('cost.afford_income')}
            after={t('cost.field.a_year')}
            usual=""
            value={annual}
            onChange={setAnnual}
          />
          <AmountField
            {...money}
            label={t('cost.afford_debts')}
            after={t('cost.field.a_month')}
            usual="0"
            value={debts}
            onChange={setDebts}
          />
        </div>
        <div role="status">
          {annual === undefined || annual === 0 ? null : (
            <Answer home={home} now={now} cost={cost} edits={edits} annual={annual} debts={debts ?? 0} />
          )}
        </div>
        <p className="text-quiet text-sm">
          {t('cost.afford_note', { housing: figure.value.housing, all: figure.value.all })}{' '}
          <SourceLink href={figure.url}>{figure.source}</SourceLink>
        </p>
      </div>
    </details>
  );
}

function Answer({
  home,
  now,
  cost,
  edits,
  annual,
  debts,
}: AffordabilityProps & { annual: number; debts: number }) {
  const words = useWords();
  const { t, locale } = words;
  const { site } = useRouter().options.context;
  const figure = figureOn(LENDING_RATIOS, cost.closing) ?? LENDING_RATIOS[0]!;
  const income = { annual: toCents(annual), debts: toCents(debts) };
  const facts = purchaseFactsOf(home);
  const terms = usualTerms(site, now);
  const costAt = (price: number) =>
    price === 0 ? 0 : (purchaseCost(facts, { ...edits, offer: price }, terms)?.monthly.likely ?? 0);
  const { monthly, price, bound } = affordableHome(income, costAt, figure.value);
  const fit = budgetFit(cost.monthly.likely, monthly);
  return (
    <>
      <p className="font-semibold text-lg">
        {monthly === 0
          ? t('cost.afford_nothing')
          : t('cost.afford_answer', { month: usdText(monthly, words), price: formatUsd(locale, price) })}
      </p>
      <p>
        {t(`cost.afford_${fit}`, { share: shareOfIncome(cost.monthly.likely, income) })}{' '}
        {monthly > 0 ? t(`cost.afford_bound_${bound}`) : ''}
      </p>
    </>
  );
}
