import { formatUsd } from '@maru/words';
import { useWords } from '../../../i18n/words.tsx';
import { AmountField } from '../../../listing/cost/amount-field.tsx';
import { type CostFit, FIT_MARKS } from '../../../listing/facts/monthly-budget.ts';
import { Button } from '../../../ui/button.tsx';
import { useDropdown } from '../../../ui/use-dropdown.ts';
import { BUDGET_STEP, type FitCounts, keepBudget, LEAST_BUDGET, loadBudget, MOST_BUDGET } from './budget.ts';

interface BudgetPanelProps {
  searchType: 'sale' | 'rent';
  budget: number | null;
  /** Of all homes of the search; null until they are loaded. */
  counts: FitCounts | null;
  /** Some pins stand for several homes. */
  hasCircles: boolean;
  onChange: (budget: number | null) => void;
  /** Makes room on a phone's sheet. */
  onOpen: () => void;
}

const FITS: readonly CostFit[] = ['fits', 'stretch', 'unsure', 'over'];

/**
 * The monthly budget of the map: colors the homes by how they compare to it, and shows how many homes of the search
 * fit. Clusters show their share, cards their comparison.
 */
export function BudgetPanel({ searchType, budget, counts, hasCircles, onChange, onOpen }: BudgetPanelProps) {
  const { t, locale, intl } = useWords();
  const { isOpen, setOpen, box, button, id, toggle } = useDropdown();
  const set = (next: number) => {
    keepBudget(searchType, next);
    onChange(next);
  };
  const open = () => {
    setOpen(!isOpen);
    if (!isOpen) onOpen();
    if (!isOpen && budget === null) onChange(loadBudget(searchType));
  };
  const total = counts === null ? 0 : FITS.reduce((sum, fit) => sum + counts[fit], 0);
  return (
    <div ref={box}>
      <Button
        {...toggle}
        variant="float"
        className={budget === null ? '' : 'font-semibold text-primary-text'}
        onClick={open}
      >
        {budget === null ? t('map.budget') : t('map.budget_set', { amount: formatUsd(locale, budget) })}
      </Button>
      {isOpen && budget !== null ? (
        <fieldset
          id={id}
          className="absolute top-full right-0 z-20 mt-1 w-80 max-w-[calc(100vw-2rem)] space-y-3 overflow-y-auto rounded-card bg-surface p-4 text-sm shadow-float max-md:max-h-[calc(100dvh-26rem)]"
        >
          <legend className="sr-only">{t('map.budget')}</legend>
          <input
            type="range"
            aria-label={t('map.budget_slider')}
            aria-valuetext={t('cost.month', { amount: formatUsd(locale, budget) })}
            className="h-11 w-full accent-primary"
            min={LEAST_BUDGET}
            max={MOST_BUDGET[searchType]}
            step={BUDGET_STEP}
            value={Math.min(budget, MOST_BUDGET[searchType])}
            onChange={(event) => set(Number(event.target.value))}
          />
          <AmountField
            label={t('map.budget_slider')}
            before="$"
            after={t('cost.field.a_month')}
            usual=""
            value={budget}
            most={1_000_000}
            digits={0}
            onChange={(value) => value !== undefined && value >= LEAST_BUDGET && set(value)}
          />
          <p role="status" className="tabular font-semibold">
            {counts === null
              ? t('map.budget_counting')
              : t('map.budget_share', {
                  fits: intl.formatNumber(counts.fits),
                  total: intl.formatNumber(total),
                })}
          </p>
          <ul className="tabular grid gap-1 max-md:grid-cols-2">
            {FITS.filter((fit) => fit !== 'unsure' || (counts?.unsure ?? 0) > 0).map((fit) => (
              <li key={fit} className="flex items-center gap-2">
                <span aria-hidden="true" className="map-fit-mark shrink-0" data-fit={fit}>
                  {FIT_MARKS[fit]}
                </span>
                {t(`map.budget_${fit}`, { count: counts === null ? '–' : intl.formatNumber(counts[fit]) })}
              </li>
            ))}
          </ul>
          <p className="text-quiet">
            {t(searchType === 'rent' ? 'map.budget_rent_note' : 'map.budget_note')}
          </p>
          {hasCircles ? <p className="text-quiet">{t('map.budget_zoom')}</p> : null}
          <Button
            onClick={() => {
              onChange(null);
              setOpen(false);
              button.current?.focus();
            }}
          >
            {t('map.budget_off')}
          </Button>
        </fieldset>
      ) : null}
    </div>
  );
}
