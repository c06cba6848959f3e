import type { HomeAnswer } from '@maru/contract';
import { formatNumber } from '@maru/words';
import { useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { AmountField, DayField } from './amount-field.tsx';
import { CostEditor } from './cost-editor.tsx';
import { RentCostView } from './rent-cost-view.tsx';
import { type RentEdits, usualMoveIn } from './rent-texts.ts';

/** The cost of a rental with its editor: move-in day, deposit, options and fees. */
export function RentCostLive({ home, now }: { home: HomeAnswer; now: number }) {
  const { t, locale } = useWords();
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
    <CostEditor>
      <div className="grid gap-4 sm:grid-cols-2">
        <DayField
          label={t('cost.field.move_in')}
          defaultValue={usualMoveIn(home, now)}
          onDay={(moveIn) => setEdits((last) => ({ ...last, moveIn }))}
        />
        <AmountField {...money('deposit', home.listing.securityDeposit)} />
        <AmountField {...money('options', 0)} />
        <AmountField {...money('fees', 0)} />
      </div>
    </CostEditor>
  );
  return <RentCostView home={home} now={now} edits={edits} tools={tools} />;
}
