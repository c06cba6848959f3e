import { COUNTED_ROOMS, type Range } from '@maru/listing/search';
import { formatNumber } from '@maru/words';
import { useId } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Choice } from './choice.tsx';
import { type FilterProps, withFilter } from './filter-state.ts';
import { NotStated } from './not-stated.tsx';

const BEDS = [1, 2, 3, 4, 5];
const BATHS = [1, 1.5, 2, 2.5, 3, 4, 5];

/** Beds and baths: "at least" by default; "exactly" with one more press. A half bath counts a half. */
export function RoomsPanel(props: FilterProps) {
  return (
    <div className="space-y-4">
      <Rooms {...props} field="beds" steps={props.query.searchType === 'rent' ? [0, ...BEDS] : BEDS} />
      <Rooms {...props} field="baths" steps={BATHS} />
    </div>
  );
}

function Rooms({ field, steps, ...props }: FilterProps & { field: 'beds' | 'baths'; steps: number[] }) {
  const { query, counts, onChange } = props;
  const { t, locale } = useWords();
  const name = useId();
  const value = query[field];
  const exact = value?.min !== undefined && value.min === value.max;
  const choose = (range: Range | undefined) => onChange(withFilter(query, field, range), 'push');
  // A studio is a home of exactly no bedrooms.
  const rangeOfStep = (step: number): Range =>
    exact || step === 0 ? { min: step, max: step } : { min: step };
  return (
    <div>
      <fieldset>
        <legend className="mb-2 font-semibold">{t(`filter.${field}`)}</legend>
        <div className="flex flex-wrap gap-2">
          <Choice kind="radio" name={name} checked={value === undefined} onChange={() => choose(undefined)}>
            {t('filter.any')}
          </Choice>
          {steps.map((step) => (
            <Choice
              key={step}
              kind="radio"
              name={name}
              checked={value?.min === step}
              count={counts.facets && countOf(counts.facets[field], step, exact || step === 0)}
              onChange={() => choose(rangeOfStep(step))}
            >
              {step === 0
                ? t('filter.studio')
                : exact
                  ? formatNumber(locale, step)
                  : t('filter.at_least', { count: formatNumber(locale, step) })}
            </Choice>
          ))}
        </div>
      </fieldset>
      <Checkbox
        className="mt-1 gap-2! text-sm"
        checked={exact}
        disabled={value?.min === undefined || value.min === 0}
        onChange={(event) => {
          const min = value?.min;
          if (min !== undefined) choose(event.target.checked ? { min, max: min } : { min });
        }}
      >
        {t(field === 'beds' ? 'filter.exact_beds' : 'filter.exact_baths')}
      </Checkbox>
      <NotStated filter={field} {...props} />
    </div>
  );
}

/** Facets count "at least" whole rooms; "exactly" is the step to the next one, known up to the last counted. */
function countOf(counts: number[], step: number, exact: boolean): number | undefined {
  if (!Number.isInteger(step) || step > COUNTED_ROOMS) return undefined;
  const own = counts[step];
  if (!exact || own === undefined) return own;
  const next = counts[step + 1];
  return next === undefined ? undefined : own - next;
}
