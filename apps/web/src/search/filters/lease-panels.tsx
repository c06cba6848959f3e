import { useId } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { Choice } from './choice.tsx';
import { type FilterProps, withFilter } from './filter-state.ts';
import { DayField } from './market-panels.tsx';
import { NotStated } from './not-stated.tsx';
import { OneOf } from './one-of.tsx';

/** What a tenant must know of the lease. */

const LEASES = [1, 3, 6, 9, 12];

export function LeasePanel(props: FilterProps) {
  const { query, onChange } = props;
  const { t } = useWords();
  return (
    <div>
      <OneOf
        legend={t('criterion.lease')}
        any={t('filter.any')}
        value={query.lease}
        choices={LEASES.map((months) => ({
          value: months,
          text: months === 12 ? t('filter.lease_year') : t('filter.lease_months', { months }),
        }))}
        onChange={(months) => onChange(withFilter(query, 'lease', months), 'push')}
        note={t('filter.lease_note')}
      />
      <NotStated filter="lease" {...props} />
    </div>
  );
}

export function MoveInPanel(props: FilterProps) {
  const { query, onChange } = props;
  const { t } = useWords();
  const id = useId();
  return (
    <fieldset>
      <legend className="font-semibold">{t('criterion.from')}</legend>
      <DayField
        id={id}
        label={t('filter.free_by')}
        value={query.from ?? ''}
        onChange={(day) => onChange(withFilter(query, 'from', day), 'push')}
      />
      <NotStated filter="from" {...props} />
    </fieldset>
  );
}

export function FurnishedPanel(props: FilterProps) {
  const { query, onChange } = props;
  const { t } = useWords();
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{t('criterion.furnished')}</legend>
      <Choice
        kind="checkbox"
        name={name}
        checked={query.furnished ?? false}
        onChange={(on) => onChange(withFilter(query, 'furnished', on ? true : undefined), 'push')}
      >
        {t('chip.furnished')}
      </Choice>
      <NotStated filter="furnished" {...props} />
    </fieldset>
  );
}
