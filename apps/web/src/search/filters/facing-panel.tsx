import { FACINGS } from '@maru/listing/search';
import { useId } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { Choice } from './choice.tsx';
import { type FilterProps, withFilter } from './filter-state.ts';
import { NotStated } from './not-stated.tsx';

/** Where the front of the building looks: not the side one lives on, and the note says so (rule R82). */
export function FacingPanel(props: FilterProps) {
  const { query, counts, onChange } = props;
  const { t } = useWords();
  const name = useId();
  const chosen = query.facing ?? [];
  return (
    <fieldset aria-describedby={`${name}-note`}>
      <legend className="mb-2 font-semibold">{t('criterion.facing')}</legend>
      <div className="grid grid-cols-4 gap-2">
        {FACINGS.map((one) => (
          <Choice
            key={one}
            kind="checkbox"
            name={`${name}-${one}`}
            isNarrow
            checked={chosen.includes(one)}
            count={counts.choices?.facing[one]}
            onChange={(on) => {
              const next = FACINGS.filter((other) => (other === one ? on : chosen.includes(other)));
              onChange(withFilter(query, 'facing', next), 'push');
            }}
          >
            {t(`filter.side_${one}`)}
          </Choice>
        ))}
      </div>
      <p id={`${name}-note`} className="mt-2 text-quiet text-sm">
        {t('filter.facing_note')}
      </p>
      <NotStated filter="facing" {...props} />
    </fieldset>
  );
}
