import type { HomeAnswer } from '@maru/contract';
import { listAssociationFees, type TermId } from '@maru/listing';
import {
  type CentsRange,
  type CostEdits,
  type CostPart,
  countyKey,
  findSupplementalCalendar,
  type PurchaseCost,
} from '@maru/listing/money';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWords, type Words } from '../../i18n/words.tsx';
import { SourceLink } from '../../ui/source-link.tsx';
import { formatDay, formatMonth } from '../facts/home-dates.ts';
import { Term } from '../terms/term.tsx';
import { CostBar, CostMark } from './cost-bar.tsx';
import { likelyText, lineAmountText, partText, sourceText, spreadText, termsText } from './cost-texts.ts';
import { monthText } from './home-cost.ts';
import { usdText } from './usd-text.ts';
import { Won } from './won.tsx';
import { WonSwitch } from './won-switch.tsx';

interface SaleCostViewProps {
  home: HomeAnswer;
  now: number;
  cost: PurchaseCost;
  edits: CostEdits;
  /** The editor, below the total; its line is reserved until it loads. */
  tools?: ReactNode;
  /** Further folds below the cash to close. */
  folds?: ReactNode;
}

/** The monthly cost: its sum, its parts as a bar and a table, the taxes and the cash to close. */
export function SaleCostView({ home, now, cost, edits, tools, folds }: SaleCostViewProps) {
  const words = useWords();
  const { t } = words;
  const { site } = useRouter().options.context;
  const spread = spreadText(cost.monthly, words);
  const missing = cost.lines.filter(({ monthly }) => monthly === undefined);
  return (
    <div className="tabular space-y-6">
      <div>
        <p role="status" className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-bold text-2xl">{monthText(cost, words)}</span>
          <Won usd={cost.monthly.likely / 100} now={now} />
        </p>
        {spread === undefined ? null : <p className="text-quiet">{t('cost.spread', { spread })}</p>}
        {missing.length === 0 ? null : (
          <p className="font-medium text-warn">
            {t('cost.missing', { parts: missing.map((line) => partText(line, home, words)).join(', ') })}
          </p>
        )}
        <p className="mt-1 text-quiet text-sm">{termsText(cost, edits, site, words)}</p>
        <div className="min-h-11 print:hidden">{tools ?? <noscript>{t('cost.no_script')}</noscript>}</div>
      </div>
      <CostBar amounts={cost.lines.map(({ monthly }) => monthly?.likely)} />
      <CostTable home={home} now={now} cost={cost} />
      <TaxLine home={home} cost={cost} />
      <div>
        <CashTable cost={cost} now={now} />
        {folds}
      </div>
      <div className="gap-x-8 md:flex md:flex-wrap md:items-center md:justify-between">
        <WonSwitch now={now} />
        <p className="text-quiet text-sm">{t('cost.no_advice')}</p>
      </div>
    </div>
  );
}

/** The terms that explain parts of the cost. */
const PART_TERMS: Partial<Record<CostPart, TermId>> = {
  tax: 'property-tax',
  levies: 'mello-roos',
  hoa: 'hoa',
  land: 'leasehold',
  pmi: 'pmi',
};

const partTerm = (part: CostPart, { homeType }: HomeAnswer): TermId | undefined =>
  part === 'hoa' && homeType === 'coop' ? 'coop' : PART_TERMS[part];

const CELL = 'border-line border-b py-2 align-top';

