import { COMMUTE_FACTORS } from '@maru/listing/places';
import type { SearchQuery } from '@maru/listing/search';
import { useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { CommuteEditor, CommutePlaceField, CommuteWayFields } from '../../listing/commute/commute-editor.tsx';
import { DEFAULT_DEPART, saveCommute, useCommutes } from '../../listing/commute/commutes.ts';
import { formatDay } from '../../listing/facts/home-dates.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { NotStated, OneOf } from './choices.tsx';
import { type FilterProps, withFilter } from './filter-state.ts';

const MINUTES = [15, 20, 30, 45, 60];

/** The longest time to work, of one person or the longer of two. The destinations stay in this browser. */
export function CommutePanel(props: FilterProps) {
  const { query, onChange } = props;
  const { t, locale } = useWords();
  const { first: kept, second } = useCommutes();
  const {
    by = kept?.by === 'transit' ? 'car' : (kept?.by ?? 'car'),
    depart = kept?.depart ?? DEFAULT_DEPART,
    minutes,
  } = query.commute ?? {};
  const [draft, setDraft] = useState({ by, depart });
  const put = (change: Partial<NonNullable<SearchQuery['commute']>>) => {
    const next = { minutes: minutes ?? { max: 30 }, ...draft, ...change };
    setDraft({ by: next.by, depart: next.depart });
    if (kept !== null) saveCommute('first', { ...kept, by: next.by, depart: next.depart });
    if (query.commute !== undefined || change.minutes !== undefined) {
      onChange(withFilter(query, 'commute', next), 'push');
    }
  };
  return (
    <div className="space-y-3">
      <CommutePlaceField person="first" label={t('filter.commute_to')} />
      <CommuteWayFields way={draft} onChange={put} />
      {kept === null ? null : (
        <details open={second !== null} className="rounded-field border border-line px-3 pb-3">
          <summary className="flex min-h-11 cursor-pointer items-center font-medium text-sm">
            {t('commute.person.second')}
          </summary>
          <CommuteEditor person="second" />
        </details>
      )}
      {kept === null && query.to === undefined ? (
        <p className="text-quiet text-sm">{t('filter.commute_first')}</p>
      ) : (
        <>
          <OneOf
            legend={t('filter.commute_minutes')}
            value={query.commute?.minutes.max}
            choices={MINUTES.map((one) => ({ value: one, text: t('filter.minutes', { minutes: one }) }))}
            onChange={(max) =>
              max === undefined
                ? onChange(withFilter(query, 'commute', undefined), 'push')
                : put({ minutes: { max } })
            }
          />
          <Checkbox
            className="gap-2! text-sm"
            checked={query.to !== undefined}
            disabled={query.commute === undefined}
            onChange={(event) =>
              onChange(withFilter(query, 'to', event.target.checked ? kept?.at : undefined), 'push')
            }
          >
            {t('filter.commute_share')}
          </Checkbox>
        </>
      )}
      <p className="text-quiet text-sm">
        {t('filter.commute_note', { date: formatDay(COMMUTE_FACTORS.asOf, 'UTC', locale) })}
      </p>
      <NotStated filter="commute" {...props} />
    </div>
  );
}
