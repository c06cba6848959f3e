import type { MarketAnswer, MarketMonthAnswer } from '@maru/contract';
import { formatNumber, formatShortUsd, formatUsd } from '@maru/words';
import { useWords, type Words } from '../../i18n/words.tsx';
import { ChartFigure } from '../../ui/chart/chart-figure.tsx';
import { ColumnChart } from '../../ui/chart/column-chart.tsx';
import { TimeChart, type TimePoint } from '../../ui/chart/time-chart.tsx';
import { dayText, monthText, perAreaText, shortAmount, typeName } from './market-words.ts';

/** A market by month. Each chart has one message and its numbers as a table. */
export function MarketCharts({ market }: { market: MarketAnswer }) {
  const { t } = useWords();
  const isEmpty = market.months.filter((one) => one.homeType === null).length < FEWEST_MONTHS;
  if (isEmpty) return <p className="text-quiet">{t('market.no_months')}</p>;
  return (
    <div className="grid gap-x-12 gap-y-10 lg:grid-cols-2">
      <PerArea market={market} />
      <Sold market={market} />
      <Supply market={market} />
      <Listed market={market} />
    </div>
  );
}

function PerArea({ market }: { market: MarketAnswer }) {
  const words = useWords();
  const { t } = words;
  const lines = linesByType(market, (one) => one.listed?.pricePerSquareFoot);
  const main = lines[0];
  const ends = main === undefined ? undefined : findEnds(main);
  if (main === undefined || ends === undefined) return null;
  return (
    <ChartFigure
      message={t('market.chart_per_area', {
        from: perAreaText(ends.from, words),
        start: monthText(ends.start, words),
        to: perAreaText(ends.to, words),
        end: monthText(ends.end, words),
        type: typeName(main.homeType, words),
      })}
      note={listedNote(market, words)}
      numbers={buildTable(t('market.per_area'), lines, (value) => perAreaText(value, words), words)}
    >
      <TimeChart
        series={lines.map((line) => ({
          key: line.homeType ?? 'all',
          label: typeName(line.homeType, words),
          points: line.points,
        }))}
        formatValue={(value) => shortAmount(words.locale, value)}
        formatTime={(at) => monthText(new Date(at).toISOString().slice(0, 7), words)}
      />
    </ChartFigure>
  );
}

function Sold({ market }: { market: MarketAnswer }) {
  const words = useWords();
  const { t, locale } = words;
  const line = buildSeries(market.months, null, (one) => one.sold?.price);
  const ends = findEnds(line);
  if (line.known < FEWEST_MONTHS || ends === undefined) return null;
  const money = (value: number) => formatUsd(locale, Math.round(value));
  const sold = new Map(
    market.months.filter((one) => one.homeType === null).map((one) => [one.month, one.sold]),
  );
  const text = (value: number | null | undefined, format: (value: number) => string) =>
    value === null || value === undefined ? t('market.too_few_short') : format(value);
  return (
    <ChartFigure
      message={t(market.searchType === 'rent' ? 'market.chart_rented' : 'market.chart_sold', {
        from: money(ends.from),
        start: monthText(ends.start, words),
        to: money(ends.to),
        end: monthText(ends.end, words),
      })}
      note={t('market.note_sold', { fewest: market.fewest })}
      numbers={{
        caption: t('market.sold'),
        columns: [
          { label: t('market.month') },
          { label: t('market.count'), numeric: true },
          { label: t('market.sold_price'), numeric: true },
          { label: t('market.per_area'), numeric: true },
          { label: t('market.sold_days'), numeric: true },
        ],
        rows: [...line.points].reverse().map(({ month }) => {
          const one = sold.get(month);
          return {
            key: month,
            cells: [
              monthText(month, words),
              text(one?.count, (value) => formatNumber(locale, value)),
              text(one?.price, money),
              text(one?.pricePerSquareFoot, (value) => perAreaText(value, words)),
              text(one?.days, (value) => t('market.days_value', { count: Math.round(value) })),
            ],
          };
        }),
      }}
    >
      <TimeChart
        series={[{ key: 'sold', label: formatShortUsd(locale, Math.round(ends.to)), points: line.points }]}
        formatValue={(value) => formatShortUsd(locale, value)}
        formatTime={(at) => monthText(new Date(at).toISOString().slice(0, 7), words)}
      />
    </ChartFigure>
  );
}

function Supply({ market }: { market: MarketAnswer }) {
  const words = useWords();
  const { t } = words;
  const { months, watchedSince } = market;
  return (
    <CountChart
      line={buildSeries(months, null, (one) => one.supply)}
      name={t('market.supply')}
      caption={t('market.supply')}
      formatMessage={({ from, start, to, end }) => t('market.chart_supply', { from, start, to, end })}
      note={
        watchedSince === null ? undefined : t('market.note_supply', { date: dayText(watchedSince, words) })
      }
    />
  );
}

