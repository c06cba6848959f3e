import { FEATURES, type Feature, STATUS_FILTERS, type StatusFilter } from '@maru/listing';
import { CUT_CHOICES, DAYS_CHOICES, FACINGS, PARKING_CHOICES } from '@maru/listing/search';
import { useId } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { Options } from '../../ui/field.tsx';
import { flagPanel, NotStated, oneOfPanel, SomeOf } from './choices.tsx';
import { type FilterProps, withFilter } from './filter-state.ts';
import { FIELD } from './range-fields.tsx';

/** The panels of filters that offer a few values, or a day. */

/** Months. */
const LEASES = [1, 3, 6, 9, 12];
const SOLD_MONTHS = [3, 6, 12, 24];
const USUAL_SOLD_MONTHS = 12;

export const StoriesPanel = oneOfPanel('stories', 'criterion.stories', (t, counts) => [
  { value: { min: 1, max: 1 }, text: t('filter.stories_one'), count: counts?.stories.one },
  { value: { min: 2 }, text: t('filter.stories_more'), count: counts?.stories.more },
]);

export const ParkingPanel = oneOfPanel('parking', 'filter.parking', (t, counts) =>
  PARKING_CHOICES.map((count, at) => ({
    value: { min: count },
    text: t('filter.at_least_spaces', { count }),
    count: counts?.parking[at],
  })),
);

export const LeasePanel = oneOfPanel(
  'lease',
  'criterion.lease',
  (t) =>
    LEASES.map((months) => ({
      value: months,
      text: months === 12 ? t('filter.lease_year') : t('filter.lease_months', { months }),
    })),
  'filter.lease_note',
);

export const DaysPanel = oneOfPanel(
  'dom',
  'filter.dom',
  (t, counts) =>
    DAYS_CHOICES.map((days, at) => ({
      value: { max: days },
      text: t('filter.days', { days }),
      count: counts?.dom[at],
    })),
  'filter.dom_note',
);

export const CutPanel = oneOfPanel('cut', 'criterion.cut', (t, counts) =>
  CUT_CHOICES.map((percent, at) => ({
    value: percent,
    text: percent === 0 ? t('filter.cut_any') : t('filter.cut_percent', { percent }),
    count: counts?.cut[at],
  })),
);

/** The legal status of a community, as its record states it; nothing about who lives there (rule R48). */
export const SeniorPanel = oneOfPanel(
  'senior',
  'criterion.senior',
  (t, counts) => [
    { value: false, text: t('filter.senior_without'), count: counts?.senior.without },
    { value: true, text: t('filter.senior_only'), count: counts?.senior.only },
  ],
  'filter.senior_note',
);

export const ConditionPanel = flagPanel('new', 'filter.condition', 'criterion.new');
export const FurnishedPanel = flagPanel('furnished', 'criterion.furnished', 'chip.furnished');

const OpenHouses = oneOfPanel('open', 'criterion.open', (t, counts) => [
  { value: 'any', text: t('filter.open_any'), count: counts?.open.any },
  { value: 'weekend', text: t('filter.open_weekend'), count: counts?.open.weekend },
]);

export function OpenHousePanel(props: FilterProps) {
  const { query, onChange } = props;
  const { t } = useWords();
  return (
    <div>
      <OpenHouses {...props} />
      <DayField
        label={t('filter.open_day')}
        value={query.open !== undefined && /^\d/.test(query.open) ? query.open : ''}
        onChange={(open) => onChange(withFilter(query, 'open', open), 'push')}
      />
    </div>
  );
}

export function MoveInPanel(props: FilterProps) {
  const { query, onChange } = props;
  const { t } = useWords();
  return (
    <fieldset>
      <legend className="font-semibold">{t('criterion.from')}</legend>
      <DayField
        label={t('filter.free_by')}
        value={query.from ?? ''}
        onChange={(day) => onChange(withFilter(query, 'from', day), 'push')}
      />
      <NotStated filter="from" {...props} />
    </fieldset>
  );
}

/** The direction of the building's front, which is not that of the living room; the note says so (rule R82). */
export function FacingPanel(props: FilterProps) {
  const { query, counts, onChange } = props;
  const { t } = useWords();
  return (
    <div>
      <SomeOf
        legend={t('criterion.facing')}
        isGrid
        all={FACINGS}
        chosen={query.facing ?? []}
        format={(one) => t(`filter.side_${one}`)}
        counts={counts.choices?.facing}
        onChange={(next) => onChange(withFilter(query, 'facing', next), 'push')}
        note={t('filter.facing_note')}
      />
      <NotStated filter="facing" {...props} />
    </div>
  );
}

