import type { RangeFilter } from '@maru/listing/search';
import { DAY_MS } from '@maru/listing/time';
import { formatNumber, formatUsd, formatWon } from '@maru/words';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { AREA_UNITS, type AreaUnit, useAreaUnit } from '../../i18n/area-unit.ts';
import { readAmount } from '../../i18n/typed-amount.ts';
import { useWords } from '../../i18n/words.tsx';
import { formatDay } from '../../listing/facts/home-dates.ts';
import { Button } from '../../ui/button.tsx';
import { useLastSend } from '../../ui/field-focus.ts';
import { type ChangeKind, type FilterProps, toRange, withFilter } from './filter-state.ts';
import { AREA_UNIT_NAMES, areaIn, readArea, readWhole } from './typed-values.ts';

/** The classes of a field of a filter. */
export const FIELD =
  'h-11 w-full min-w-0 rounded-field border border-line-strong bg-surface px-3 tabular placeholder:text-quiet aria-invalid:border-bad';

interface FieldsProps extends Pick<FilterProps, 'query' | 'onChange'> {
  filter: RangeFilter;
  legend: string;
  /** Shows only the upper end. */
  only?: 'max';
  /** Below the fields. */
  children?: ReactNode;
}

interface RangeFieldsProps extends FieldsProps {
  /** After the legend: "sqft", "$". */
  unit?: string;
  read: (text: string) => number | undefined;
  write: (value: number) => string;
  /** How a text was understood, if that is not obvious. */
  explain?: (text: string) => string | undefined;
  /** Error message with an example of a valid text. */
  problem: string;
}

const TYPING_MS = 400;

/** Two fields, from and to. A text is committed after a pause, on blur and on unmount (replace), and on Enter (push). */
function RangeFields({
  filter,
  query,
  legend,
  unit,
  onChange,
  read,
  write,
  explain,
  problem,
  only,
  children,
}: RangeFieldsProps) {
  const { t } = useWords();
  const value = query[filter];
  const format = (one: number | undefined) => (one === undefined ? '' : write(one));
  const [texts, setTexts] = useState({ min: format(value?.min), max: format(value?.max) });
  const focused = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const box = useRef<HTMLFieldSetElement>(null);
  const id = useId();

  // The value may change elsewhere (a chip, the slider, back): update the fields, but not while one has the focus.
  const shown = `${value?.min ?? ''}-${value?.max ?? ''}`;
  const written = `${format(value?.min)}|${format(value?.max)}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `written` is the value in its unit.
  useEffect(() => {
    if (!focused.current) setTexts({ min: format(value?.min), max: format(value?.max) });
  }, [written]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const bad = (text: string) => text.trim() !== '' && read(text) === undefined;
  const send = (next: typeof texts, kind: ChangeKind) => {
    clearTimeout(timer.current);
    if (bad(next.min) || bad(next.max)) return;
    // An untouched field keeps its exact value, though the text may be rounded.
    const end = (side: 'min' | 'max') =>
      next[side] === format(value?.[side]) ? value?.[side] : read(next[side]);
    const range = toRange(end('min'), end('max'));
    if (`${range?.min ?? ''}-${range?.max ?? ''}` !== shown) onChange(withFilter(query, filter, range), kind);
  };
  // The search may change while a text waits.
  const latestSend = useRef(send);
  latestSend.current = send;
  useLastSend(box, () => send(texts, 'replace'));
  const notes = [...new Set([texts.min, texts.max].flatMap((text) => explain?.(text) ?? []))];
  const field = (end: 'min' | 'max') => (
    <span className="min-w-0 grow basis-0">
      <label htmlFor={`${id}-${end}`} className="mb-1 block text-quiet text-sm">
        {t(only === 'max' ? 'filter.at_most' : end === 'min' ? 'filter.from' : 'filter.to')}
      </label>
      <input
        id={`${id}-${end}`}
        type="text"
        inputMode="text"
        autoComplete="off"
        value={texts[end]}
        placeholder={t(end === 'min' ? 'filter.no_min' : 'filter.no_max')}
        aria-invalid={bad(texts[end])}
        aria-describedby={bad(texts[end]) ? `${id}-bad` : notes.length > 0 ? `${id}-note` : undefined}
        className={FIELD}
        onFocus={() => {
          focused.current = true;
        }}
        onBlur={() => {
          focused.current = false;
          send(texts, 'replace');
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) send(texts, 'push');
        }}
        onChange={(event) => {
          const next = { ...texts, [end]: event.target.value };
          setTexts(next);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => latestSend.current(next, 'replace'), TYPING_MS);
        }}
      />
    </span>
  );
  return (
    <fieldset ref={box} className="min-w-0">
      <legend className="mb-2 font-semibold">
        {legend}
        {unit === undefined ? null : <span className="ml-1 font-normal text-quiet text-sm">{unit}</span>}
      </legend>
      <div className="flex items-end gap-2">
        {only === 'max' ? null : (
          <>
            {field('min')}
            <span aria-hidden="true" className="pb-2.5 text-quiet">
              –
            </span>
          </>
        )}
        {field('max')}
      </div>
      {bad(texts.min) || bad(texts.max) ? (
        <p id={`${id}-bad`} className="mt-1 text-bad text-sm">
          {problem}
        </p>
      ) : null}
      {notes.length === 0 ? null : (
        <p id={`${id}-note`} className="tabular mt-1 text-quiet text-sm">
          {notes.join(' · ')}
        </p>
      )}
      {children}
    </fieldset>
  );
}

/** From and to in dollars. Won are converted, and the rate is shown. */
export function MoneyFields(props: FieldsProps & { unit: string }) {
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
      {...props}
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
export function AreaFields(props: FieldsProps) {
  const { t, intl, locale } = useWords();
  const [unit, setUnit] = useAreaUnit();
  const explain = (text: string) => {
    const squareFeet = readArea(text, unit);
    if (squareFeet === undefined || (unit === 'sqft' && /^[\d,\s]*$/.test(text))) return undefined;
    return t('unit.sqft', { sqft: formatNumber(locale, squareFeet, 0) });
  };
  return (
    <RangeFields
      {...props}
      unit={t(AREA_UNIT_NAMES[unit])}
      read={(text) => readArea(text, unit)}
      write={(value) => intl.formatNumber(areaIn(unit, value), { maximumFractionDigits: 1 })}
      explain={explain}
      problem={t('filter.bad_area')}
    >
      <UnitSwitch unit={unit} onChange={setUnit} />
      {props.children}
    </RangeFields>
  );
}

export function YearFields(props: FieldsProps) {
  const { t } = useWords();
  return <RangeFields {...props} read={readWhole} write={String} problem={t('filter.bad_year')} />;
}

function UnitSwitch({ unit, onChange }: { unit: AreaUnit; onChange: (unit: AreaUnit) => void }) {
  const { t } = useWords();
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
          {t(AREA_UNIT_NAMES[one])}
        </Button>
      ))}
    </fieldset>
  );
}
