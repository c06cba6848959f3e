import type { BudgetFit } from '@maru/listing';
import { formatUsd } from '@maru/words';
import { useId, useRef, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { AmountField } from '../../listing/cost/amount-field.tsx';
import { useDismissal } from '../../ui/use-dismissal.ts';
import {
  BUDGET_STEP,
  countFits,
  FIT_MARKS,
  keepBudget,
  LEAST_BUDGET,
  loadBudget,
  MOST_BUDGET,
} from './budget.ts';
import { MAP_CHIP } from './map-tools.tsx';
import type { MapCluster } from './map-view.ts';

interface BudgetPanelProps {
  searchType: 'sale' | 'rent';
  budget: number | null;
  clusters: readonly MapCluster[];
  onChange: (budget: number | null) => void;
}

const FITS: readonly BudgetFit[] = ['fits', 'stretch', 'over'];

/** "I can pay $6,000 a month": the map's homes take the color of fits, stretch or over, while one moves it. */
export function BudgetPanel({ searchType, budget, clusters, onChange }: BudgetPanelProps) {
  const { t, locale } = useWords();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  useDismissal(isOpen, setOpen, box, button);
  const set = (next: number) => {
    keepBudget(searchType, next);
    onChange(next);
  };
  const open = () => {
    setOpen(!isOpen);
    if (!isOpen && budget === null) onChange(loadBudget(searchType));
  };
  const counts = budget === null ? undefined : countFits(clusters, budget);
  const several = clusters.some(({ home }) => home === undefined);
  return (
    <div ref={box}>
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        className={`${MAP_CHIP} ${budget === null ? '' : 'font-semibold text-primary-text'}`}
        onClick={open}
      >
        {budget === null ? t('map.budget') : t('map.budget_set', { amount: formatUsd(locale, budget) })}
      </button>
      {isOpen && budget !== null ? (
        <fieldset
          id={id}
          className="absolute top-full right-0 z-20 mt-1 w-80 max-w-[calc(100vw-2rem)] space-y-3 rounded-card bg-surface p-4 text-sm shadow-float"
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
            problem={t('cost.field.problem')}
            onChange={(value) => value !== undefined && value >= LEAST_BUDGET && set(value)}
          />
          <ul role="status" className="space-y-1">
            {FITS.map((fit) => (
              <li key={fit} className="flex items-center gap-2">
                <span aria-hidden="true" className="map-fit-mark" data-fit={fit}>
                  {FIT_MARKS[fit]}
                </span>
                {t(`map.budget_${fit}`, { count: counts?.[fit] ?? 0 })}
              </li>
            ))}
          </ul>
          <p className="text-quiet">
            {t(searchType === 'rent' ? 'map.budget_rent_note' : 'map.budget_note')}
          </p>
          {several ? <p className="text-quiet">{t('map.budget_zoom')}</p> : null}
          <button
            type="button"
            className="min-h-11 rounded-field border border-line-strong px-4 font-medium hover:bg-sunken"
            onClick={() => {
              onChange(null);
              setOpen(false);
              button.current?.focus();
            }}
          >
            {t('map.budget_off')}
          </button>
        </fieldset>
      ) : null}
    </div>
  );
}
