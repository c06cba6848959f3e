import { isCalendarDay } from '@maru/listing/time';
import { formatNumber, type Locale } from '@maru/words';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { readAmount as readUsd } from '../../i18n/typed-amount.ts';
import { useWords } from '../../i18n/words.tsx';

/** A small label above one input. */
export function Labeled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="block font-medium text-sm">
        {label}
      </label>
      {children(id)}
    </div>
  );
}

/** Classes of an input on a line of its own. */
export const INPUT_LINE = 'mt-1 h-12 w-full rounded-field border border-line-strong bg-surface px-3';

interface DayFieldProps extends Pick<ComponentProps<'input'>, 'value' | 'defaultValue'> {
  label: string;
  /** YYYY-MM-DD; an incomplete day is never passed on. */
  onDay: (day: string) => void;
}

export function DayField({ label, onDay, ...input }: DayFieldProps) {
  return (
    <Labeled label={label}>
      {(id) => (
        <input
          {...input}
          id={id}
          type="date"
          className={INPUT_LINE}
          onChange={({ target }) => isCalendarDay(target.value) && onDay(target.value)}
        />
      )}
    </Labeled>
  );
}

interface AmountFieldProps {
  label: string;
  /** Before the number: "$". */
  before?: string;
  /** Behind it: "%", "a year". */
  after?: string;
  /** Placeholder: the default that is used while the field is empty. */
  usual: string;
  /** The visitor's value; undefined for the default. */
  value: number | undefined;
  /** Default 0. */
  least?: number;
  most: number;
  /** Decimal places. */
  digits: number;
  onChange: (value: number | undefined) => void;
}

/** A field for a number that replaces a default; empty restores the default. Invalid input is never passed on. */
export function AmountField({
  label,
  before,
  after,
  usual,
  value,
  least = 0,
  most,
  digits,
  onChange,
}: AmountFieldProps) {
  const { t, locale } = useWords();
  const id = useId();
  const limits = { least, most, digits, isUsd: before === '$' };
  const formatLimit = (limit: number) => limitText(limit, { before, after, locale });
  const [text, setText] = useState(value === undefined ? '' : String(value));
  const [known, setKnown] = useState(value);
  // When the value changes from outside (remembered or reset), follow it, but do not overwrite the input while typing.
  if (value !== known) {
    setKnown(value);
    if (readAmount(text, limits) !== value) setText(value === undefined ? '' : String(value));
  }
  const read = readAmount(text, limits);
  const isWrong = typeof read === 'string';
  const change = (next: string) => {
    setText(next);
    const amount = readAmount(next, limits);
    if (typeof amount === 'string') return;
    setKnown(amount);
    onChange(amount);
  };
  return (
    <div>
      <label htmlFor={id} className="block font-medium text-sm">
        {label}
      </label>
      <span className="mt-1 flex h-12 items-center gap-1 rounded-field border border-line-strong bg-surface px-3 focus-within:outline-3 focus-within:outline-primary has-aria-invalid:border-2 has-aria-invalid:border-bad">
        {before === undefined ? null : <span className="text-quiet">{before}</span>}
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          className="tabular h-full w-full min-w-0 bg-transparent outline-none placeholder:text-quiet"
          value={text}
          placeholder={usual}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}-problem` : undefined}
          onChange={(event) => change(event.target.value)}
        />
        {after === undefined ? null : <span className="whitespace-nowrap text-quiet text-sm">{after}</span>}
      </span>
      {isWrong ? (
        <p id={`${id}-problem`} className="mt-1 font-medium text-bad text-sm">
          {read === 'outside'
            ? t('cost.field.range', { least: formatLimit(least), most: formatLimit(most) })
            : t('cost.field.problem')}
        </p>
      ) : null}
    </div>
  );
}

/** A limit as the field formats numbers: "$1,000,000", "30%". */
function limitText(limit: number, field: { before?: string; after?: string; locale: Locale }): string {
  const number = formatNumber(field.locale, limit, 2);
  return `${field.before ?? ''}${number}${field.after === '%' ? '%' : ''}`;
}

/**
 * undefined for empty text; `unreadable` for no number; `outside` for a number beyond the limits. Commas, spaces, "$" and
 * "%" are ignored; dollars may be short ("1.85m", "80만").
 */
export function readAmount(
  text: string,
  { least, most, digits, isUsd = false }: { least: number; most: number; digits: number; isUsd?: boolean },
): number | undefined | 'unreadable' | 'outside' {
  const bare = text.replace(/[\s,$%]/g, '');
  if (bare === '') return undefined;
  const isNumber = /^[-−]?\d*\.?\d*$/.test(bare) && /\d/.test(bare);
  const number = isNumber ? Number(bare.replace('−', '-')) : isUsd ? readUsd(text)?.usd : undefined;
  if (number === undefined) return 'unreadable';
  const factor = 10 ** digits;
  const value = Math.round(number * factor) / factor;
  return value < least || value > most ? 'outside' : value;
}
