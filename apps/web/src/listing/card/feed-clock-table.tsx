import type { SourceClock } from '@maru/contract';
import { formatNumber } from '@maru/words';
import { useRouter } from '@tanstack/react-router';
import { useWords, type Words } from '../../i18n/words.tsx';
import { useLatest } from '../../ui/use-latest.ts';
import { formatInstant } from './card-words.ts';

/** The current age of each feed, requested when rendered. */
export function FeedClockTable() {
  const words = useWords();
  const { t } = words;
  const { client } = useRouter().options.context;
  const { value, error } = useLatest('sources', (signal) => client.listSources({ signal }));
  return (
    <div role="status" className="overflow-x-auto">
      {value === undefined ? (
        <p>{t(error === undefined ? 'clock.loading' : 'clock.failed')}</p>
      ) : (
        <Table sources={value.sources} words={words} />
      )}
    </div>
  );
}

function Table({ sources, words }: { sources: SourceClock[]; words: Words }) {
  const { t, locale } = words;
  const count = (value: number) => formatNumber(locale, value, 0);
  const head = ['clock.source', 'clock.last', 'clock.homes', 'clock.added', 'clock.removed'] as const;
  return (
    <table className="tabular wrap-normal w-full max-w-[720px] border-collapse">
      <caption className="sr-only">{t('clock.title')}</caption>
      <thead>
        <tr className="border-line-strong border-b">
          {head.map((key, index) => (
            <th
              key={key}
              scope="col"
              className={`py-2 pr-4 font-semibold ${index < 2 ? 'text-left' : 'text-right'}`}
            >
              {t(key)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sources.map((one) => (
          <tr key={one.dataset} className="border-line border-b">
            <th scope="row" className="py-2 pr-4 text-left font-normal">
              {one.source}
            </th>
            <td className={`py-2 pr-4 ${one.stale || one.hidden ? 'font-medium text-warn' : ''}`}>
              {one.lastSuccessAt === null
                ? t('source.never')
                : formatInstant(Date.parse(one.lastSuccessAt), 'America/Los_Angeles', words)}
              {one.hidden ? <span className="block">{t('clock.hidden')}</span> : null}
              {one.stale && !one.hidden ? <span className="block">{t('clock.stale')}</span> : null}
            </td>
            <td className="py-2 pr-4 text-right">{count(one.homes)}</td>
            <td className="py-2 pr-4 text-right">{count(one.homesAdded1h)}</td>
            <td className="py-2 text-right">{count(one.homesRemoved1h)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
