import type { HomeAnswer } from '@maru/contract';
import { timeZoneOf } from '@maru/listing';
import { formatNumber, formatShortUsd, formatUsd } from '@maru/words';
import { useWords, type Words } from '../i18n/words.tsx';
import { formatClock, formatDay } from './home-dates.ts';
import { type LedgerLine, ledgerLinesOf, type PriceStep, priceStepsOf } from './ledger-rows.ts';
import { statusText } from './lookup.ts';

/** What happened to a home: its price as steps where it moved, and every change that is known, newest first. */
export function Ledger({ home, now }: { home: HomeAnswer; now: number }) {
  const words = useWords();
  const { t, locale } = words;
  const lines = ledgerLinesOf(home);
  const steps = priceStepsOf(lines, now);
  const zone = timeZoneOf(home.listing);
  if (lines.length === 0) return <p className="text-quiet">{t('listing.ledger_empty')}</p>;
  return (
    <>
      {steps.length > 1 ? <StepChart steps={steps} zone={zone} /> : null}
      <ol className="divide-y divide-line">
        {lines.map((line) => (
          <li
            key={line.key}
            id={line.rowId === null ? undefined : anchorOf(line.rowId)}
            className="flex scroll-mt-20 flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3 target:bg-sunken"
          >
            <span>
              <span className={`font-medium ${line.kind === 'price' && isCut(line) ? 'text-cut' : ''}`}>
                {whatHappened(line, home.searchType, words)}
              </span>
              <span className="block text-quiet text-sm">
                <When line={line} zone={zone} />
                {line.earlierListing === null
                  ? null
                  : ` · ${t('listing.ledger_earlier', { listingId: line.earlierListing })}`}
              </span>
            </span>
            <span className="tabular text-right">
              {line.price === null ? null : (
                <span className="font-semibold">{formatUsd(locale, line.price)}</span>
              )}
              {line.before === null || line.price === null ? null : (
                <span className="block text-quiet text-sm">{changeText(line.before, line.price, words)}</span>
              )}
            </span>
          </li>
        ))}
      </ol>
      <Numbers lines={lines} zone={zone} searchType={home.searchType} />
    </>
  );
}

/** The permanent address of a change, within the page of its home. */
const anchorOf = (rowId: string) => `change-${rowId}`;

/** The day, which is also the change's permanent link. */
function When({ line, zone }: { line: LedgerLine; zone: string }) {
  const { t, locale } = useWords();
  const day = <time dateTime={line.at}>{formatDay(line.at, zone, locale)}</time>;
  if (line.rowId === null) return day;
  return (
    <a
      href={`#${anchorOf(line.rowId)}`}
      title={t('listing.ledger_link')}
      className="underline-offset-4 hover:underline"
    >
      {day}
    </a>
  );
}

/** "Nov 12, 2026, 3:14 PM" where the change was seen; a dash for what only the record says. */
function seenText(line: LedgerLine, zone: string, { locale }: Words): string {
  if (line.seenAt === null) return '–';
  return `${formatDay(line.seenAt, zone, locale)} ${formatClock(line.seenAt, zone, locale)}`;
}

function isCut(line: LedgerLine): boolean {
  return line.price !== null && line.before !== null && line.price < line.before;
}

function whatHappened(line: LedgerLine, searchType: 'sale' | 'rent', words: Words): string {
  const { t } = words;
  switch (line.kind) {
    case 'listed':
      return t('listing.ledger_listed');
    case 'price':
      return t(isCut(line) ? 'listing.ledger_cut' : 'listing.ledger_raised');
    case 'status':
      return t('listing.ledger_status', {
        status:
          line.status === null ? t('listing.not_stated') : statusText(line.status, searchType, words).text,
      });
    case 'withdrawn':
      return t('listing.ledger_withdrawn');
    case 'back_on_market':
      return t('listing.ledger_back');
    case 'photos':
      return t('listing.ledger_photos');
    case 'sold':
      return t('listing.ledger_sold');
  }
}

/** "−$51,000 (−4.1%)" */
function changeText(before: number, after: number, { locale }: Words): string {
  const sign = after < before ? '−' : '+';
  const percent =
    before === 0 ? '' : ` (${sign}${formatNumber(locale, (Math.abs(after - before) / before) * 100, 1)}%)`;
  return `${sign}${formatUsd(locale, Math.abs(after - before))}${percent}`;
}

/** Percent of the chart's height kept free above and below the line, for its labels. */
const MARGIN = 14;

