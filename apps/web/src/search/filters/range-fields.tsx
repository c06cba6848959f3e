import type { Range } from '@maru/listing';
import { useEffect, useId, useRef, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { parseAmount } from './amount.ts';
import { type ChangeKind, rangeOf } from './filter-state.ts';

interface RangeFieldsProps {
  legend: string;
  /** Said after the field: "sqft", "$". */
  unit?: string;
  value: Range | undefined;
  onChange: (range: Range | undefined, kind: ChangeKind) => void;
  /** Years and the like are written without separators. */
  plain?: boolean;
}

const TYPING_MS = 400;

/** Two fields, from and to. What is typed is taken after a rest (replace) and for good on Enter or leaving (push). */
export function RangeFields({ legend, unit, value, onChange, plain = false }: RangeFieldsProps) {
  const { t, intl } = useWords();
  const write = (one: number | undefined) =>
    one === undefined ? '' : plain ? String(one) : intl.formatNumber(one, { maximumFractionDigits: 2 });
  const [texts, setTexts] = useState({ min: write(value?.min), max: write(value?.max) });
  const focused = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const id = useId();

  // The address may change from elsewhere (a chip, the slider, back): the fields follow, but never under typing hands.
  const shown = `${value?.min ?? ''}-${value?.max ?? ''}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` is the value; `write` is made anew each time.
  useEffect(() => {
    if (!focused.current) setTexts({ min: write(value?.min), max: write(value?.max) });
  }, [shown]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const bad = (text: string) => text.trim() !== '' && parseAmount(text) === undefined;
  const send = (next: typeof texts, kind: ChangeKind) => {
    clearTimeout(timer.current);
    if (bad(next.min) || bad(next.max)) return;
    const range = rangeOf(parseAmount(next.min), parseAmount(next.max));
    if (`${range?.min ?? ''}-${range?.max ?? ''}` !== shown) onChange(range, kind);
  };
  const field = (end: 'min' | 'max') => (
    <span className="grow">
      <label htmlFor={`${id}-${end}`} className="mb-1 block text-sm text-quiet">
        {t(end === 'min' ? 'filter.from' : 'filter.to')}
      </label>
      <input
        id={`${id}-${end}`}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        value={texts[end]}
        placeholder={t(end === 'min' ? 'filter.no_min' : 'filter.no_max')}
        aria-invalid={bad(texts[end])}
        aria-describedby={bad(texts[end]) ? `${id}-bad` : undefined}
        className="h-11 w-full rounded-field border border-line-strong bg-surface px-3 tabular placeholder:text-quiet aria-invalid:border-bad"
        onFocus={() => {
          focused.current = true;
        }}
        onBlur={() => {
          focused.current = false;
          send(texts, 'replace');
          if (!bad(texts.min) && !bad(texts.max)) {
            setTexts({ min: write(parseAmount(texts.min)), max: write(parseAmount(texts.max)) });
          }
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) send(texts, 'push');
        }}
        onChange={(event) => {
          const next = { ...texts, [end]: event.target.value };
          setTexts(next);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => send(next, 'replace'), TYPING_MS);
        }}
      />
    </span>
  );
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">
        {legend}
        {unit === undefined ? null : <span className="ml-1 text-sm font-normal text-quiet">{unit}</span>}
      </legend>
      <div className="flex items-end gap-2">
        {field('min')}
        <span aria-hidden="true" className="pb-2.5 text-quiet">
          –
        </span>
        {field('max')}
      </div>
      {bad(texts.min) || bad(texts.max) ? (
        <p id={`${id}-bad`} className="mt-1 text-sm text-bad">
          {t('filter.bad_number')}
        </p>
      ) : null}
    </fieldset>
  );
}
