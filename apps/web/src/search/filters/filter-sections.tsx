import { FEATURES, HOME_TYPES } from '@maru/listing';
import { PARKING_CHOICES, type SearchQuery, SIZE_EDGES } from '@maru/listing/search';
import { formatNumber, type MessageKey } from '@maru/words';
import type { ComponentType } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { areaIn, useAreaUnit, useAreaUnitName } from './area-unit.ts';
import { CommutePanel } from './commute-panel.tsx';
import { CostPanel } from './cost-panel.tsx';
import { FacingPanel } from './facing-panel.tsx';
import { FeaturesPanel } from './features-panel.tsx';
import { type FilterProps, withFilter } from './filter-state.ts';
import { HistogramRange, peakOf } from './histogram-range.tsx';
import { KeywordPanel } from './keyword-panel.tsx';
import { FurnishedPanel, LeasePanel, MoveInPanel } from './lease-panels.tsx';
import {
  ConditionPanel,
  CutPanel,
  DaysPanel,
  OpenHousePanel,
  SeniorPanel,
  StatusPanel,
} from './market-panels.tsx';
import { NotStated } from './not-stated.tsx';
import { OneOf } from './one-of.tsx';
import { PricePanel } from './price-panel.tsx';
import { RoomsPanel } from './rooms-panel.tsx';
import { SchoolPanel } from './school-panel.tsx';
import { TypePanel } from './type-panel.tsx';
import { AreaFields, MoneyFields, WholeFields } from './value-fields.tsx';

/** One filter, or a few that belong together, in the dialog of all filters. */
export interface FilterSection {
  id: string;
  Panel: ComponentType<FilterProps>;
  /** What it may be looked for by: its own words. */
  words: readonly MessageKey[];
  /** Of sale or of rent only; both when missing. */
  of?: SearchQuery['searchType'];
}

export interface FilterGroup {
  title: MessageKey;
  sections: readonly FilterSection[];
}

/** All filters in the order in which people ask: what it costs, what it is, what it has, how it stands, where. */
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
      { id: 'hoa', Panel: HoaPanel, words: ['criterion.hoa'], of: 'sale' },
      { id: 'mello', Panel: MelloPanel, words: ['criterion.mello'], of: 'sale' },
      { id: 'deposit', Panel: DepositPanel, words: ['criterion.deposit'], of: 'rent' },
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
        words: ['criterion.has', ...FEATURES.map((one) => `feature.${one}` as MessageKey)],
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

function HoaPanel(props: FilterProps) {
  const { t } = useWords();
  return (
    <div>
      <MoneyFields
        {...props}
        filter="hoa"
        only="max"
        legend={t('criterion.hoa')}
        unit={t('unit.usd_month')}
      />
      <NotStated filter="hoa" {...props} />
    </div>
  );
}

function MelloPanel(props: FilterProps) {
  const { t } = useWords();
  return (
    <div>
      <MoneyFields
        {...props}
        filter="mello"
        only="max"
        legend={t('criterion.mello')}
        unit={t('unit.usd_year')}
      >
        <p className="mt-2 text-quiet text-sm">{t('filter.mello_note')}</p>
      </MoneyFields>
      <NotStated filter="mello" {...props} />
    </div>
  );
}

function DepositPanel(props: FilterProps) {
  const { t } = useWords();
  return (
    <div>
      <MoneyFields
        {...props}
        filter="deposit"
        only="max"
        legend={t('criterion.deposit')}
        unit={t('unit.usd')}
      />
      <NotStated filter="deposit" {...props} />
    </div>
  );
}

function SizePanel(props: FilterProps) {
  const { query, counts, onChange } = props;
  const { t, locale } = useWords();
  const [unit] = useAreaUnit();
  const name = useAreaUnitName(unit);
  const say = (edge: number) =>
    `${formatNumber(locale, areaIn(unit, edge))}${unit === 'pyeong' ? '' : ' '}${name}`;
  return (
    <div className="space-y-3">
      <HistogramRange
        legend={t('filter.sqft')}
        edges={SIZE_EDGES}
        histogram={counts.sizes}
        value={query.sqft}
        onChange={(range, kind) => onChange(withFilter(query, 'sqft', range), kind)}
        lowLabel={t('filter.size_low')}
        highLabel={t('filter.size_high')}
        say={(edge, end) =>
          edge === null ? t(end === 'low' ? 'filter.no_min' : 'filter.no_max') : say(edge)
        }
        summaryOf={(histogram) => {
          const { total, most, from, to } = peakOf(histogram);
          if (total === 0) return t('filter.sizes_none');
          return t('filter.sizes', {
            count: total,
            most,
            from: say(from),
            to: to === undefined ? t('filter.no_max') : say(to),
          });
        }}
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
      <WholeFields {...props} filter="year" isYear legend={t('filter.year')} />
      <NotStated filter="year" {...props} />
    </div>
  );
}

function StoriesPanel(props: FilterProps) {
  const { query, counts, onChange } = props;
  const { t } = useWords();
  const { min, max } = query.stories ?? {};
  return (
    <div>
      <OneOf
        legend={t('criterion.stories')}
        any={t('filter.any')}
        value={min === 1 && max === 1 ? 'one' : min === 2 && max === undefined ? 'more' : undefined}
        choices={[
          { value: 'one', text: t('filter.stories_one'), count: counts.choices?.stories.one },
          { value: 'more', text: t('filter.stories_more'), count: counts.choices?.stories.more },
        ]}
        onChange={(choice) =>
          onChange(
            withFilter(
              query,
              'stories',
              choice === undefined ? undefined : choice === 'one' ? { min: 1, max: 1 } : { min: 2 },
            ),
            'push',
          )
        }
      />
      <NotStated filter="stories" {...props} />
    </div>
  );
}

function ParkingPanel(props: FilterProps) {
  const { query, counts, onChange } = props;
  const { t } = useWords();
  return (
    <div>
      <OneOf
        legend={t('filter.parking')}
        any={t('filter.any')}
        value={query.parking?.max === undefined ? query.parking?.min : undefined}
        choices={PARKING_CHOICES.map((count, at) => ({
          value: count as number,
          text: t('filter.at_least_spaces', { count }),
          count: counts.choices?.parking[at],
        }))}
        onChange={(min) =>
          onChange(withFilter(query, 'parking', min === undefined ? undefined : { min }), 'push')
        }
      />
      <NotStated filter="parking" {...props} />
    </div>
  );
}
