import type { HomeAnswer } from '@maru/contract';
import { amortizeByYear, type PurchaseCost } from '@maru/listing/money';
import { formatShortUsd } from '@maru/words';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { Button } from '../../ui/button.tsx';
import { ChartFigure } from '../../ui/chart/chart-figure.tsx';
import { ColumnChart } from '../../ui/chart/column-chart.tsx';
import { Affordability } from './affordability.tsx';
import { CostEditor } from './cost-editor.tsx';
import { CostForm } from './cost-form.tsx';
import { computeHomeCost } from './home-cost.ts';
import { SaleCostView } from './sale-cost-view.tsx';
import { usdText } from './usd-text.ts';
import { useCostEdits } from './use-cost-edits.ts';

/** The monthly cost with its editor, the affordability and the loan by year. */
export function SaleCostLive({
  home,
  now,
  isWildfireZone,
}: {
  home: HomeAnswer;
  now: number;
  isWildfireZone: boolean;
}) {
  const { t } = useWords();
  const { site } = useRouter().options.context;
  const [edits, change] = useCostEdits(home.homeId);
  const cost = computeHomeCost(home, edits, site, now, isWildfireZone);
  if (cost === undefined) return <p className="text-quiet">{t('cost.no_price')}</p>;
  const isEdited = Object.values(edits).some((value) => value !== undefined);
  const reset = isEdited ? (
    <Button variant="link" onClick={() => change({})}>
      {t('cost.edit_reset')}
    </Button>
  ) : null;
  const tools = (
    <CostEditor beside={reset}>
      <CostForm home={home} cost={cost} edits={edits} onChange={change} />
    </CostEditor>
  );
  const folds = (
    <div className="print:hidden">
      <Affordability home={home} now={now} cost={cost} edits={edits} />
      <LoanByYear cost={cost} />
    </div>
  );
  return <SaleCostView home={home} now={now} cost={cost} edits={edits} tools={tools} folds={folds} />;
}

/** Interest and principal of each year's payments, as columns and as a table. */
function LoanByYear({ cost }: { cost: PurchaseCost }) {
  const words = useWords();
  const { t, locale } = words;
  const { loan, rate, years } = cost;
  const rows = useMemo(() => amortizeByYear(loan, rate, years * 12), [loan, rate, years]);
  if (loan === 0) return null;
  const interest = rows.reduce((sum, row) => sum + row.interest, 0);
  return (
    <details className="border-line border-b py-1">
      <summary className="flex min-h-11 items-center justify-between gap-4">
        <h3 className="font-semibold">{t('cost.loan_title')}</h3>
        <span className="tabular">{t('cost.loan_interest', { amount: usdText(interest, words) })}</span>
      </summary>
      <div className="py-2">
        <ChartFigure
          message={t('cost.loan_message', {
            interest: usdText(rows[0]?.interest ?? 0, words),
            principal: usdText(rows[0]?.principal ?? 0, words),
          })}
          note={t('cost.loan_note')}
          numbers={{
            caption: t('cost.loan_title'),
            columns: [
              { label: t('cost.loan_column.year') },
              { label: t('cost.loan_column.principal'), numeric: true },
              { label: t('cost.loan_column.interest'), numeric: true },
              { label: t('cost.loan_column.balance'), numeric: true },
            ],
            rows: rows.map((row) => ({
              key: String(row.year),
              cells: [
                t('cost.loan_year', { year: row.year }),
                usdText(row.principal, words),
                usdText(row.interest, words),
                usdText(row.balance, words),
              ],
            })),
          }}
        >
          <ColumnChart
            columns={rows.map((row) => ({
              key: String(row.year),
              label: String(row.year),
              values: [row.principal / 100, row.interest / 100],
            }))}
            parts={[
              { label: t('cost.loan_column.principal'), tone: 'primary' },
              { label: t('cost.loan_column.interest'), tone: 'soft' },
            ]}
            formatValue={(value) => formatShortUsd(locale, value)}
          />
        </ChartFigure>
      </div>
    </details>
  );
}
