import { HOME_TYPES, type HomeType } from '@maru/listing';
import { COUNTED_ROOMS, priceEdges, type Range } from '@maru/listing/search';
import { formatNumber, formatShortUsd } from '@maru/words';
import { useId } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Choice, ChoiceGroup, NotStated, SomeOf } from './choices.tsx';
import { type FilterProps, withFilter } from './filter-state.ts';
import { HistogramRange } from './histogram-range.tsx';
import { MoneyFields } from './value-fields.tsx';

/** The panels of the filter bar, in one script that is loaded when the pointer or the focus reaches the bar. */
export { CostPanel } from './cost-panel.tsx';

/** Price: a histogram with a slider over it, and fields for an exact amount. */
export function PricePanel(props: FilterProps) {
  const { query, counts, onChange } = props;
  const { t, locale } = useWords();
  const isRent = query.searchType === 'rent';
  return (
    <div className="space-y-4">
      <HistogramRange
        legend={t(isRent ? 'filter.rent' : 'filter.price')}
        edges={priceEdges(query.searchType)}
        histogram={counts.histogram}
        value={query.price}
        onChange={(range) => onChange(withFilter(query, 'price', range), 'replace')}
        lowLabel={t('filter.price_low')}
        highLabel={t('filter.price_high')}
        formatEdge={(edge) => formatShortUsd(locale, edge)}
        summary="filter.histogram"
        emptySummary="filter.histogram_none"
      />
      <MoneyFields
        {...props}
        filter="price"
        legend={t('filter.price_exact')}
        unit={t(isRent ? 'unit.usd_month' : 'unit.usd')}
      >
        <p className="mt-2 text-quiet text-sm">{t('filter.price_note')}</p>
      </MoneyFields>
      <NotStated filter="price" {...props} />
    </div>
  );
}

const BEDS = [1, 2, 3, 4, 5];
const BATHS = [1, 1.5, 2, 2.5, 3, 4, 5];

/** Beds and baths: "at least" by default, "exactly" with a checkbox. A half bath counts as 0.5. */
export function RoomsPanel(props: FilterProps) {
  return (
    <div className="space-y-4">
      <Rooms {...props} filter="beds" steps={props.query.searchType === 'rent' ? [0, ...BEDS] : BEDS} />
      <Rooms {...props} filter="baths" steps={BATHS} />
    </div>
  );
}

function Rooms({ steps, ...props }: FilterProps & { filter: 'beds' | 'baths'; steps: number[] }) {
  const { filter, query, counts, onChange } = props;
  const { t, locale } = useWords();
  const name = useId();
  const value = query[filter];
  const isExact = value?.min !== undefined && value.min === value.max;
  const choose = (range: Range | undefined) => onChange(withFilter(query, filter, range), 'push');
  return (
    <div>
      <ChoiceGroup legend={t(`filter.${filter}`)}>
        <Choice kind="radio" name={name} checked={value === undefined} onChange={() => choose(undefined)}>
          {t('filter.any')}
        </Choice>
        {steps.map((step) => {
          // A studio is a home of exactly no bedrooms.
          const isStepExact = isExact || step === 0;
          return (
            <Choice
              key={step}
              kind="radio"
              name={name}
              checked={value?.min === step}
              count={counts.facets && countRooms(counts.facets[filter], step, isStepExact)}
              onChange={() => choose(isStepExact ? { min: step, max: step } : { min: step })}
            >
              {step === 0
                ? t('filter.studio')
                : isExact
                  ? formatNumber(locale, step)
                  : t('filter.at_least', { count: formatNumber(locale, step) })}
            </Choice>
          );
        })}
      </ChoiceGroup>
      <Checkbox
        className="mt-1 gap-2! text-sm"
        checked={isExact}
        disabled={value?.min === undefined || value.min === 0}
        onChange={(event) => {
          const min = value?.min;
          if (min !== undefined) choose(event.target.checked ? { min, max: min } : { min });
        }}
      >
        {t(filter === 'beds' ? 'filter.exact_beds' : 'filter.exact_baths')}
      </Checkbox>
      <NotStated {...props} />
    </div>
  );
}

/** Facets count "at least" whole rooms. "Exactly" is the difference to the next count, up to the last counted. */
function countRooms(counts: number[], step: number, isExact: boolean): number | undefined {
  if (!Number.isInteger(step) || step > COUNTED_ROOMS) return undefined;
  const own = counts[step];
  if (!isExact || own === undefined) return own;
  const next = counts[step + 1];
  return next === undefined ? undefined : own - next;
}

/** Offered also where the market has none at the moment. */
const USUAL_TYPES: Record<'sale' | 'rent', readonly HomeType[]> = {
  sale: ['house', 'condo', 'townhouse'],
  rent: ['apartment', 'house', 'condo', 'townhouse'],
};

/** Types that this market never has are not offered. */
export function TypePanel({ query, counts: { facets }, onChange }: FilterProps) {
  const { t } = useWords();
  const chosen = query.type ?? [];
  const usual = USUAL_TYPES[query.searchType];
  return (
    <SomeOf
      legend={t('filter.type')}
      all={HOME_TYPES.filter(
        (one) => chosen.includes(one) || facets === undefined || facets.type[one] > 0 || usual.includes(one),
      )}
      order={HOME_TYPES}
      chosen={chosen}
      format={(one) => t(`type.${one}`)}
      counts={facets?.type}
      onChange={(next) => onChange(withFilter(query, 'type', next), 'push')}
    />
  );
}
