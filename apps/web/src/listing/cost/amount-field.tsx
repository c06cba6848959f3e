import { formatNumber, type Locale } from '@maru/words';
import { useId, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';

interface AmountFieldProps {
  label: string;
  /** Before the number: "$". */
  before?: string;
  /** Behind it: "%", "a year". */
  after?: string;
  /** What stands there while the visitor says nothing: the figure that is reckoned with. */
  usual: string;
  /** What the visitor said; undefined: nothing. */
  value: number | undefined;
  /** 0 unless told. */
  least?: number;
  most: number;
  /** Digits behind the point. */
  digits: number;
  onChange: (value: number | undefined) => void;
}

/** A number that one may say otherwise than we guess it; empty is the guess again. Nothing wrong is ever reckoned with. */
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
  const limits = { least, most, digits };
  const formatLimit = (limit: number) => limitText(limit, { before, after, locale });
  const [text, setText] = useState(value === undefined ? '' : String(value));
  const [known, setKnown] = useState(value);
  // Set from outside (remembered, or taken back): what stands here follows, but not what one is typing.
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

/** An end of what may be said, as the field shows numbers: "$1,000,000", "30%"; what a number is of is said beside it. */
function limitText(limit: number, field: { before?: string; after?: string; locale: Locale }): string {
  const number = formatNumber(field.locale, limit, 2);
  return `${field.before ?? ''}${number}${field.after === '%' ? '%' : ''}`;
}

/**
 * undefined: nothing said; `unreadable`: no number; `outside`: a number, but none between `least` and `most`. Commas,
 * blanks, "$" and "%" are what people write around one.
 */
export function readAmount(
  text: string,
  { least, most, digits }: { least: number; most: number; digits: number },
): number | undefined | 'unreadable' | 'outside' {
  const bare = text.replace(/[\s,$%]/g, '');
  if (bare === '') return undefined;
  if (!/^[-−]?\d*\.?\d*$/.test(bare) || !/\d/.test(bare)) return 'unreadable';
  const factor = 10 ** digits;
  const value = Math.round(Number(bare.replace('−', '-')) * factor) / factor;
  return value < least || value > most ? 'outside' : value;
}
