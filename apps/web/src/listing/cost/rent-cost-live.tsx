import type { HomeAnswer } from '@maru/contract';
import { isCalendarDay } from '@maru/listing/time';
import { formatNumber } from '@maru/words';
import { useId, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { Button } from '../../ui/button.tsx';
import { AmountField } from './amount-field.tsx';
import { RentCostView } from './rent-cost-view.tsx';
import { type RentEdits, usualMoveIn } from './rent-texts.ts';

/** The cost of a rental with its editor: move-in day, deposit, options and fees. */
export function RentCostLive({ home, now }: { home: HomeAnswer; now: number }) {
  const { t, locale } = useWords();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [edits, setEdits] = useState<RentEdits>({});
  const money = (key: 'deposit' | 'options' | 'fees', usual: number | null) => ({
    label: t(`cost.field.${key}`),
    before: '$',
    usual: usual === null ? t('listing.not_stated') : formatNumber(locale, usual, 2),
    value: edits[key],
    most: 1_000_000,
    digits: 2,
    onChange: (value: number | undefined) => setEdits((last) => ({ ...last, [key]: value })),
  });
  const tools = (
    <>
      <Button
        variant="link"
        aria-expanded={isOpen}
        aria-controls={`${id}-form`}
        onClick={() => setOpen(!isOpen)}
      >
        {t(isOpen ? 'cost.edit_close' : 'cost.edit')}
      </Button>
      <div id={`${id}-form`} hidden={!isOpen} className="rounded-card border border-line p-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <div>
            <label htmlFor={`${id}-day`} className="block font-medium text-sm">
              {t('cost.field.move_in')}
            </label>
            <input
              id={`${id}-day`}
              type="date"
              className="mt-1 h-12 w-full rounded-field border border-line-strong bg-surface px-3"
              defaultValue={usualMoveIn(home, now)}
              onChange={(event) => {
                const day = event.target.value;
                if (isCalendarDay(day)) setEdits((last) => ({ ...last, moveIn: day }));
              }}
            />
          </div>
          <AmountField {...money('deposit', home.listing.securityDeposit)} />
          <AmountField {...money('options', 0)} />
          <AmountField {...money('fees', 0)} />
        </div>
      </div>
    </>
  );
  return <RentCostView home={home} now={now} edits={edits} tools={tools} />;
}
