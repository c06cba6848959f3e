import { FEATURES, type Feature } from '@maru/listing';
import { useId } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { Choice } from './choice.tsx';
import { type FilterProps, withFilter } from './filter-state.ts';
import { NotStated } from './not-stated.tsx';

/** What a tenant asks first stands first. */
const RENT_FIRST: readonly Feature[] = ['pets', 'laundry'];

/** What a home has, as its record states it: never words of its description (rule R8). All that are chosen must be there. */
export function FeaturesPanel(props: FilterProps) {
  const { query, counts, onChange } = props;
  const { t } = useWords();
  const name = useId();
  const chosen = query.has ?? [];
  const offered =
    query.searchType === 'rent'
      ? [...RENT_FIRST, ...FEATURES.filter((one) => !RENT_FIRST.includes(one))]
      : FEATURES;
  return (
    <fieldset aria-describedby={`${name}-note`}>
      <legend className="mb-2 font-semibold">{t('criterion.has')}</legend>
      <div className="flex flex-wrap gap-2">
        {offered.map((one) => (
          <Choice
            key={one}
            kind="checkbox"
            name={`${name}-${one}`}
            checked={chosen.includes(one)}
            count={counts.facets?.has[one]}
            onChange={(on) => {
              const next = FEATURES.filter((other) => (other === one ? on : chosen.includes(other)));
              onChange(withFilter(query, 'has', next), 'push');
            }}
          >
            {t(`feature.${one}`)}
          </Choice>
        ))}
      </div>
      <p id={`${name}-note`} className="mt-2 text-quiet text-sm">
        {t('filter.has_note')}
      </p>
      <NotStated filter="has" {...props} />
    </fieldset>
  );
}
