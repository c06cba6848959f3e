import { DEFAULT_LOAN } from '@maru/listing/money';
import type { SearchQuery } from '@maru/listing/search';
import { formatNumber, formatUsd } from '@maru/words';
import { useId, useRef, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { useLastSend } from '../../ui/field-focus.ts';
import { readAmount } from './amount.ts';
import { NotStated } from './choices.tsx';
import { type FilterProps, withFilter } from './filter-state.ts';
import { FIELD } from './range-fields.tsx';
import { MoneyFields } from './value-fields.tsx';

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
          {TERMS.filter((years) => years !== DEFAULT_LOAN.years).map((years) => (
            <option key={years} value={years}>
              {t('filter.years', { years })}
            </option>
          ))}
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
