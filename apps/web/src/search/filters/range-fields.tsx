import type { Range } from '@maru/listing/search';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { useLastSend } from '../../ui/leave-field.ts';
import { type ChangeKind, toRange } from './filter-state.ts';

interface RangeFieldsProps {
  legend: string;
  /** Said after the legend: "sqft", "$". */
  unit?: string;
  value: Range | undefined;
  onChange: (range: Range | undefined, kind: ChangeKind) => void;
  /** What was typed as a value of the filter; undefined when it cannot be read. */
  read: (text: string) => number | undefined;
  write: (value: number) => string;
  /** What a typed text was understood as, where that is not plain to see. */
  explain?: (text: string) => string | undefined;
  /** Said when a text cannot be read; an example of what can. */
  problem: string;
  /** Only the upper end: a fee has no lower one that anybody asks for. */
  only?: 'max';
  /** Below the fields. */
  children?: ReactNode;
}

const TYPING_MS = 400;

/**
 * Two fields, from and to. What is typed is taken after a rest or on leaving, also when the panel goes at once (replace),
 * and for good on Enter (push).
 */
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

  // The address may change from elsewhere (a chip, the slider, back): the fields follow, but never under typing hands.
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
    // A field that was not touched keeps its value, though its unit may show it rounded.
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

/** How a field of a filter looks. */
export const FIELD =
  'h-11 w-full min-w-0 rounded-field border border-line-strong bg-surface px-3 tabular placeholder:text-quiet aria-invalid:border-bad';
