import { FEATURES, HOME_TYPES } from '@maru/listing';
import { COMMUTE_FACTORS } from '@maru/listing/places';
import { type SearchQuery, SIZE_EDGES } from '@maru/listing/search';
import { formatNumber, type MessageKey } from '@maru/words';
import { type ComponentType, useState } from 'react';
import { useAreaUnit } from '../../i18n/area-unit.ts';
import { useWords } from '../../i18n/words.tsx';
import { CommuteEditor, CommutePlaceField, CommuteWayFields } from '../../listing/commute/commute-editor.tsx';
import { DEFAULT_DEPART, saveCommute, useCommutes } from '../../listing/commute/commutes.ts';
import { formatDay } from '../../listing/facts/home-dates.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CostPanel, PricePanel, RoomsPanel, TypePanel } from './bar-panels.tsx';
import {
  ConditionPanel,
  CutPanel,
  DaysPanel,
  FacingPanel,
  FeaturesPanel,
  FurnishedPanel,
  LeasePanel,
  MoveInPanel,
  OpenHousePanel,
  ParkingPanel,
  SeniorPanel,
  StatusPanel,
  StoriesPanel,
} from './choice-panels.tsx';
import { NotStated, OneOf } from './choices.tsx';
import { type FilterProps, withFilter } from './filter-state.ts';
import { HistogramRange } from './histogram-range.tsx';
import { AreaFields, MoneyFields, YearFields } from './range-fields.tsx';
import { KeywordPanel, SchoolPanel } from './text-panels.tsx';
import { AREA_UNIT_NAMES, areaIn } from './typed-values.ts';

/** One filter, or a few related ones, in the dialog of all filters. */
export interface FilterSection {
  id: string;
  Panel: ComponentType<FilterProps>;
  /** Messages that the search for a filter matches, beside the title of the group. */
  words: readonly MessageKey[];
  /** Default: both. */
  of?: SearchQuery['searchType'];
}

export interface FilterGroup {
  title: MessageKey;
  sections: readonly FilterSection[];
}

export const FILTER_GROUPS: readonly FilterGroup[] = [
  {
    title: 'filter.group_cost',
    sections: [
      { id: 'price', Panel: PricePanel, words: ['filter.price', 'filter.rent', 'unit.usd'] },
      {
        id: 'monthly',
        Panel: CostPanel,
        words: ['criterion.monthly', 'filter.down', 'filter.rate', 'filter.term'],
      },
      { id: 'hoa', Panel: feePanel('hoa', 'unit.usd_month'), words: ['criterion.hoa'], of: 'sale' },
      {
        id: 'mello',
        Panel: feePanel('mello', 'unit.usd_year', 'filter.mello_note'),
        words: ['criterion.mello'],
        of: 'sale',
      },
      { id: 'deposit', Panel: feePanel('deposit', 'unit.usd'), words: ['criterion.deposit'], of: 'rent' },
    ],
  },
  {
    title: 'filter.group_lease',
    sections: [
      { id: 'from', Panel: MoveInPanel, words: ['criterion.from'], of: 'rent' },
      { id: 'lease', Panel: LeasePanel, words: ['criterion.lease'], of: 'rent' },
      {
        id: 'furnished',
        Panel: FurnishedPanel,
        words: ['criterion.furnished', 'chip.furnished'],
        of: 'rent',
      },
    ],
  },
  {
    title: 'filter.group_home',
    sections: [
      { id: 'rooms', Panel: RoomsPanel, words: ['criterion.beds', 'criterion.baths', 'filter.rooms'] },
      {
        id: 'type',
        Panel: TypePanel,
        words: ['filter.type', ...HOME_TYPES.map((one) => `type.${one}` as MessageKey)],
      },
      { id: 'sqft', Panel: SizePanel, words: ['criterion.sqft', 'unit.pyeong_name', 'unit.square_feet'] },
      { id: 'lot', Panel: LotPanel, words: ['criterion.lot'] },
      { id: 'year', Panel: YearPanel, words: ['criterion.year'] },
      { id: 'new', Panel: ConditionPanel, words: ['criterion.new', 'filter.condition'] },
      { id: 'stories', Panel: StoriesPanel, words: ['criterion.stories'] },
      { id: 'parking', Panel: ParkingPanel, words: ['criterion.parking', 'feature.garage'] },
    ],
  },
  {
    title: 'filter.group_has',
    sections: [
      {
        id: 'has',
        Panel: FeaturesPanel,
        words: ['criterion.has', 'filter.lacks', ...FEATURES.map((one) => `feature.${one}` as MessageKey)],
      },
      { id: 'facing', Panel: FacingPanel, words: ['criterion.facing', 'side.s', 'filter.facing_note'] },
      { id: 'senior', Panel: SeniorPanel, words: ['criterion.senior'] },
    ],
  },
  {
    title: 'filter.group_market',
    sections: [
      { id: 'dom', Panel: DaysPanel, words: ['criterion.dom'] },
      { id: 'cut', Panel: CutPanel, words: ['criterion.cut'] },
      { id: 'open', Panel: OpenHousePanel, words: ['criterion.open'] },
      {
        id: 'status',
        Panel: StatusPanel,
        words: ['filter.status', 'status.pending', 'status.coming', 'status.sold'],
      },
    ],
  },
  {
    title: 'filter.group_words',
    sections: [{ id: 'q', Panel: KeywordPanel, words: ['filter.keywords', 'criterion.q', 'criterion.not'] }],
  },
  {
    title: 'filter.group_place',
    sections: [
      { id: 'commute', Panel: CommutePanel, words: ['criterion.commute', 'filter.commute_to'] },
      { id: 'school', Panel: SchoolPanel, words: ['criterion.schoolDistrict', 'criterion.school'] },
    ],
  },
];