function Listed({ market }: { market: MarketAnswer }) {
  const words = useWords();
  const { t } = words;
  // Without the current month, which is incomplete.
  const running = (market.monthsAsOf ?? '').slice(0, 7);
  return (
    <CountChart
      line={buildSeries(market.months, null, (one) => (one.month === running ? null : one.listed?.count))}
      name={t('market.count')}
      caption={t('market.newly')}
      formatMessage={({ to, end }) => t('market.chart_listed', { to, end })}
      note={listedNote(market, words)}
    />
  );
}

interface CountChartProps {
  line: MonthSeries;
  name: string;
  caption: string;
  formatMessage: (ends: Record<'from' | 'start' | 'to' | 'end', string>) => string;
  note: string | undefined;
}

/** A count per month as columns; nothing for too few months. */
function CountChart({ line, name, caption, formatMessage, note }: CountChartProps) {
  const words = useWords();
  const ends = findEnds(line);
  if (line.known < FEWEST_MONTHS || ends === undefined) return null;
  const number = (value: number) => formatNumber(words.locale, value);
  return (
    <ChartFigure
      message={formatMessage({
        from: number(ends.from),
        start: monthText(ends.start, words),
        to: number(ends.to),
        end: monthText(ends.end, words),
      })}
      note={note}
      numbers={buildTable(caption, [line], number, words)}
    >
      <ColumnChart
        columns={line.points.map(({ month, value }) => ({
          key: month,
          label: shortMonth(month, words),
          values: [value],
        }))}
        parts={[{ label: name }]}
        formatValue={number}
      />
    </ChartFigure>
  );
}

/** "Jul ’26", "26.7": short enough for a column, and unlike a day of a month. */
function shortMonth(month: string, { t, intl, locale }: Words): string {
  const [year = '', number = ''] = month.split('-');
  const name = intl.formatDate(`${month}-15T12:00:00Z`, { month: 'short', timeZone: 'UTC' });
  return t('market.month_short', {
    year: year.slice(2),
    month: locale === 'ko' ? String(Number(number)) : name,
  });
}

function findEnds(line: MonthSeries) {
  const first = line.points[0];
  const last = line.points.at(-1);
  if (first?.value == null || last?.value == null) return undefined;
  return { from: first.value, start: first.month, to: last.value, end: last.month };
}

function listedNote({ watchedSince }: MarketAnswer, words: Words): string | undefined {
  return watchedSince === null
    ? undefined
    : words.t('market.note_listed', { date: dayText(watchedSince, words) });
}

/** Newest month first. */
function buildTable(
  caption: string,
  lines: readonly MonthSeries[],
  format: (value: number) => string,
  words: Words,
) {
  const months = [...new Set(lines.flatMap((line) => line.points.map((point) => point.month)))]
    .sort()
    .reverse();
  return {
    caption,
    columns: [
      { label: words.t('market.month') },
      ...lines.map((line) => ({ label: typeName(line.homeType, words), numeric: true })),
    ],
    rows: months.map((month) => ({
      key: month,
      cells: [
        monthText(month, words),
        ...lines.map((line) => {
          const value = line.points.find((point) => point.month === month)?.value ?? null;
          return value === null ? words.t('market.too_few_short') : format(value);
        }),
      ],
    })),
  };
}

type HomeType = MarketMonthAnswer['homeType'];

/** One value per month, from the first month with a value to the last; null in between where there is none. */
export interface MonthSeries {
  homeType: HomeType;
  points: (TimePoint & { month: string })[];
  /** The number of months with a value. */
  known: number;
}

/** The series of a home type (null: all). */
export function buildSeries(
  months: MarketAnswer['months'],
  homeType: HomeType,
  pick: (month: MarketMonthAnswer) => number | null | undefined,
): MonthSeries {
  const values = new Map(
    months.filter((one) => one.homeType === homeType).map((one) => [one.month, pick(one) ?? null]),
  );
  const known = [...values].filter(([, value]) => value !== null).map(([month]) => month);
  const points: MonthSeries['points'] = [];
  const last = known.at(-1);
  for (
    let month = known[0];
    month !== undefined && last !== undefined && month <= last;
    month = next(month)
  ) {
    points.push({ month, at: Date.parse(`${month}-01T00:00:00Z`), value: values.get(month) ?? null });
  }
  return { homeType, points, known: known.length };
}

/** The series of the home types with most homes now, at most three; the series of all types where none has enough months. */
export function linesByType(
  { months, supply }: Pick<MarketAnswer, 'months' | 'supply'>,
  pick: (month: MarketMonthAnswer) => number | null | undefined,
): MonthSeries[] {
  const lines = supply
    .map((one) => one.homeType)
    .filter((one) => one !== null)
    .map((homeType) => buildSeries(months, homeType, pick))
    .filter((one) => one.known >= FEWEST_MONTHS)
    .slice(0, 3);
  if (lines.length > 0) return lines;
  const all = buildSeries(months, null, pick);
  return all.known >= FEWEST_MONTHS ? [all] : [];
}

/** Least number of months for a line. */
export const FEWEST_MONTHS = 3;

function next(month: string): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + 1);
  return date.toISOString().slice(0, 7);
}
