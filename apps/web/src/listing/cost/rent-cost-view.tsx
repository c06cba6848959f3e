import type { HomeAnswer } from '@maru/contract';
import {
  type CentsRange,
  checkDeposit,
  figureOn,
  INCOME_RULE,
  SCREENING_FEE_CAPS,
  toCents,
  UTILITY_COSTS_AS_OF,
} from '@maru/listing/money';
import { formatNumber } from '@maru/words';
import type { ReactNode } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { TextLink } from '../../ui/site-link.tsx';
import { SourceLink } from '../../ui/source-link.tsx';
import { formatDay, SITE_ZONE } from '../facts/home-dates.ts';
import { lookupText } from '../facts/lookup.ts';
import { Term } from '../terms/term.tsx';
import { CostBar, CostMark } from './cost-bar.tsx';
import { likelyText, spreadText } from './cost-texts.ts';
import {
  computeMonthlyRent,
  computeMoveInCost,
  type RentEdits,
  rentHeadline,
  usualMoveIn,
} from './rent-texts.ts';
import { usdText } from './usd-text.ts';
import { Won } from './won.tsx';
import { WonSwitch } from './won-switch.tsx';

interface RentCostViewProps {
  home: HomeAnswer;
  now: number;
  edits: RentEdits;
  tools?: ReactNode;
}

/** The monthly cost of a rental, the move-in cost, and advice for newcomers to the country. */
export function RentCostView({ home, now, edits, tools }: RentCostViewProps) {
  const words = useWords();
  const { t, locale } = words;
  const { listing } = home;
  const cost = computeMonthlyRent(home, edits);
  if (cost === undefined) return <p className="text-quiet">{t('cost.no_price')}</p>;
  const moveIn = computeMoveInCost(home, edits, now);
  const day = edits.moveIn ?? usualMoveIn(home, now);
  const asOf = formatDay(home.source.asOf ?? listing.modificationTimestamp, SITE_ZONE, locale);
  const source: Record<string, string> = {
    rent: t('cost.source_dated', { said: t('cost.source.listing'), date: asOf }),
    required_fees: t('cost.source_dated', {
      said:
        listing.ongoingFees.length === 0
          ? t('cost.source.listing')
          : listing.ongoingFees.map((fee) => lookupText('ongoingFees', fee, words).text).join(', '),
      date: asOf,
    }),
    options: t('cost.source.visitor'),
    utilities: t('cost.source_dated', {
      said: t('cost.source.utilities'),
      date: formatDay(UTILITY_COSTS_AS_OF, 'UTC', locale),
    }),
  };
  const rent = listing.listPrice ?? 0;
  return (
    <div className="tabular space-y-6">
      <div>
        <p role="status" className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-bold text-2xl">{rentHeadline(home, words)}</span>
          <Won usd={rent + (listing.requiredMonthlyFees ?? 0)} now={now} />
        </p>
        {cost.total.likely === toCents(rent + (listing.requiredMonthlyFees ?? 0)) ? null : (
          <p className="text-quiet">{t('cost.rent_with_all', { amount: likelyText(cost.total, words) })}</p>
        )}
        {cost.isWhole ? null : <p className="font-medium text-warn">{t('cost.rent_fees_note')}</p>}
        <div className="min-h-11 print:hidden">{tools ?? <noscript>{t('cost.no_script')}</noscript>}</div>
      </div>
      <CostBar amounts={cost.parts.map(({ amount }) => amount.likely)} />
      <PartTable
        caption={t('cost.rent_table')}
        parts={cost.parts.map(({ part, amount }) => ({
          key: part,
          label: t(`cost.rent.${part}`),
          source: source[part] ?? '',
          amount,
        }))}
        total={cost.total}
        totalLabel={t('cost.rent_total')}
        now={now}
        marked
      />
      <section>
        <h3 className="font-semibold">{t('cost.move_in_title')}</h3>
        <p className="text-quiet text-sm">{t('cost.move_in_day', { date: formatDay(day, 'UTC', locale) })}</p>
        <PartTable
          caption={t('cost.move_in_title')}
          parts={moveIn.parts.map(({ part, amount }) => ({
            key: part,
            label: t(`cost.move_in.${part}`),
            source:
              part === 'deposit' && !moveIn.isDepositStated
                ? t('cost.move_in_deposit_unstated')
                : t(`cost.move_in_source.${part}`),
            amount,
          }))}
          total={moveIn.total}
          totalLabel={t('cost.move_in_total')}
          now={now}
        />
        {moveIn.isDepositStated || moveIn.parts.some(({ part }) => part === 'deposit') ? null : (
          <p className="font-medium text-warn">{t('cost.move_in_deposit_missing')}</p>
        )}
        <DepositCapLine home={home} edits={edits} day={day} />
      </section>
      <section className="rounded-card bg-sunken p-4">
        <h3 className="font-semibold">{t('cost.newcomer_title')}</h3>
        <p className="mt-1">{t('cost.newcomer_text')}</p>
        <p className="mt-1">
          {t('cost.income_rule', {
            low: formatNumber(locale, INCOME_RULE.low),
            high: formatNumber(locale, INCOME_RULE.high),
            least: usdText(toCents(rent * INCOME_RULE.low), words),
            most: usdText(toCents(rent * INCOME_RULE.high), words),
          })}
        </p>
        <TextLink path="/renter-kit">{t('cost.newcomer_link')}</TextLink>
      </section>
      <div className="gap-x-8 md:flex md:flex-wrap md:items-center md:justify-between">
        <WonSwitch now={now} />
        <p className="text-quiet text-sm">{t('cost.no_advice')}</p>
      </div>
    </div>
  );
}

