import { formatNumber } from '@maru/words';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { responseText } from '../contact/agent-words.ts';
import { formatMoment } from '../contact/contact-copy.tsx';
import { useWords } from '../i18n/words.tsx';
import { formatDay } from '../listing/facts/home-dates.ts';
import { BarChart } from '../ui/chart/bar-chart.tsx';
import { ChartFigure } from '../ui/chart/chart-figure.tsx';
import { ColumnChart } from '../ui/chart/column-chart.tsx';
import { whyFailed } from '../ui/why-failed.ts';
import { weeksOf } from './weeks.ts';

const WEEKS = 13;
const DAYS = WEEKS * 7;

/** Messages of the last 13 weeks: how many, in which state, and how soon they were answered. */
export function ContactNumbers() {
  const words = useWords();
  const { t, locale } = words;
  const { client } = useRouter().options.context;
  const { data: numbers, error } = useQuery({
    queryKey: ['contact-numbers', DAYS],
    queryFn: ({ signal }) => client.countRealtorContacts({ query: { days: DAYS }, signal }),
  });
  if (numbers === undefined) {
    return (
      <p role="status" className={error === null ? 'text-quiet' : 'text-bad'}>
        {error === null ? t('site.loading') : t('realtor.load_failed', { why: whyFailed(error, words) })}
      </p>
    );
  }
  const { days, states, response, to } = numbers;
  const weeks = weeksOf(days, { to, weeks: WEEKS });
  const count = weeks.reduce((sum, week) => sum + week.received, 0);
  const answered = weeks.reduce((sum, week) => sum + week.answered, 0);
  const day = (from: string) => formatDay(from, 'UTC', locale);
  const whole = (value: number) => formatNumber(locale, value);
  const { received } = response;
  return (
    <div className="max-w-[820px] space-y-10">
      <section aria-labelledby="soon">
        <h3 id="soon" className="font-bold text-xl">
          {t('numbers.response')}
        </h3>
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
      </section>
      <section aria-labelledby="came">
        <h3 id="came" className="mb-3 font-bold text-xl">
          {t('numbers.messages')}
        </h3>
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
      </section>
      {count === 0 ? null : (
        <section aria-labelledby="stand">
          <h3 id="stand" className="mb-3 font-bold text-xl">
            {t('numbers.states')}
          </h3>
          <BarChart
            bars={states.map((one) => ({
              key: one.state,
              label: t(`inbox.state.${one.state}`),
              value: one.count,
              text: whole(one.count),
            }))}
          />
        </section>
      )}
    </div>
  );
}
