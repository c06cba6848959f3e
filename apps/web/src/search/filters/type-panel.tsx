import { HOME_TYPES, type HomeType } from '@maru/listing';
import { useId } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { Choice } from './choice.tsx';
import { type FilterProps, withFilter } from './filter-state.ts';

/** The form of a home; several at once. Types that this market never has are not offered. */
export function TypePanel({ query, counts: { facets }, onChange }: FilterProps) {
  const { t } = useWords();
  const name = useId();
  const chosen = query.type ?? [];
  const offered = HOME_TYPES.filter(
    (one) =>
      chosen.includes(one) ||
      facets === undefined ||
      facets.type[one] > 0 ||
      USUAL[query.searchType].includes(one),
  );
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{t('filter.type')}</legend>
      <div className="flex flex-wrap gap-2">
        {offered.map((one) => (
          <Choice
            key={one}
            kind="checkbox"
            name={`${name}-${one}`}
            checked={chosen.includes(one)}
            count={facets?.type[one]}
            onChange={(on) => {
              const next = HOME_TYPES.filter((other) => (other === one ? on : chosen.includes(other)));
              onChange(withFilter(query, 'type', next), 'push');
            }}
          >
            {t(`type.${one}`)}
          </Choice>
        ))}
      </div>
    </fieldset>
  );
}

const USUAL: Record<'sale' | 'rent', readonly HomeType[]> = {
  sale: ['house', 'condo', 'townhouse'],
  rent: ['apartment', 'house', 'condo', 'townhouse'],
};