/** California's caps of the deposit and of the screening fee, each with its law and date. */
function DepositCapLine({ home, edits, day }: { home: HomeAnswer; edits: RentEdits; day: string }) {
  const words = useWords();
  const { t, locale } = words;
  const { listing } = home;
  const state = listing.stateOrProvince?.toLowerCase() ?? null;
  const deposit = edits.deposit ?? listing.securityDeposit;
  const rent = toCents(listing.listPrice ?? 0);
  const check = checkDeposit({
    state,
    rent,
    deposit: toCents(deposit ?? 0),
    day,
    isFurnished: listing.furnished === 'Furnished',
  });
  const screening = figureOn(SCREENING_FEE_CAPS[state ?? ''] ?? [], day);
  if (check.figure === undefined || check.cap === undefined) return null;
  const values = {
    cap: usdText(check.cap, words),
    small: usdText(check.smallOwnerCap ?? check.cap, words),
    deposit: usdText(toCents(deposit ?? 0), words),
  };
  const isOver = check.verdict !== 'within';
  return (
    <div className="mt-2 max-w-[72ch] text-sm">
      <p className={isOver ? 'font-medium text-warn' : ''}>
        {(deposit ?? 0) === 0 ? t('cost.cap.rule', values) : t(`cost.cap.${check.verdict}`, values)}
      </p>
      <p className="text-quiet">
        {t('cost.cap_source', { date: formatDay(check.figure.from, 'UTC', locale) })}{' '}
        <SourceLink href={check.figure.url}>{check.figure.source}</SourceLink>
      </p>
      {screening === undefined ? null : (
        <p className="text-quiet">
          {t('cost.screening_cap', {
            amount: `$${screening.value.toFixed(2)}`,
            year: screening.from.slice(0, 4),
          })}
        </p>
      )}
    </div>
  );
}

const CELL = 'border-line border-b py-2 align-top';

function PartTable({
  caption,
  parts,
  total,
  totalLabel,
  now,
  marked = false,
}: {
  caption: string;
  parts: { key: string; label: string; source: string; amount: CentsRange }[];
  total: CentsRange;
  totalLabel: string;
  now: number;
  marked?: boolean;
}) {
  const words = useWords();
  const renderAmount = (amount: CentsRange) => (
    <>
      <span className="whitespace-nowrap">{likelyText(amount, words)}</span>
      <span className="block font-normal text-quiet">{spreadText(amount, words)}</span>
    </>
  );
  return (
    <table className="w-full border-collapse text-sm">
      <caption className="sr-only">{caption}</caption>
      <tbody>
        {parts.map(({ key, label, source, amount }, index) => (
          <tr key={key}>
            <th scope="row" className={`${CELL} pr-3 text-left font-medium`}>
              {marked ? <CostMark index={index} /> : null}
              <Term id={key === 'deposit' ? 'security-deposit' : undefined}>{label}</Term>
              <span className="block font-normal text-quiet">{source}</span>
            </th>
            <td className={`${CELL} text-right font-medium`}>{renderAmount(amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" className="py-2 pr-3 text-left font-bold">
            {totalLabel}
          </th>
          <td className="py-2 text-right font-bold">
            {renderAmount(total)}
            <Won usd={total.likely / 100} now={now} className="block font-normal text-quiet" />
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
