import { checkDeposit, toCents } from '@maru/listing/money';
import { useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { SourceLink } from '../../ui/source-link.tsx';
import { AmountField } from '../cost/amount-field.tsx';
import { usdText } from '../cost/usd-text.ts';
import { formatDay } from '../facts/home-dates.ts';

/** A deposit held against California's cap of the day. `today` as YYYY-MM-DD. */
export function DepositCheck({ today }: { today: string }) {
  const words = useWords();
  const { t, locale } = words;
  const [rent, setRent] = useState<number | undefined>();
  const [deposit, setDeposit] = useState<number | undefined>();
  const [isServiceMember, setServiceMember] = useState(false);
  const check =
    rent === undefined || deposit === undefined || rent === 0
      ? undefined
      : checkDeposit({
          state: 'ca',
          rent: toCents(rent),
          deposit: toCents(deposit),
          day: today,
          isServiceMember,
        });
  const money = { before: '$', usual: '', most: 1_000_000, digits: 2 };
  return (
    <div className="max-w-[720px]">
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountField {...money} label={t('kit.deposit_rent')} value={rent} onChange={setRent} />
        <AmountField {...money} label={t('kit.deposit_asked')} value={deposit} onChange={setDeposit} />
      </div>
      <Checkbox
        className="mt-2 w-fit"
        checked={isServiceMember}
        onChange={(event) => setServiceMember(event.target.checked)}
      >
        {t('kit.deposit_service')}
      </Checkbox>
      <div role="status">
        {check?.cap === undefined || deposit === undefined ? null : (
          <p className={`mt-2 font-medium ${check.verdict === 'within' ? 'text-good' : 'text-warn'}`}>
            {t(`cost.cap.${check.verdict}`, {
              deposit: usdText(toCents(deposit), words),
              cap: usdText(check.cap, words),
              small: usdText(check.smallOwnerCap ?? check.cap, words),
            })}
          </p>
        )}
        {check?.figure === undefined ? null : (
          <p className="text-quiet text-sm">
            {t('cost.cap_source', { date: formatDay(check.figure.from, 'UTC', locale) })}{' '}
            <SourceLink href={check.figure.url}>{check.figure.source}</SourceLink>
          </p>
        )}
      </div>
    </div>
  );
}
