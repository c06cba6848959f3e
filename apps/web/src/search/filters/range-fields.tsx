import type { Range } from '@maru/listing/search';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { useLastSend } from '../../ui/field-focus.ts';
import { type ChangeKind, toRange } from './filter-state.ts';

interface RangeFieldsProps {
  legend: string;
  /** After the legend: "sqft", "$". */
  unit?: string;
  value: Range | undefined;
  onChange: (range: Range | undefined, kind: ChangeKind) => void;
  /** Parses a text; undefined if it is not valid. */
  read: (text: string) => number | undefined;
  write: (value: number) => string;
  /** How a text was understood, if that is not obvious. */
  explain?: (text: string) => string | undefined;
  /** Error message with an example of a valid text. */
  problem: string;
  /** Shows only the upper end. */
  only?: 'max';
  /** Below the fields. */
  children?: ReactNode;
}

const TYPING_MS = 400;

/** Two fields, from and to. A text is committed after a pause, on blur and on unmount (replace), and on Enter (push). */
export function RangeFields({
  legend,
  unit,
  value,
  onChange,
  read,
  write,
  explain,
  problem,
  only,
  children,
}: RangeFieldsProps) {
  const { t } = useWords();
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
    if (`${range?.min ?? ''}-${range?.max ?? ''}` !== shown) onChange(range, kind);
  };
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
          timer.current = setTimeout(() => send(next, 'replace'), TYPING_MS);
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

/** The classes of a field of a filter. */
export const FIELD =
  'h-11 w-full min-w-0 rounded-field border border-line-strong bg-surface px-3 tabular placeholder:text-quiet aria-invalid:border-bad';
