import { useId, useState } from 'react';

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
  most: number;
  /** Digits behind the point. */
  digits: number;
  /** Said where what was typed is no such number. */
  problem: string;
  onChange: (value: number | undefined) => void;
}

/** A number that one may say otherwise than we guess it; empty is the guess again. Nothing wrong is ever reckoned with. */
export function AmountField({
  label,
  before,
  after,
  usual,
  value,
  most,
  digits,
  problem,
  onChange,
}: AmountFieldProps) {
  const id = useId();
  const [text, setText] = useState(value === undefined ? '' : String(value));
  const [known, setKnown] = useState(value);
  // Set from outside (remembered, or taken back): what stands here follows, but not what one is typing.
  if (value !== known) {
    setKnown(value);
    if (readAmount(text, most, digits) !== value) setText(value === undefined ? '' : String(value));
  }
  const read = readAmount(text, most, digits);
  const isWrong = read === null;
  const change = (next: string) => {
    setText(next);
    const amount = readAmount(next, most, digits);
    if (amount === null) return;
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
          {problem}
        </p>
      ) : null}
    </div>
  );
}

/** undefined: nothing said; null: no such number. Commas, blanks, "$" and "%" are what people write around one. */
export function readAmount(text: string, most: number, digits: number): number | undefined | null {
  const bare = text.replace(/[\s,$%]/g, '');
  if (bare === '') return undefined;
  if (!/^\d*\.?\d*$/.test(bare) || !/\d/.test(bare)) return null;
  const value = Number(bare);
  if (value > most) return null;
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor;
}
