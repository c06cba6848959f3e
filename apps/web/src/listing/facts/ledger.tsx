import type { HomeAnswer } from '@maru/contract';
import { findTimeZone } from '@maru/listing/time';
import { formatNumber, formatShortUsd, formatUsd, type MessageKey } from '@maru/words';
import type { ReactNode } from 'react';
import { goWithinPage } from '../../browser/within-page.ts';
import { useWords, type Words } from '../../i18n/words.tsx';
import { ChartFigure, type Numbers, NumbersFold } from '../../ui/chart/chart-figure.tsx';
import { TimeChart } from '../../ui/chart/time-chart.tsx';
import { TextLink } from '../../ui/site-link.tsx';
import { PricePerArea } from '../card/price-per-area.tsx';
import { statusText } from '../card/status-text.ts';
import { Won } from '../cost/won.tsx';
import type { HomePageData } from '../page/home-page-data.ts';
import { formatClock, formatDay } from './home-dates.ts';
import { buildLedgerLines, buildPriceSteps, type LedgerLine, type PriceStep } from './ledger-rows.ts';

/**
 * The history of a home (rules R3, R4, R61): time on the market, price as steps, every recorded change with the source's
 * time and ours, and the hash of the ledger.
 */
export function Ledger({ home, market, now }: Pick<HomePageData, 'home' | 'market' | 'now'>) {
  const words = useWords();
  const { t } = words;
  const lines = buildLedgerLines(home);
  const steps = buildPriceSteps(lines, now);
  const zone = findTimeZone(home.listing);
  const numbers = buildNumbers(lines, zone, home.searchType, words);
  return (
    <div className="space-y-4">
      <DaysListed home={home} />
      {/* The price at the top includes the fees (rule R26); a feed's changes are of the rent. */}
      {home.searchType === 'rent' && (home.listing.requiredMonthlyFees ?? 0) > 0 ? (
        <p className="text-quiet text-sm">{t('listing.ledger_rent')}</p>
      ) : null}
      {steps.length > 1 ? <PriceChart steps={steps} zone={zone} numbers={numbers} /> : null}
      {lines.length === 0 ? (
        <p className="text-quiet">{t('listing.ledger_empty')}</p>
      ) : (
        <ol className="divide-y divide-line border-line border-y">
          {lines.map((line) => (
            <Row key={line.key} line={line} zone={zone} home={home} now={now} />
          ))}
        </ol>
      )}
      <TaxYears home={home} />
      <PricePerArea home={home} market={market} />
      <div className="flex flex-wrap gap-x-6 print:hidden">
        {lines.length > 0 && steps.length < 2 ? (
          <NumbersFold numbers={numbers} className="open:basis-full" />
        ) : null}
        <Fingerprint home={home} />
      </div>
    </div>
  );
}

/** "12 days this time" and "97 days in all, over 2 listings": a new listing number does not reset the time on the market. */
function DaysListed({ home }: { home: HomeAnswer }) {
  const { t, locale } = useWords();
  const { days, cumulativeDays, firstSince, listings } = home.marketTime;
  if (days === null) return <p className="text-quiet">{t('listing.ledger_days_unknown')}</p>;
  const isRelisted = cumulativeDays !== null && firstSince !== null && listings > 1;
  return (
    <p className="tabular">
      <span className="font-semibold">{t('listing.ledger_days', { count: days })}</span>
      {isRelisted ? (
        <span className="block text-quiet">
          {t('listing.ledger_days_in_all', {
            count: cumulativeDays,
            listings,
            date: formatDay(firstSince, 'UTC', locale),
          })}
        </span>
      ) : null}
    </p>
  );
}