/** Each part with its range, source and date. */
function CostTable({ home, now, cost }: Pick<SaleCostViewProps, 'home' | 'now' | 'cost'>) {
  const words = useWords();
  const { t } = words;
  return (
    <div>
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{t('cost.table')}</caption>
        <thead>
          <tr className="border-line-strong border-b text-left text-quiet">
            <th scope="col" className="py-2 pr-3 font-medium">
              {t('cost.column.part')}
            </th>
            <th scope="col" className="py-2 pr-3 text-right font-medium">
              {t('cost.column.month')}
            </th>
            <th scope="col" className="py-2 font-medium max-sm:hidden">
              {t('cost.column.source')}
            </th>
          </tr>
        </thead>
        <tbody>
          {cost.lines.map((line, index) => {
            const range = line.monthly;
            const spread = range === undefined ? undefined : spreadText(range, words);
            const source = sourceText(line, cost, home, words);
            return (
              <tr key={line.part}>
                <th scope="row" className={`${CELL} pr-3 text-left font-medium lg:w-64`}>
                  <span className="flex items-start">
                    <CostMark index={index} />
                    <span className="min-w-0">
                      <Term id={partTerm(line.part, home)}>{partText(line, home, words)}</Term>
                    </span>
                  </span>
                  <span className="block font-normal text-quiet sm:hidden">{source}</span>
                </th>
                <td className={`${CELL} pr-3 text-right`}>
                  {range === undefined ? (
                    <span className="text-quiet">{t('listing.not_stated')}</span>
                  ) : (
                    <>
                      <span className="whitespace-nowrap font-semibold">{lineAmountText(line, words)}</span>
                      {spread === undefined ? null : <span className="block text-quiet">{spread}</span>}
                      <Won usd={range.likely / 100} now={now} className="block text-quiet" />
                    </>
                  )}
                </td>
                <td className={`${CELL} text-quiet max-sm:hidden`}>{source}</td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className="py-2 pr-3 text-left font-bold">
              {t('cost.total')}
            </th>
            <td className="whitespace-nowrap py-2 pr-3 text-right font-bold">{monthText(cost, words)}</td>
            <td className="max-sm:hidden" />
          </tr>
        </tfoot>
      </table>
      <Notes home={home} cost={cost} />
    </div>
  );
}

function Notes({ home, cost }: Pick<SaleCostViewProps, 'home' | 'cost'>) {
  const words = useWords();
  const { t, locale } = words;
  const { ends, upFront } = cost.mortgageInsurance;
  const fees = findUnstatedFee(home);
  const notes = [
    cost.isUsuallyLevied ? t('cost.note.levied') : '',
    fees === undefined ? '' : t('cost.note.fee_frequency', { amount: usdText(fees * 100, words) }),
    ends === undefined
      ? ''
      : t('cost.note.pmi_ends', {
          request: formatMonth(ends.onRequest.month, locale, 'long'),
          automatic: formatMonth(ends.automatic.month, locale, 'long'),
        }),
    upFront > 0 ? t('cost.note.up_front', { amount: usdText(upFront, words) }) : '',
    cost.lines.some(({ part }) => part === 'insurance') ? t('cost.note.insurance') : '',
  ].filter(Boolean);
  return (
    <ul className="mt-2 max-w-[72ch] list-disc space-y-1 pl-5 text-quiet text-sm">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

/** An association fee without a frequency, USD. */
function findUnstatedFee({ listing }: HomeAnswer): number | undefined {
  const isUnstated = ([fee, frequency]: readonly [number | null, string | null]) =>
    fee !== null && fee > 0 && frequency === null;
  return listAssociationFees(listing).find(isUnstated)?.[0] ?? undefined;
}

/** The current owner's tax and the buyer's (rules R25, R68). */
function TaxLine({ home, cost }: Pick<SaleCostViewProps, 'home' | 'cost'>) {
  const words = useWords();
  const { t } = words;
  const { owner, supplemental } = cost;
  const levies = cost.lines.find(({ part }) => part === 'levies')?.monthly;
  const yours = likelyText(cost.yearlyTax, words);
  const isCalifornia = home.listing.stateOrProvince === 'CA';
  const calendar = findSupplementalCalendar(
    countyKey(home.listing.stateOrProvince, home.listing.countyOrParish),
  );
  if (cost.lines.some(({ source }) => source === 'tax_maintenance')) {
    return (
      <div className="rounded-card bg-sunken p-4">
        <h3 className="font-semibold">{t('cost.tax_title')}</h3>
        <p className="mt-1">{t('cost.tax_coop')}</p>
      </div>
    );
  }
  return (
    <div className="rounded-card bg-sunken p-4">
      <h3 className="font-semibold">{t('cost.tax_title')}</h3>
      <p className="mt-1">
        {owner === undefined
          ? t('cost.tax_owner_unstated')
          : owner.year === null
            ? t('cost.tax_owner', { amount: usdText(owner.annualTax, words) })
            : t('cost.tax_owner_year', {
                amount: usdText(owner.annualTax, words),
                year: String(owner.year),
              })}{' '}
        {levies !== undefined && levies.likely > 0
          ? t('cost.tax_yours_levies', { amount: yours, levies: usdText(levies.likely * 12, words) })
          : t('cost.tax_yours', { amount: yours })}{' '}
        {supplemental === undefined
          ? ''
          : supplemental.total.likely < 0
            ? t('cost.supplemental_refund', { amount: usdText(-supplemental.total.likely, words) })
            : t('cost.supplemental', {
                count: supplemental.bills.length,
                amount: withSpread(supplemental.total, words),
              })}
      </p>
      {isCalifornia ? (
        <p className="mt-1 text-quiet text-sm">
          {t('cost.tax_why')}
          {supplemental === undefined ? null : (
            <>
              {' '}
              {t(supplemental.isStated ? 'cost.supplemental_note_stated' : 'cost.supplemental_note')}{' '}
              <SourceLink href={calendar.url}>{calendar.source}</SourceLink>
            </>
          )}
        </p>
      ) : null}
    </div>
  );
}

/** "≈ $7,425 ($6,900–$8,100)". */
function withSpread(range: CentsRange, words: Words): string {
  const spread = spreadText(range, words);
  return spread === undefined ? likelyText(range, words) : `${likelyText(range, words)} (${spread})`;
}

function CashTable({ cost, now }: Pick<SaleCostViewProps, 'cost' | 'now'>) {
  const words = useWords();
  const { t, locale } = words;
  const { cash } = cost;
  return (
    <details className="border-line border-y py-1">
      <summary className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h3 className="font-semibold">{t('cost.cash_title')}</h3>
        <span className="font-semibold">
          {likelyText(cash.total, words)}{' '}
          <Won usd={cash.total.likely / 100} now={now} className="font-normal text-quiet" />
        </span>
      </summary>
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{t('cost.cash_title')}</caption>
        <tbody>
          {cash.parts.map(({ part, amount }) => (
            <tr key={part}>
              <th scope="row" className={`${CELL} pr-3 text-left font-normal`}>
                <Term
                  id={part === 'closing' ? 'closing-costs' : part === 'down' ? 'down-payment' : undefined}
                >
                  {t(`cost.cash.${part}`)}
                </Term>
                <span className="block text-quiet">
                  {t(`cost.cash_source.${part}`, { date: formatDay(cost.closing, 'UTC', locale) })}
                </span>
              </th>
              <td className={`${CELL} whitespace-nowrap text-right`}>
                <span className="font-medium">{likelyText(amount, words)}</span>
                <span className="block text-quiet">{spreadText(amount, words)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="py-2 text-quiet text-sm">{t('cost.cash_note')}</p>
    </details>
  );
}
