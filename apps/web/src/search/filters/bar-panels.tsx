import { HOME_TYPES, type HomeType } from '@maru/listing';
import { DEFAULT_LOAN } from '@maru/listing/money';
import { COUNTED_ROOMS, priceEdges, type Range, type SearchQuery } from '@maru/listing/search';
import { formatNumber, formatShortUsd, formatUsd } from '@maru/words';
import { useId, useRef, useState } from 'react';
import { readAmount } from '../../i18n/typed-amount.ts';
import { useWords } from '../../i18n/words.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Options } from '../../ui/field.tsx';
import { useLastSend } from '../../ui/field-focus.ts';
import { Choice, ChoiceGroup, NotStated, SomeOf, WholeCost } from './choices.tsx';
import { type FilterProps, withFilter } from './filter-state.ts';
import { HistogramRange } from './histogram-range.tsx';
import { FIELD, MoneyFields } from './range-fields.tsx';

/** The panels of the filter bar, in one script that is loaded when the pointer or the focus reaches the bar. */

/** Price: a histogram with a slider over it, and fields for an exact amount. */
export function PricePanel(props: FilterProps) {
  const { query, counts, onChange } = props;
  const { t, locale } = useWords();
  const isRent = query.searchType === 'rent';
  return (
    <div className="space-y-4">
      <HistogramRange
        legend={t(isRent ? 'filter.rent' : 'filter.price')}
        edges={priceEdges(query.searchType)}
        histogram={counts.histogram}
        value={query.price}
        onChange={(range) => onChange(withFilter(query, 'price', range), 'replace')}
        lowLabel={t('filter.price_low')}
        highLabel={t('filter.price_high')}
        formatEdge={(edge) => formatShortUsd(locale, edge)}
        summary="filter.histogram"
        emptySummary="filter.histogram_none"
      />
      <MoneyFields
        {...props}
        filter="price"
        legend={t('filter.price_exact')}
        unit={t(isRent ? 'unit.usd_month' : 'unit.usd')}
      >
        <p className="mt-2 text-quiet text-sm">{t('filter.price_note')}</p>
      </MoneyFields>
      <NotStated filter="price" {...props} />
    </div>
  );
}

const BEDS = [1, 2, 3, 4, 5];
const BATHS = [1, 1.5, 2, 2.5, 3, 4, 5];

/** Beds and baths: "at least" by default, "exactly" with a checkbox. A half bath counts as 0.5. */
export function RoomsPanel(props: FilterProps) {
  return (
    <div className="space-y-4">
      <Rooms {...props} filter="beds" steps={props.query.searchType === 'rent' ? [0, ...BEDS] : BEDS} />
      <Rooms {...props} filter="baths" steps={BATHS} />
    </div>
  );
}

function Rooms({ steps, ...props }: FilterProps & { filter: 'beds' | 'baths'; steps: number[] }) {
  const { filter, query, counts, onChange } = props;
  const { t, locale } = useWords();
  const name = useId();
  const value = query[filter];
  const isExact = value?.min !== undefined && value.min === value.max;
  const choose = (range: Range | undefined) => onChange(withFilter(query, filter, range), 'push');
  return (
    <div>
      <ChoiceGroup legend={t(`filter.${filter}`)}>
        <Choice kind="radio" name={name} checked={value === undefined} onChange={() => choose(undefined)}>
          {t('filter.any')}
        </Choice>
        {steps.map((step) => {
          // A studio is a home of exactly no bedrooms.
          const isStepExact = isExact || step === 0;
          return (
            <Choice
              key={step}
              kind="radio"
              name={name}
              checked={value?.min === step}
              count={counts.facets && countRooms(counts.facets[filter], step, isStepExact)}
              onChange={() => choose(isStepExact ? { min: step, max: step } : { min: step })}
            >
              {step === 0
                ? t('filter.studio')
                : isExact
                  ? formatNumber(locale, step)
                  : t('filter.at_least', { count: formatNumber(locale, step) })}
            </Choice>
          );
        })}
      </ChoiceGroup>
      <Checkbox
        className="mt-1 gap-2! text-sm"
        checked={isExact}
        disabled={value?.min === undefined || value.min === 0}
        onChange={(event) => {
          const min = value?.min;
          if (min !== undefined) choose(event.target.checked ? { min, max: min } : { min });
        }}
      >
        {t(filter === 'beds' ? 'filter.exact_beds' : 'filter.exact_baths')}
      </Checkbox>
      <NotStated {...props} />
    </div>
  );
}

/** Facets count "at least" whole rooms. "Exactly" is the difference to the next count, up to the last counted. */
function countRooms(counts: number[], step: number, isExact: boolean): number | undefined {
  if (!Number.isInteger(step) || step > COUNTED_ROOMS) return undefined;
  const own = counts[step];
  if (!isExact || own === undefined) return own;
  const next = counts[step + 1];
  return next === undefined ? undefined : own - next;
}

/** Offered also where the market has none at the moment. */
const USUAL_TYPES: Record<'sale' | 'rent', readonly HomeType[]> = {
  sale: ['house', 'condo', 'townhouse'],
  rent: ['apartment', 'house', 'condo', 'townhouse'],
};