/** Assessed value and tax by year, as far as the records of this home stated them. */
function TaxYears({ home: { taxYears, searchType } }: { home: HomeAnswer }) {
  const words = useWords();
  const { t, locale } = words;
  if (taxYears.length === 0 || searchType === 'rent') return null;
  const usd = (amount: number | null) =>
    amount === null ? t('listing.not_stated') : formatUsd(locale, amount);
  const columns = ['fact.tax_year', 'fact.assessed', 'fact.tax_bill'] as const;
  return (
    <section>
      <h3 className="font-semibold">{t('listing.tax_years')}</h3>
      <p className="text-quiet text-sm">{t('listing.tax_years_note')}</p>
      <table className="tabular mt-2 w-full border-collapse text-sm">
        <caption className="sr-only">{t('listing.tax_years')}</caption>
        <thead>
          <tr className="border-line-strong border-b text-quiet">
            {columns.map((column, index) => (
              <th
                key={column}
                scope="col"
                className={`py-2 font-medium ${index === 0 ? 'pr-3 text-left' : 'pl-3 text-right'}`}
              >
                {t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {taxYears.map(({ year, taxAnnualAmount, taxAssessedValue, roll }) => (
            <tr key={year} className="border-line border-b">
              <th scope="row" className="py-2 pr-3 text-left font-medium">
                {year}
              </th>
              <td className="py-2 pl-3 text-right">
                {usd(taxAssessedValue)}
                {roll === null || roll.assessedLand === null || roll.assessedImprovements === null ? null : (
                  <span className="block text-quiet">
                    {t('listing.tax_parts', {
                      land: usd(roll.assessedLand),
                      improvements: usd(roll.assessedImprovements),
                    })}
                  </span>
                )}
              </td>
              <td className="py-2 pl-3 text-right">{usd(taxAnnualAmount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rollTexts(taxYears, words).map((text) => (
        <p key={text} className="mt-2 text-quiet text-sm">
          {text}
        </p>
      ))}
    </section>
  );
}

/** "2025, 2026: Orange County Assessor, as of Jul 1, 2026." for each imported roll. */
function rollTexts(taxYears: HomeAnswer['taxYears'], { t, locale }: Words): string[] {
  const byRoll = Map.groupBy(
    taxYears.filter(({ roll }) => roll !== null),
    ({ roll }) => `${roll?.source}\n${roll?.asOf}`,
  );
  return [...byRoll].map(([key, years]) => {
    const [source = '', asOf = ''] = key.split('\n');
    return t('listing.tax_roll', {
      years: years.map(({ year }) => year).join(', '),
      source,
      date: formatDay(asOf, 'UTC', locale),
    });
  });
}

function Row({ line, zone, home, now }: { line: LedgerLine; zone: string; home: HomeAnswer; now: number }) {
  const words = useWords();
  const { t, locale } = words;
  return (
    <li
      id={line.rowId === null ? undefined : changeAnchor(line.rowId)}
      className="flex scroll-mt-20 flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3 target:bg-primary-soft"
    >
      <span className="min-w-0">
        <span className={`font-medium ${line.kind === 'price' && isCut(line) ? 'text-cut' : ''}`}>
          {whatHappened(line, home.searchType, words)}
        </span>
        {listDetails(line, words).map((text) => (
          <span key={text} className="block text-sm">
            {text}
          </span>
        ))}
        <span className="block text-quiet text-sm">
          <When line={line} zone={zone} />
          {line.seenAt === null
            ? null
            : ` · ${t('listing.ledger_seen_at', { time: seenText(line, zone, words) })}`}
          {line.earlierListing === null
            ? null
            : ` · ${t('listing.ledger_earlier', { listingId: line.earlierListing })}`}
        </span>
      </span>
      <span className="tabular text-right">
        {line.price === null ? null : <span className="font-semibold">{formatUsd(locale, line.price)}</span>}
        <Won usd={line.price} now={now} short className="block text-quiet text-sm" />
        {line.before === null || line.price === null ? null : (
          <span className="block text-quiet text-sm">{changeText(line.before, line.price, words)}</span>
        )}
      </span>
    </li>
  );
}

const changeAnchor = (rowId: string) => `change-${rowId}`;

/** The day, as the permanent link of the change. */
function When({ line, zone }: { line: LedgerLine; zone: string }): ReactNode {
  const { t, locale } = useWords();
  const day = line.isDated ? (
    <time dateTime={line.at}>{formatDay(line.at, zone, locale)}</time>
  ) : (
    t('listing.ledger_undated')
  );
  if (line.rowId === null) return day;
  return (
    <a
      href={`#${changeAnchor(line.rowId)}`}
      onClick={goWithinPage}
      title={t('listing.ledger_link')}
      className="underline-offset-4 hover:underline"
    >
      {day}
    </a>
  );
}

/** "Nov 12, 2026 3:14 PM" when the change was first seen; a dash for what comes from the record. */
function seenText(line: LedgerLine, zone: string, { locale }: Words): string {
  if (line.seenAt === null) return '–';
  return `${formatDay(line.seenAt, zone, locale)} ${formatClock(line.seenAt, zone, locale)}`;
}

function isCut(line: LedgerLine): boolean {
  return line.price !== null && line.before !== null && line.price < line.before;
}

function whatHappened(line: LedgerLine, searchType: 'sale' | 'rent', words: Words): string {
  const { t } = words;
  if (line.kind === 'status') {
    const status =
      line.status === null ? t('listing.not_stated') : statusText(line.status, searchType, words).text;
    return t('listing.ledger_status', { status });
  }
  if (line.kind === 'price') return t(isCut(line) ? 'listing.ledger_cut' : 'listing.ledger_raised');
  const onlyRemarks = line.kind === 'facts' && line.changes.every((one) => one.field === 'publicRemarks');
  return t(onlyRemarks ? 'listing.ledger_remarks' : EVENTS[line.kind]);
}

const EVENTS = {
  listed: 'listing.ledger_listed',
  withdrawn: 'listing.ledger_withdrawn',
  back_on_market: 'listing.ledger_back',
  photos: 'listing.ledger_photos',
  facts: 'listing.ledger_facts',
  sold: 'listing.ledger_sold',
} as const satisfies Record<Exclude<LedgerLine['kind'], 'status' | 'price'>, MessageKey>;

/** "Bedrooms: 3 → 4" for each fact, "24 → 26 photos". */
function listDetails(line: LedgerLine, words: Words): string[] {
  const { t, locale } = words;
  if (line.photos !== null) {
    return [t('listing.ledger_photos_count', { before: line.photos.before, after: line.photos.after })];
  }
  const text = (value: string | number | null, field: string) =>
    value === null
      ? t('listing.not_stated')
      : typeof value === 'string'
        ? value
        : MONEY.has(field)
          ? formatUsd(locale, value)
          : field === 'yearBuilt' || field === 'taxYear'
            ? String(value)
            : AREAS.has(field)
              ? t('unit.sqft', { sqft: formatNumber(locale, value, 0) })
              : formatNumber(locale, value, 2);
  return line.changes
    .map(({ field, oldValue, newValue }) => {
      const name = FACT_NAMES[field];
      if (field === 'publicRemarks') return line.changes.length === 1 ? '' : t('listing.ledger_remarks');
      return t('listing.ledger_fact', {
        name: name === undefined ? field : t(name),
        before: text(oldValue, field),
        after: text(newValue, field),
      });
    })
    .filter((one) => one !== '');
}

const MONEY = new Set([
  'associationFee',
  'taxAnnualAmount',
  'taxAssessedValue',
  'taxOtherAnnualAssessmentAmount',
  'requiredMonthlyFees',
  'securityDeposit',
]);
const AREAS = new Set(['livingArea', 'lotSizeSquareFeet']);
const FACT_NAMES: Record<string, MessageKey> = {
  propertySubType: 'filter.type',
  bedroomsTotal: 'listing.ledger_beds',
  bathroomsTotalDecimal: 'listing.ledger_baths',
  livingArea: 'listing.living_area',
  lotSizeSquareFeet: 'listing.lot',
  yearBuilt: 'fact.year',
  storiesTotal: 'fact.stories',
  garageSpaces: 'fact.garage',
  associationFee: 'fact.hoa',
  associationFeeFrequency: 'listing.ledger_frequency',
  taxAnnualAmount: 'fact.tax',
  taxAssessedValue: 'fact.assessed',
  taxYear: 'fact.tax_year',
  taxOtherAnnualAssessmentAmount: 'fact.mello',
  requiredMonthlyFees: 'fact.required_fees',
  securityDeposit: 'fact.deposit',
  availabilityDate: 'fact.available',
};

/** "−$51,000 (−4.1%)" */
function changeText(before: number, after: number, { locale }: Words): string {
  const sign = after < before ? '−' : '+';
  const percent =
    before === 0 ? '' : ` (${sign}${formatNumber(locale, (Math.abs(after - before) / before) * 100, 1)}%)`;
  return `${sign}${formatUsd(locale, Math.abs(after - before))}${percent}`;
}

/** The price over time. */
function PriceChart({
  steps,
  zone,
  numbers,
}: {
  steps: readonly PriceStep[];
  zone: string;
  numbers: Numbers;
}) {
  const { t, locale } = useWords();
  const first = steps[0] as PriceStep;
  const last = steps.at(-1) as PriceStep;
  const day = (step: PriceStep) => formatDay(step.time, zone, locale);
  const changes = steps.filter((step, index) => index > 0 && step.price !== steps[index - 1]?.price);
  return (
    <ChartFigure
      message={t('listing.ledger_price_message', {
        from: formatUsd(locale, first.price),
        start: day(first),
        to: formatUsd(locale, last.price),
        end: day(last),
        count: changes.length,
      })}
      numbers={numbers}
    >
      <TimeChart
        height={140}
        series={[
          {
            key: 'price',
            label: formatShortUsd(locale, last.price),
            shape: 'step',
            points: steps.map((step) => ({ at: step.at, value: step.price })),
          },
        ]}
        formatValue={(value) => formatShortUsd(locale, value)}
        formatTime={(at) =>
          formatDay(at === first.at ? first.time : new Date(at).toISOString(), zone, locale)
        }
      />
    </ChartFigure>
  );
}

/** All changes as a table, newest first. */
function buildNumbers(
  lines: readonly LedgerLine[],
  zone: string,
  searchType: 'sale' | 'rent',
  words: Words,
): Numbers {
  const { t, locale } = words;
  return {
    caption: t('listing.ledger'),
    columns: [
      { label: t('listing.ledger_when') },
      { label: t('listing.ledger_what') },
      { label: t('listing.ledger_price'), numeric: true },
      { label: t('listing.ledger_change'), numeric: true },
      { label: t('listing.ledger_seen') },
    ],
    rows: lines.map((line) => ({
      key: line.key,
      cells: [
        line.isDated ? formatDay(line.at, zone, locale) : '–',
        whatHappened(line, searchType, words),
        line.price === null ? '–' : formatUsd(locale, line.price),
        line.price === null || line.before === null ? '–' : changeText(line.before, line.price, words),
        seenText(line, zone, words),
      ],
    })),
  };
}

/** The hash of the ledger: a visitor who notes it can verify later that nothing was changed. */
function Fingerprint({ home }: { home: HomeAnswer }) {
  const { t } = useWords();
  if (home.history.length === 0) return null;
  return (
    <details className="text-sm open:basis-full">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-quiet underline-offset-4 hover:underline">
        {t('listing.ledger_hash')}
      </summary>
      <p className="text-quiet">{t('listing.ledger_hash_note')}</p>
      <p className="mt-1 break-all font-mono text-xs">{home.ledgerHash}</p>
      <p className="mt-1">
        <TextLink href={`/maru/v1/home/ledger?homeId=${home.homeId}&searchType=${home.searchType}`}>
          {t('listing.ledger_hash_link')}
        </TextLink>
      </p>
    </details>
  );
}