/** A panel of a fee: only its upper end, in dollars. */
function feePanel(filter: 'hoa' | 'mello' | 'deposit', unit: MessageKey, note?: MessageKey) {
  return function FeePanel(props: FilterProps) {
    const { t } = useWords();
    return (
      <div>
        <MoneyFields {...props} filter={filter} only="max" legend={t(`criterion.${filter}`)} unit={t(unit)}>
          {note === undefined ? null : <p className="mt-2 text-quiet text-sm">{t(note)}</p>}
        </MoneyFields>
        <NotStated filter={filter} {...props} />
      </div>
    );
  };
}

function SizePanel(props: FilterProps) {
  const { query, counts, onChange } = props;
  const { t, locale } = useWords();
  const [unit] = useAreaUnit();
  const name = t(AREA_UNIT_NAMES[unit]);
  return (
    <div className="space-y-3">
      <HistogramRange
        legend={t('filter.sqft')}
        edges={SIZE_EDGES}
        histogram={counts.sizes}
        value={query.sqft}
        onChange={(range) => onChange(withFilter(query, 'sqft', range), 'replace')}
        lowLabel={t('filter.size_low')}
        highLabel={t('filter.size_high')}
        formatEdge={(edge) =>
          `${formatNumber(locale, areaIn(unit, edge))}${unit === 'pyeong' ? '' : ' '}${name}`
        }
        summary="filter.sizes"
        emptySummary="filter.sizes_none"
      />
      <AreaFields {...props} filter="sqft" legend={t('filter.size_exact')}>
        <p className="mt-2 text-quiet text-sm">{t('filter.sqft_note')}</p>
      </AreaFields>
      <NotStated filter="sqft" {...props} />
    </div>
  );
}

function LotPanel(props: FilterProps) {
  const { t } = useWords();
  return (
    <div>
      <AreaFields {...props} filter="lot" legend={t('filter.lot')} />
      <NotStated filter="lot" {...props} />
    </div>
  );
}

function YearPanel(props: FilterProps) {
  const { t } = useWords();
  return (
    <div>
      <YearFields {...props} filter="year" legend={t('filter.year')} />
      <NotStated filter="year" {...props} />
    </div>
  );
}

const MINUTES = [15, 20, 30, 45, 60];

/** The longest time to work, of one person or the longer of two. The destinations stay in this browser. */
function CommutePanel(props: FilterProps) {
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
