import type { HomeAnswer } from '@maru/contract';
import { type CostEdits, classifyLoan, countyKey, LOAN_KINDS, type PurchaseCost } from '@maru/listing/money';
import { isCalendarDay } from '@maru/listing/time';
import { formatNumber, formatUsd } from '@maru/words';
import { type ReactNode, useId } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { AmountField } from './amount-field.tsx';

const TERMS = [10, 15, 20, 30, 40];
const BOX = 'mt-1 h-12 w-full rounded-field border border-line-strong bg-surface px-3';

interface CostFormProps {
  home: HomeAnswer;
  cost: PurchaseCost;
  edits: CostEdits;
  onChange: (edits: CostEdits) => void;
}

/** Everything that the month is made of, to be said otherwise. Each change is reckoned with at once. */
export function CostForm({ home, cost, edits, onChange }: CostFormProps) {
  const { t, locale } = useWords();
  const { listing } = home;
  const set = (more: CostEdits) => onChange({ ...edits, ...more });
  const isCalifornia = listing.stateOrProvince === 'CA';
  const number = (value: number, digits = 0) => formatNumber(locale, value, digits);
  const yearly = (part: string) => {
    const monthly = cost.lines.find((line) => line.part === part)?.monthly;
    return monthly === undefined ? t('listing.not_stated') : number((monthly.likely * 12) / 100);
  };
  const hoa = cost.lines.find(({ part }) => part === 'hoa')?.monthly;
  const isAmount = edits.down !== undefined && 'amount' in edits.down;
  const size = classifyLoan(
    cost.loan,
    countyKey(listing.stateOrProvince, listing.countyOrParish),
    cost.closing,
  );
  return (
    <fieldset className="rounded-card border border-line p-4">
      <legend className="sr-only">{t('cost.edit')}</legend>
      <p className="mb-3 text-quiet text-sm">{t('cost.edit_note')}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountField
          label={t('cost.field.offer')}
          before="$"
          usual={number(listing.listPrice ?? 0)}
          value={edits.offer}
          least={1}
          most={1_000_000_000}
          digits={0}
          onChange={(offer) => set({ offer })}
        />
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
          <AmountField
            key={isAmount ? 'amount' : 'percent'}
            label={t('cost.field.down')}
            before={isAmount ? '$' : undefined}
            after={isAmount ? undefined : '%'}
            usual={isAmount ? number(cost.down / 100) : number((cost.down / cost.price) * 100, 1)}
            value={
              edits.down === undefined
                ? undefined
                : 'amount' in edits.down
                  ? edits.down.amount
                  : edits.down.percent
            }
            most={isAmount ? 1_000_000_000 : 100}
            digits={isAmount ? 0 : 1}
            onChange={(value) =>
              set({
                down: value === undefined ? undefined : isAmount ? { amount: value } : { percent: value },
              })
            }
          />
          <Select
            label={t('cost.field.down_unit')}
            value={isAmount ? 'amount' : 'percent'}
            onChange={(unit) =>
              set({
                down:
                  unit === 'amount'
                    ? { amount: Math.round(cost.down / 100) }
                    : { percent: Math.round((cost.down / cost.price) * 1_000) / 10 },
              })
            }
          >
            <option value="percent">%</option>
            <option value="amount">$</option>
          </Select>
        </div>
        <AmountField
          label={t('cost.field.rate')}
          after="%"
          usual={number(cost.rate, 3)}
          value={edits.rate}
          most={30}
          digits={3}
          onChange={(rate) => set({ rate })}
        />
        <Select
          label={t('cost.field.term')}
          value={String(cost.years)}
          onChange={(years) => set({ years: Number(years) })}
        >
          {TERMS.map((years) => (
            <option key={years} value={years}>
              {t('cost.years', { years })}
            </option>
          ))}
        </Select>
        <Select
          label={t('cost.field.kind')}
          value={edits.kind ?? 'conventional'}
          onChange={(kind) => set({ kind: LOAN_KINDS.find((one) => one === kind && one !== 'conventional') })}
        >
          {LOAN_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {t(`cost.kind.${kind}`)}
            </option>
          ))}
        </Select>
        <AmountField
          label={t('cost.field.tax_rate')}
          after="%"
          usual={number(cost.taxRates.likely, 4)}
          value={edits.taxRate}
          most={10}
          digits={4}
          onChange={(taxRate) => set({ taxRate })}
        />
        <AmountField
          label={t(isCalifornia ? 'cost.field.levies' : 'cost.field.assessments')}
          before="$"
          after={t('cost.field.a_year')}
          usual={yearly('levies')}
          value={edits.levies}
          most={10_000_000}
          digits={2}
          onChange={(levies) => set({ levies })}
        />
        <AmountField
          label={t('cost.field.hoa')}
          before="$"
          after={t('cost.field.a_month')}
          usual={hoa === undefined ? t('listing.not_stated') : number(hoa.likely / 100, 2)}
          value={edits.hoa}
          most={1_000_000}
          digits={2}
          onChange={(value) => set({ hoa: value })}
        />
        <AmountField
          label={t('cost.field.insurance')}
          before="$"
          after={t('cost.field.a_year')}
          usual={yearly('insurance')}
          value={edits.insurance}
          most={10_000_000}
          digits={2}
          onChange={(insurance) => set({ insurance })}
        />
        {edits.pmiRate === undefined && cost.lines.every(({ source }) => source !== 'pmi_usual') ? null : (
          <AmountField
            label={t('cost.field.pmi')}
            after="%"
            usual="0.6"
            value={edits.pmiRate}
            most={5}
            digits={3}
            onChange={(pmiRate) => set({ pmiRate })}
          />
        )}
        {isCalifornia ? (
          <AmountField
            label={t('cost.field.roll')}
            before="$"
            usual={
              cost.supplemental === undefined
                ? t('listing.not_stated')
                : number(cost.supplemental.rollValue.likely / 100)
            }
            value={edits.rollValue}
            most={1_000_000_000}
            digits={0}
            onChange={(rollValue) => set({ rollValue })}
          />
        ) : null}
        <DayField
          label={t('cost.field.closing')}
          value={cost.closing}
          onChange={(closing) => set({ closing })}
        />
      </div>
      {isCalifornia ? (
        <Checkbox
          className="mt-4"
          checked={edits.isOwnerOccupied ?? false}
          onChange={(event) => set({ isOwnerOccupied: event.target.checked ? true : undefined })}
        >
          {t('cost.field.occupied')}
        </Checkbox>
      ) : null}
      {size.size === 'conforming' || edits.kind !== undefined ? null : (
        <p className="mt-2 text-sm text-warn">
          {t(`cost.note.${size.size}`, {
            limit: formatUsd(locale, size.limit / 100),
            year: size.figure.from.slice(0, 4),
          })}
        </p>
      )}
    </fieldset>
  );
}

function Select({
  label,
  value,
  onChange,
  children,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="block font-medium text-sm">
        {label}
      </label>
      <select id={id} className={BOX} value={value} onChange={(event) => onChange(event.target.value)}>
        {children}
      </select>
    </div>
  );
}

function DayField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (day: string) => void;
}) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="block font-medium text-sm">
        {label}
      </label>
      <input
        id={id}
        type="date"
        className={BOX}
        value={value}
        onChange={(event) => isCalendarDay(event.target.value) && onChange(event.target.value)}
      />
    </div>
  );
}
