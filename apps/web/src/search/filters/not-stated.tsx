import type { NullableFilter } from '@maru/listing/search';
import { useWords } from '../../i18n/words.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { switchUnknown } from '../page-address.ts';
import type { FilterProps } from './filter-state.ts';

/** How many homes a filter leaves out only because nobody stated it, and the switch that keeps them in (rule R10). */
export function NotStated({ filter, query, counts, onChange }: FilterProps & { filter: NullableFilter }) {
  const { t, intl } = useWords();
  const count = counts.unknown[filter] ?? 0;
  if (query[filter] === undefined || count === 0) return null;
  return (
    <Checkbox
      className="mt-1 gap-2! text-sm"
      checked={query.unk?.includes(filter) ?? false}
      onChange={(event) => onChange(switchUnknown(query, filter, event.target.checked), 'push')}
    >
      {t('filter.not_stated', { count: intl.formatNumber(count) })}
    </Checkbox>
  );
}
