import { STATUS_FILTERS, type StatusFilter } from '@maru/listing';
import { useId } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { Choice } from './choice.tsx';
import { type FilterProps, withFilter } from './filter-state.ts';
import { RangeFields } from './range-fields.tsx';

const LISTED_WITHIN = [1, 3, 7, 14, 30, 90];

/** Size, lot, year, HOA, days listed, status. */
export function MorePanel({ query, facets, onChange }: FilterProps) {
  const { t } = useWords();
  const name = useId();
  const statuses = query.status ?? ['active'];
  const setStatuses = (next: StatusFilter[]) => {
    const plain = next.length === 0 || (next.length === 1 && next[0] === 'active');
    onChange(withFilter(query, 'status', plain ? undefined : next), 'push');
  };
  return (
    <div className="space-y-6">
      <RangeFields
        legend={t('filter.sqft')}
        unit={t('unit.square_feet')}
        value={query.sqft}
        onChange={(range, kind) => onChange(withFilter(query, 'sqft', range), kind)}
      />
      <p className="-mt-4 text-sm text-quiet">{t('filter.sqft_note')}</p>
      <RangeFields
        legend={t('filter.lot')}
        unit={t('unit.square_feet')}
        value={query.lot}
        onChange={(range, kind) => onChange(withFilter(query, 'lot', range), kind)}
      />
      <RangeFields
        legend={t('filter.year')}
        plain
        value={query.year}
        onChange={(range, kind) => onChange(withFilter(query, 'year', range), kind)}
      />
      {query.searchType === 'sale' || query.hoa !== undefined ? (
        <RangeFields
          legend={t('filter.hoa')}
          unit={t('unit.usd_month')}
          value={query.hoa}
          onChange={(range, kind) => onChange(withFilter(query, 'hoa', range), kind)}
        />
      ) : null}
      <fieldset>
        <legend className="mb-2 font-semibold">{t('filter.dom')}</legend>
        <div className="flex flex-wrap gap-2">
          <Choice
            kind="radio"
            name={`${name}-dom`}
            checked={query.dom === undefined}
            onChange={() => onChange(withFilter(query, 'dom', undefined), 'push')}
          >
            {t('filter.any')}
          </Choice>
          {LISTED_WITHIN.map((days) => (
            <Choice
              key={days}
              kind="radio"
              name={`${name}-dom`}
              checked={query.dom?.min === undefined && query.dom?.max === days}
              onChange={() => onChange(withFilter(query, 'dom', { max: days }), 'push')}
            >
              {t('filter.days', { days })}
            </Choice>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="mb-2 font-semibold">{t('filter.status')}</legend>
        <div className="flex flex-wrap gap-2">
          {STATUS_FILTERS.filter(
            (one) => one !== 'sold' || (facets?.status.sold ?? 0) > 0 || statuses.includes('sold'),
          ).map((one) => (
            <Choice
              key={one}
              kind="checkbox"
              name={`${name}-${one}`}
              checked={statuses.includes(one)}
              count={facets?.status[one]}
              onChange={(on) =>
                setStatuses(STATUS_FILTERS.filter((other) => (other === one ? on : statuses.includes(other))))
              }
            >
              {t(`status.${one}`)}
            </Choice>
          ))}
        </div>
      </fieldset>
    </div>
  );
}