/** Types that this market never has are not offered. */
export function TypePanel({ query, counts: { facets }, onChange }: FilterProps) {
  const { t } = useWords();
  const chosen = query.type ?? [];
  const usual = USUAL_TYPES[query.searchType];
  return (
    <SomeOf
      legend={t('filter.type')}
      all={HOME_TYPES.filter(
        (one) => chosen.includes(one) || facets === undefined || facets.type[one] > 0 || usual.includes(one),
      )}
      order={HOME_TYPES}
      chosen={chosen}
      format={(one) => t(`type.${one}`)}
      counts={facets?.type}
      onChange={(next) => onChange(withFilter(query, 'type', next), 'push')}
    />
  );
}

const TERMS = [10, 15, 20, 30, 40];

/** Monthly cost with the visitor's own loan; for a rental, the rent with its required fees. */
export function CostPanel(props: FilterProps) {
  const { query, onChange } = props;
  const { t } = useWords();
  const isSale = query.searchType === 'sale';
  return (
    <div className="space-y-3">
      <MoneyFields
        filter="monthly"
        only="max"
        legend={t(isSale ? 'filter.monthly' : 'filter.monthly_rent')}
        unit={t('unit.usd_month')}
        query={query}
        onChange={onChange}
      />
      <p className="text-quiet text-sm">{t(isSale ? 'filter.monthly_note' : 'filter.monthly_rent_note')}</p>
      {isSale ? <LoanFields {...props} /> : null}
      <WholeCost {...props} />
      <NotStated filter="monthly" {...props} />
    </div>
  );
}

/** Down payment, rate and term of the visitor's loan. */
function LoanFields({ query, counts, onChange }: FilterProps) {
  const { t, locale } = useWords();
  const id = useId();
  const { down, rate, term } = query;
  const downText =
    down === undefined ? '' : 'percent' in down ? `${down.percent}%` : formatUsd(locale, down.amount);
  return (
    <div className="grid grid-cols-3 gap-2">
      <TextField
        key={`down-${downText}`}
        label={t('filter.down')}
        value={downText}
        placeholder="20%"
        problem={t('filter.bad_down')}
        read={readDown}
        onCommit={(value) => onChange(withFilter(query, 'down', value), 'push')}
      />
      <TextField
        key={`rate-${rate}`}
        label={t('filter.rate')}
        value={rate === undefined ? '' : `${formatNumber(locale, rate, 3)}%`}
        placeholder={`${formatNumber(locale, counts.loan?.rate ?? DEFAULT_LOAN.rate, 3)}%`}
        problem={t('filter.bad_rate')}
        read={readRate}
        onCommit={(value) => onChange(withFilter(query, 'rate', value), 'push')}
      />
      <div className="min-w-0">
        <label htmlFor={`${id}-term`} className="mb-1 block text-quiet text-sm">
          {t('filter.term')}
        </label>
        <select
          id={`${id}-term`}
          className={FIELD}
          value={term ?? ''}
          onChange={(event) =>
            onChange(
              withFilter(query, 'term', event.target.value === '' ? undefined : Number(event.target.value)),
              'push',
            )
          }
        >
          <option value="">{t('filter.years', { years: DEFAULT_LOAN.years })}</option>
          <Options
            values={TERMS.filter((years) => years !== DEFAULT_LOAN.years)}
            format={(years) => t('filter.years', { years })}
          />
        </select>
      </div>
    </div>
  );
}

function readDown(text: string): SearchQuery['down'] {
  const percent = /^(\d{1,3}(?:\.\d)?)\s*%$/.exec(text.normalize('NFKC').trim())?.[1];
  if (percent !== undefined) return Number(percent) <= 100 ? { percent: Number(percent) } : undefined;
  const amount = readAmount(text)?.usd;
  // "20" means percent: nobody pays twenty dollars down.
  if (amount === undefined) return undefined;
  return amount <= 100 ? { percent: amount } : { amount };
}

function readRate(text: string): number | undefined {
  const match = /^(\d{1,2}(?:\.\d{1,3})?)\s*%?$/.exec(text.normalize('NFKC').trim());
  const rate = Number(match?.[1] ?? Number.NaN);
  return rate <= 30 ? rate : undefined;
}

/** A short text, committed on Enter or blur; empty for the default. */
function TextField<T>({
  label,
  value,
  placeholder,
  problem,
  read,
  onCommit,
}: {
  label: string;
  value: string;
  placeholder: string;
  /** Error message with an example of a valid text. */
  problem: string;
  read: (text: string) => T | undefined;
  onCommit: (value: T | undefined) => void;
}) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const isBad = text.trim() !== '' && read(text) === undefined;
  const commit = () => {
    if (text !== value && !isBad) onCommit(text.trim() === '' ? undefined : read(text));
  };
  useLastSend(field, commit);
  return (
    <>
      <label className="min-w-0">
        <span className="mb-1 block text-quiet text-sm">{label}</span>
        <input
          ref={field}
          type="text"
          autoComplete="off"
          className={FIELD}
          value={text}
          placeholder={placeholder}
          aria-invalid={isBad}
          aria-describedby={isBad ? id : undefined}
          onChange={(event) => setText(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) commit();
          }}
        />
      </label>
      {isBad ? (
        <p id={id} className="order-1 col-span-3 text-bad text-sm">
          {problem}
        </p>
      ) : null}
    </>
  );
}
