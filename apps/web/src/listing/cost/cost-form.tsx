import type { HomeAnswer } from '@maru/contract';
import { type CostEdits, classifyLoan, countyKey, LOAN_KINDS, type PurchaseCost } from '@maru/listing/money';
import { formatNumber, formatUsd, type MessageKey } from '@maru/words';
import type { ReactNode } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Options } from '../../ui/field.tsx';
import { AmountField, DayField, INPUT_LINE, Labeled } from './amount-field.tsx';

const TERMS = [10, 15, 20, 30, 40];
/** Limits of prices and values, USD. */
const PRICE = { before: '$', most: 1_000_000_000, digits: 0 };

interface CostFormProps {
  home: HomeAnswer;
  cost: PurchaseCost;
  edits: CostEdits;
  onChange: (edits: CostEdits) => void;
}

type AmountKey =
  | 'offer'
  | 'rate'
  | 'taxRate'
  | 'levies'
  | 'hoa'
  | 'land'
  | 'insurance'
  | 'pmiRate'
  | 'rollValue';

/** All inputs of the monthly cost. Each change takes effect at once. */
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
  const land = cost.lines.find(({ part }) => part === 'land');
  const size = classifyLoan(
    cost.loan,
    countyKey(listing.stateOrProvince, listing.countyOrParish),
    cost.closing,
  );
  const amount = (
    key: AmountKey,
    label: MessageKey,
    usual: string,
    limits: { before?: string; after?: string; least?: number; most: number; digits: number },
  ) => (
    <AmountField
      {...limits}
      label={t(label)}
      usual={usual}
      value={edits[key]}
      onChange={(value) => set({ [key]: value })}
    />
  );
  const aYear = { before: '$', after: t('cost.field.a_year'), most: 10_000_000, digits: 2 };
  const aMonth = { before: '$', after: t('cost.field.a_month'), most: 1_000_000, digits: 2 };
  return (
    <fieldset>
      <legend className="sr-only">{t('cost.edit')}</legend>
      <p className="mb-3 text-quiet text-sm">{t('cost.edit_note')}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {amount('offer', 'cost.field.offer', number(listing.listPrice ?? 0), { ...PRICE, least: 1 })}
        <DownPayment cost={cost} down={edits.down} onChange={(down) => set({ down })} />
        {amount('rate', 'cost.field.rate', number(cost.rate, 3), { after: '%', most: 30, digits: 3 })}
        <Select
          label={t('cost.field.term')}
          value={String(cost.years)}
          onChange={(years) => set({ years: Number(years) })}
        >
          <Options values={TERMS} format={(years) => t('cost.years', { years })} />
        </Select>
        <Select
          label={t('cost.field.kind')}
          value={edits.kind ?? 'conventional'}
          onChange={(kind) => set({ kind: LOAN_KINDS.find((one) => one === kind && one !== 'conventional') })}
        >
          <Options values={LOAN_KINDS} format={(kind) => t(`cost.kind.${kind}`)} />
        </Select>
        {amount('taxRate', 'cost.field.tax_rate', number(cost.taxRates.likely, 4), {
          after: '%',
          most: 10,
          digits: 4,
        })}
        {amount(
          'levies',
          isCalifornia ? 'cost.field.levies' : 'cost.field.assessments',
          yearly('levies'),
          aYear,
        )}
        {amount(
          'hoa',
          home.homeType === 'coop' ? 'cost.field.maintenance' : 'cost.field.hoa',
          hoa === undefined ? t('listing.not_stated') : number(hoa.likely / 100, 2),
          aMonth,
        )}
        {land === undefined
          ? null
          : amount(
              'land',
              'cost.field.land',
              land.monthly === undefined ? t('listing.not_stated') : number(land.monthly.likely / 100, 2),
              aMonth,
            )}
        {amount('insurance', 'cost.field.insurance', yearly('insurance'), aYear)}
        {edits.pmiRate === undefined && cost.lines.every(({ source }) => source !== 'pmi_usual')
          ? null
          : amount('pmiRate', 'cost.field.pmi', '0.6', { after: '%', most: 5, digits: 3 })}
        {isCalifornia
          ? amount(
              'rollValue',
              'cost.field.roll',
              cost.supplemental === undefined
                ? t('listing.not_stated')
                : number(cost.supplemental.rollValue.likely / 100),
              PRICE,
            )
          : null}
        <DayField
          label={t('cost.field.closing')}
          value={cost.closing}
          onDay={(closing) => set({ closing })}
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

/** The down payment, in percent of the price or in dollars. */
function DownPayment({
  cost,
  down,
  onChange,
}: {
  cost: PurchaseCost;
  down: CostEdits['down'];
  onChange: (down: CostEdits['down']) => void;
}) {
  const { t, locale } = useWords();
  const isAmount = down !== undefined && 'amount' in down;
  const share = cost.down / cost.price;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
      {isAmount ? (
        <AmountField
          key="amount"
          {...PRICE}
          label={t('cost.field.down')}
          usual={formatNumber(locale, cost.down / 100, 0)}
          value={down.amount}
          onChange={(value) => onChange(value === undefined ? undefined : { amount: value })}
        />
      ) : (
        <AmountField
          key="percent"
          label={t('cost.field.down')}
          after="%"
          usual={formatNumber(locale, share * 100, 1)}
          value={down?.percent}
          most={100}
          digits={1}
          onChange={(value) => onChange(value === undefined ? undefined : { percent: value })}
        />
      )}
      <Select
        label={t('cost.field.down_unit')}
        value={isAmount ? 'amount' : 'percent'}
        onChange={(unit) =>
          onChange(
            unit === 'amount'
              ? { amount: Math.round(cost.down / 100) }
              : { percent: Math.round(share * 1_000) / 10 },
          )
        }
      >
        <option value="percent">%</option>
        <option value="amount">$</option>
      </Select>
    </div>
  );
}

interface SelectProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}

function Select({ label, value, onChange, children }: SelectProps) {
  return (
    <Labeled label={label}>
      {(id) => (
        <select
          id={id}
          className={INPUT_LINE}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          {children}
        </select>
      )}
    </Labeled>
  );
}