/** Shown first for homes for rent. */
const RENT_FIRST: readonly Feature[] = ['pets', 'laundry'];
const RENT_FEATURES = [...RENT_FIRST, ...FEATURES.filter((one) => !RENT_FIRST.includes(one))];

/** Features that people rather do without; others that a sentence names are shown as well. */
const OFTEN_UNWANTED: readonly Feature[] = [
  'pool',
  'communitypool',
  'elevator',
  'adu',
  'waterfront',
  'fireplace',
];

/**
 * Features as the record states them, never words of the description (rule R8). A home must have all that are chosen, and must
 * not be known to have one of those left out.
 */
export function FeaturesPanel(props: FilterProps) {
  const { query, counts, onChange } = props;
  const { t } = useWords();
  const { has = [], lacks = [] } = query;
  const put = (field: 'has' | 'lacks', next: Feature[]) => {
    // The same feature cannot be wanted and unwanted.
    const other = field === 'has' ? 'lacks' : 'has';
    const others = (query[other] ?? []).filter((one) => !next.includes(one));
    onChange(withFilter(withFilter(query, field, next), other, others), 'push');
  };
  return (
    <div className="space-y-4">
      <SomeOf
        legend={t('criterion.has')}
        all={query.searchType === 'rent' ? RENT_FEATURES : FEATURES}
        order={FEATURES}
        chosen={has}
        format={(one) => t(`feature.${one}`)}
        counts={counts.facets?.has}
        onChange={(next) => put('has', next)}
        note={t('filter.has_note')}
      />
      <NotStated filter="has" {...props} />
      <SomeOf
        legend={t('filter.lacks')}
        all={FEATURES.filter((one) => OFTEN_UNWANTED.includes(one) || lacks.includes(one))}
        order={FEATURES}
        chosen={lacks}
        format={(one) => t(`feature.${one}`)}
        counts={undefined}
        onChange={(next) => put('lacks', next)}
        note={t('filter.lacks_note')}
      />
    </div>
  );
}

export function StatusPanel({ query, counts, onChange }: FilterProps) {
  const { t } = useWords();
  const chosen = query.status ?? ['active'];
  const mayBeSold = (counts.facets?.status.sold ?? 0) > 0 || chosen.includes('sold');
  const choose = (next: StatusFilter[]) => {
    const isDefault = next.length === 0 || (next.length === 1 && next[0] === 'active');
    const { soldMonths: _months, ...rest } = withFilter(query, 'status', isDefault ? undefined : next);
    const months = next.includes('sold') ? query.soldMonths : undefined;
    onChange(months === undefined ? rest : { ...rest, soldMonths: months }, 'push');
  };
  return (
    <div className="space-y-3">
      <SomeOf
        legend={t('filter.status')}
        all={STATUS_FILTERS.filter((one) => one !== 'sold' || mayBeSold)}
        order={STATUS_FILTERS}
        chosen={chosen}
        format={(one) => t(`status.${one}`)}
        counts={counts.facets?.status}
        onChange={choose}
        note={mayBeSold ? undefined : t('filter.sold_unavailable')}
      />
      {chosen.includes('sold') ? (
        <label className="flex items-center gap-3 text-sm">
          <span className="shrink-0">{t('filter.sold_within')}</span>
          <select
            className={FIELD}
            value={query.soldMonths ?? USUAL_SOLD_MONTHS}
            onChange={(event) => {
              const { soldMonths: _months, page: _page, ...rest } = query;
              const months = Number(event.target.value);
              onChange(months === USUAL_SOLD_MONTHS ? rest : { ...rest, soldMonths: months }, 'push');
            }}
          >
            <Options values={SOLD_MONTHS} format={(months) => t('filter.months', { months })} />
          </select>
        </label>
      ) : null}
    </div>
  );
}

interface DayFieldProps {
  label: string;
  /** YYYY-MM-DD, or empty. */
  value: string;
  onChange: (day: string | undefined) => void;
}

function DayField({ label, value, onChange }: DayFieldProps) {
  const id = useId();
  return (
    <div className="mt-2 flex items-center gap-3">
      <label htmlFor={id} className="shrink-0 text-quiet text-sm">
        {label}
      </label>
      <input
        id={id}
        type="date"
        className={`${FIELD} max-w-52`}
        value={value}
        min="2020-01-01"
        max="2099-12-31"
        onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
      />
    </div>
  );
}
