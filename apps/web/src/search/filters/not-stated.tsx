import type { NullableFilter } from '@maru/listing';
import { useWords } from '../../i18n/words.tsx';
import { switchUnknown } from '../page-address.ts';
import type { FilterProps } from './filter-state.ts';

/** How many homes a filter leaves out only because nobody stated it, and the switch that keeps them in (rule R10). */
export function NotStated({ filter, query, counts, onChange }: FilterProps & { filter: NullableFilter }) {
  const { t, intl } = useWords();
  const count = counts.unknown[filter] ?? 0;
  if (query[filter] === undefined || count === 0) return null;
  return (
    <label className="mt-1 flex min-h-11 cursor-pointer items-center gap-2 text-sm">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-primary"
        checked={query.unk?.includes(filter) ?? false}
        onChange={(event) => onChange(switchUnknown(query, filter, event.target.checked), 'push')}
      />
      {t('filter.not_stated', { count: intl.formatNumber(count) })}
    </label>
  );
}
