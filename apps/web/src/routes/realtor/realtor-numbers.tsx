import { DAY_MS } from '@maru/listing/time';
import { formatNumber } from '@maru/words';
import { responseText } from '../../contact/agent-words.ts';
import { formatMoment } from '../../contact/contact-copy.tsx';
import { useWords } from '../../i18n/words.tsx';
import { formatDay } from '../../listing/facts/home-dates.ts';
import { useApiQuery } from '../../queries/use-api-query.ts';
import { RealtorArea } from '../../realtor/realtor-area.tsx';
import { definePage } from '../../site/page-module.ts';
import { BarChart } from '../../ui/chart/bar-chart.tsx';
import { ChartFigure } from '../../ui/chart/chart-figure.tsx';
import { ColumnChart } from '../../ui/chart/column-chart.tsx';
import { Section } from '../../ui/section.tsx';
import { whyFailed } from '../../ui/why-failed.ts';

export const page = definePage({ Page });

/** A realtor's statistics of received messages. */
function Page() {
  return <RealtorArea page="numbers">{() => <ContactNumbers />}</RealtorArea>;
}

const WEEKS = 13;
const DAYS = WEEKS * 7;

/** Messages of the last 13 weeks: how many, in which state, and how soon they were answered. */
export function ContactNumbers() {
  const words = useWords();
  const { t, locale } = words;
  const { data: numbers, error } = useApiQuery(['contact-numbers', DAYS], (client, signal) =>
    client.countRealtorContacts({ query: { days: DAYS }, signal }),
  );
  if (numbers === undefined) {
    return (
      <p role="status" className={error === null ? 'text-quiet' : 'text-bad'}>
        {error === null ? t('site.loading') : t('realtor.load_failed', { why: whyFailed(error, words) })}
      </p>
    );
  }
  const { days, states, response, to } = numbers;
  const weeks = groupByWeek(days, { to, weeks: WEEKS });
  const count = weeks.reduce((sum, week) => sum + week.received, 0);
  const answered = weeks.reduce((sum, week) => sum + week.answered, 0);
  const day = (from: string) => formatDay(from, 'UTC', locale);
  const whole = (value: number) => formatNumber(locale, value);
  const { received } = response;
  return (
    <div className="max-w-[820px] space-y-10">
      <Section id="soon" title={t('numbers.response')} heading="h3">
        <p className="mt-2 font-semibold text-lg">
          {responseText({ response }, words) ??
            t(received === 0 ? 'agents.response_none' : 'numbers.none_answered')}
        </p>
        {received === 0 ? null : (
          <p className="text-quiet">
            {t('agents.response_basis', { received, answered: response.answered })}
          </p>
        )}
        <p className="mt-1 text-quiet text-sm">{t('numbers.response_note')}</p>
      </Section>
      <Section id="came" title={t('numbers.messages')} heading="h3" titleClass="mb-3 font-bold text-xl">
        {count === 0 ? (
          <p className="text-quiet">{t('numbers.empty')}</p>
        ) : (
          <ChartFigure
            message={t('numbers.message_chart', { count, answered, days: DAYS })}
            note={t('numbers.note', { time: formatMoment(to, words) })}
            numbers={{
              caption: t('numbers.messages'),
              columns: [
                { label: t('numbers.range', { days: DAYS }) },
                { label: t('numbers.received'), numeric: true },
                { label: t('numbers.answered'), numeric: true },
              ],
              rows: weeks.map((week) => ({
                key: week.from,
                cells: [
                  t('numbers.week', { date: day(week.from) }),
                  whole(week.received),
                  whole(week.answered),
                ],
              })),
            }}
          >
            <ColumnChart
              columns={weeks.map((week) => ({
                key: week.from,
                label: words.intl.formatDate(week.from, {
                  month: 'numeric',
                  day: 'numeric',
                  timeZone: 'UTC',
                }),
                values: [week.answered, week.received - week.answered],
              }))}
              parts={[
                { label: t('numbers.answered'), tone: 'primary' },
                { label: t('receipt.not_yet'), tone: 'soft' },
              ]}
              formatValue={whole}
            />
          </ChartFigure>
        )}
      </Section>
      {count === 0 ? null : (
        <Section id="stand" title={t('numbers.states')} heading="h3" titleClass="mb-3 font-bold text-xl">
          <BarChart
            bars={states.map((one) => ({
              key: one.state,
              label: t(`inbox.state.${one.state}`),
              value: one.count,
              text: whole(one.count),
            }))}
          />
        </Section>
      )}
    </div>
  );
}

export interface Week {
  /** Its first day, YYYY-MM-DD. */
  from: string;
  received: number;
  answered: number;
}

/** Groups days by week, oldest first; the last week ends with `to` (UTC ISO). Includes empty weeks. */
export function groupByWeek(
  days: readonly { day: string; received: number; answered: number }[],
  { to, weeks }: { to: string; weeks: number },
): Week[] {
  const end = Date.parse(`${to.slice(0, 10)}T00:00:00Z`) + DAY_MS;
  return Array.from({ length: weeks }, (_, at) => {
    const from = end - (weeks - at) * 7 * DAY_MS;
    const own = days.filter(({ day }) => {
      const time = Date.parse(`${day}T00:00:00Z`);
      return time >= from && time < from + 7 * DAY_MS;
    });
    return {
      from: new Date(from).toISOString().slice(0, 10),
      received: own.reduce((sum, one) => sum + one.received, 0),
      answered: own.reduce((sum, one) => sum + one.answered, 0),
    };
  });
}
