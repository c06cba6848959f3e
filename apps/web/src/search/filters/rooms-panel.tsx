import { COUNTED_ROOMS, type Range } from '@maru/listing';
import { useId } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { Choice } from './choice.tsx';
import { type FilterProps, withFilter } from './filter-state.ts';

/** Beds and baths: "at least" by default; "exactly" for beds with one more press. */
export function RoomsPanel({ query, facets, onChange }: FilterProps) {
  const { t } = useWords();
  const name = useId();
  const steps = Array.from({ length: COUNTED_ROOMS }, (_, index) => index + 1);
  const exact = query.beds?.min !== undefined && query.beds.min === query.beds.max;
  const rooms = (field: 'beds' | 'baths') => {
    const value = query[field];
    const choose = (range: Range | undefined) => onChange(withFilter(query, field, range), 'push');
    return (
      <fieldset>
        <legend className="mb-2 font-semibold">{t(`filter.${field}`)}</legend>
        <div className="flex flex-wrap gap-2">
          <Choice
            kind="radio"
            name={`${name}-${field}`}
            checked={value === undefined}
            onChange={() => choose(undefined)}
          >
            {t('filter.any')}
          </Choice>
          {steps.map((step) => (
            <Choice
              key={step}
              kind="radio"
              name={`${name}-${field}`}
              checked={value?.min === step}
              count={
                facets === undefined ? undefined : countOf(facets[field], step, field === 'beds' && exact)
              }
              onChange={() => choose(field === 'beds' && exact ? { min: step, max: step } : { min: step })}
            >
              {field === 'beds' && exact ? step : t('filter.at_least', { count: step })}
            </Choice>
          ))}
        </div>
      </fieldset>
    );
  };
  return (
    <div className="space-y-4">
      {rooms('beds')}
      <label className="flex min-h-11 items-center gap-2 text-sm">
        <input
          type="checkbox"
          className="size-5 accent-primary"
          checked={exact}
          disabled={query.beds?.min === undefined}
          onChange={(event) => {
            const min = query.beds?.min;
            if (min !== undefined) {
              onChange(withFilter(query, 'beds', event.target.checked ? { min, max: min } : { min }), 'push');
            }
          }}
        />
        {t('filter.exact_beds')}
      </label>
      {rooms('baths')}
    </div>
  );
}

/** Facets count "at least"; "exactly" is the step to the next one, known up to the last counted. */
function countOf(counts: number[], step: number, exact: boolean): number | undefined {
  const own = counts[step];
  if (!exact || own === undefined) return own;
  const next = counts[step + 1];
  return next === undefined ? undefined : own - next;
}
