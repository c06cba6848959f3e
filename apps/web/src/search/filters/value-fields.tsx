import type { RangeFilter } from '@maru/listing/search';
import { DAY_MS } from '@maru/listing/time';
import { formatNumber, formatUsd, formatWon } from '@maru/words';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AREA_UNITS, useAreaUnit } from '../../i18n/area-unit.ts';
import { useWords } from '../../i18n/words.tsx';
import { formatDay } from '../../listing/facts/home-dates.ts';
import { Button } from '../../ui/button.tsx';
import { readAmount, readWhole } from './amount.ts';
import { areaIn, readArea, useAreaUnitName } from './area-unit.ts';
import { type FilterProps, withFilter } from './filter-state.ts';
import { RangeFields } from './range-fields.tsx';

interface ValueFieldsProps extends Pick<FilterProps, 'query' | 'onChange'> {
  filter: RangeFilter;
  legend: string;
  only?: 'max';
  children?: ReactNode;
}

/** From and to in dollars. Won are converted, and the rate is shown. */
export function MoneyFields({ filter, unit, query, onChange, ...rest }: ValueFieldsProps & { unit: string }) {
  const { t, intl, locale } = useWords();
  const wonRate = useWonRate();
  const explain = (text: string) => {
    const amount = readAmount(text, wonRate);
    if (amount?.won === undefined || wonRate === undefined) return undefined;
    return t(wonRate.isSample ? 'filter.won_sample' : 'filter.won', {
      won: formatWon(amount.won),
      usd: formatUsd(locale, amount.usd),
      rate: formatNumber(locale, wonRate.won, 2),
      date: formatDay(wonRate.asOf, 'UTC', locale),
    });
  };
  return (
    <RangeFields
      {...rest}
      unit={unit}
      value={query[filter]}
      onChange={(range, kind) => onChange(withFilter(query, filter, range), kind)}
      read={(text) => readAmount(text, wonRate)?.usd}
      write={(value) => intl.formatNumber(value, { maximumFractionDigits: 0 })}
      explain={explain}
      problem={t(wonRate === undefined ? 'filter.bad_number_no_won' : 'filter.bad_number')}
    />
  );
}

const WEEK_MS = 7 * DAY_MS;

/** A rate older than a week is not used (rule R81), except a sample. */
function useWonRate() {
  const { wonRate } = useRouter().options.context.site;
  const isOld = wonRate !== undefined && !wonRate.isSample && Date.now() - Date.parse(wonRate.asOf) > WEEK_MS;
  return isOld ? undefined : wonRate;
}

/** From and to in the visitor's unit of area. */
export function AreaFields({ filter, query, onChange, ...rest }: ValueFieldsProps) {
  const { t, intl, locale } = useWords();
  const [unit, setUnit] = useAreaUnit();
  const name = useAreaUnitName(unit);
  const explain = (text: string) => {
    const squareFeet = readArea(text, unit);
    if (squareFeet === undefined || (unit === 'sqft' && /^[\d,\s]*$/.test(text))) return undefined;
    return t('unit.sqft', { sqft: formatNumber(locale, squareFeet, 0) });
  };
  return (
    <RangeFields
      {...rest}
      unit={name}
      value={query[filter]}
      onChange={(range, kind) => onChange(withFilter(query, filter, range), kind)}
      read={(text) => readArea(text, unit)}
      write={(value) => intl.formatNumber(areaIn(unit, value), { maximumFractionDigits: 1 })}
      explain={explain}
      problem={t('filter.bad_area')}
    >
      <UnitSwitch unit={unit} onChange={setUnit} />
      {rest.children}
    </RangeFields>
  );
}

/** Whole numbers; years without separators. */
export function WholeFields({
  filter,
  query,
  onChange,
  isYear = false,
  ...rest
}: ValueFieldsProps & { isYear?: boolean }) {
  const { t, intl } = useWords();
  return (
    <RangeFields
      {...rest}
      value={query[filter]}
      onChange={(range, kind) => onChange(withFilter(query, filter, range), kind)}
      read={readWhole}
      write={(value) => (isYear ? String(value) : intl.formatNumber(value))}
      problem={t(isYear ? 'filter.bad_year' : 'filter.bad_whole')}
    />
  );
}

function UnitSwitch({
  unit,
  onChange,
}: {
  unit: string;
  onChange: (unit: (typeof AREA_UNITS)[number]) => void;
}) {
  const { t } = useWords();
  const names = { sqft: t('unit.square_feet'), m2: t('unit.square_meters'), pyeong: t('unit.pyeong_name') };
  return (
    <fieldset
      aria-label={t('filter.area_unit')}
      className="mt-2 inline-flex rounded-chip border border-line p-0.5"
    >
      {AREA_UNITS.map((one) => (
        <Button
          variant="bare"
          key={one}
          lang={one === 'pyeong' ? 'ko' : undefined}
          aria-pressed={one === unit}
          onClick={() => onChange(one)}
          className="min-h-11 pointer-fine:min-h-9 min-w-11 rounded-chip px-3 text-quiet text-sm hover:text-text aria-pressed:bg-primary-soft aria-pressed:font-semibold aria-pressed:text-primary-text"
        >
          {names[one]}
        </Button>
      ))}
    </fieldset>
  );
}