/** One message: where the price went. First and last price and day are written on it; it reads in black and white. */
function StepChart({ steps, zone }: { steps: readonly PriceStep[]; zone: string }) {
  const { t, locale } = useWords();
  const first = steps[0] as PriceStep;
  const last = steps.at(-1) as PriceStep;
  const prices = steps.map((step) => step.price);
  const low = Math.min(...prices);
  const high = Math.max(...prices);
  const round = (value: number) => Math.round(value * 100) / 100;
  const x = (at: number) => round(((at - first.at) / Math.max(1, last.at - first.at)) * 100);
  const y = (price: number) =>
    round(100 - MARGIN - ((price - low) / Math.max(1, high - low)) * (100 - 2 * MARGIN));
  const path = steps
    .map((step, index) =>
      index === 0 ? `M${x(step.at)} ${y(step.price)}` : `H${x(step.at)}V${y(step.price)}`,
    )
    .join('');
  const day = (step: PriceStep) => formatDay(step.time, zone, locale);
  const changes = steps.filter((step, index) => index > 0 && step.price !== steps[index - 1]?.price);
  const label = t('listing.ledger_chart', {
    from: formatUsd(locale, first.price),
    start: day(first),
    to: formatUsd(locale, last.price),
    end: day(last),
    count: changes.length,
  });
  return (
    <div role="img" aria-label={label} className="mb-3 max-w-[720px] text-sm">
      <div className="relative mt-6 mr-20 h-28 border-line border-b">
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="absolute inset-0 size-full"
          aria-hidden="true"
        >
          <path
            d={path}
            fill="none"
            stroke="var(--primary)"
            strokeWidth="2.5"
            vectorEffect="non-scaling-stroke"
            strokeLinejoin="round"
          />
        </svg>
        {changes.map((step) => (
          <span
            key={step.at}
            className="absolute size-2 -translate-1/2 rounded-chip bg-primary"
            style={{ left: `${x(step.at)}%`, top: `${y(step.price)}%` }}
          />
        ))}
        <span
          className="tabular absolute left-0 -translate-y-full pb-1 font-semibold"
          style={{ top: `${y(first.price)}%` }}
        >
          {formatShortUsd(locale, first.price)}
        </span>
        <span
          className="tabular absolute left-full -translate-y-1/2 pl-2 font-bold text-base whitespace-nowrap"
          style={{ top: `${y(last.price)}%` }}
        >
          {formatShortUsd(locale, last.price)}
        </span>
      </div>
      <div className="mt-1 mr-20 flex justify-between gap-4 text-quiet">
        <span>{day(first)}</span>
        <span>{day(last)}</span>
      </div>
    </div>
  );
}

function Numbers({
  lines,
  zone,
  searchType,
}: {
  lines: readonly LedgerLine[];
  zone: string;
  searchType: 'sale' | 'rent';
}) {
  const words = useWords();
  const { t, locale } = words;
  return (
    <details className="mt-2">
      <summary className="inline-flex min-h-11 items-center font-medium text-primary-text">
        {t('listing.ledger_numbers')}
      </summary>
      <div className="overflow-x-auto">
        <table className="tabular wrap-normal w-full max-w-[720px] border-collapse text-sm">
          <caption className="sr-only">{t('listing.ledger')}</caption>
          <thead>
            <tr className="border-line-strong border-b text-left">
              <th scope="col" className="py-2 pr-4 font-semibold">
                {t('listing.ledger_when')}
              </th>
              <th scope="col" className="py-2 pr-4 font-semibold">
                {t('listing.ledger_what')}
              </th>
              <th scope="col" className="py-2 pr-4 text-right font-semibold">
                {t('listing.ledger_price')}
              </th>
              <th scope="col" className="py-2 pr-4 text-right font-semibold">
                {t('listing.ledger_change')}
              </th>
              <th scope="col" className="py-2 font-semibold">
                {t('listing.ledger_seen')}
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.key} className="border-line border-b">
                <td className="py-2 pr-4">{formatDay(line.at, zone, locale)}</td>
                <td className="py-2 pr-4">{whatHappened(line, searchType, words)}</td>
                <td className="py-2 pr-4 text-right">
                  {line.price === null ? '–' : formatUsd(locale, line.price)}
                </td>
                <td className="py-2 pr-4 text-right">
                  {line.price === null || line.before === null
                    ? '–'
                    : changeText(line.before, line.price, words)}
                </td>
                <td className="py-2 text-quiet">{seenText(line, zone, words)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
