import { NULLABLE_FILTERS, SORTS, type Sort } from '@maru/listing/search';
import { useHydrated } from '@tanstack/react-router';
import { memo, useSyncExternalStore } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { WarningIcon } from '../../ui/icons/icons.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { destination } from '../commute-destination.ts';
import { pagePath, switchUnknown } from '../page-address.ts';
import type { SearchData } from '../search-data.ts';
import { noticesOf } from '../search-words.ts';
import { useAsked, useChangeSearch, useCommuteAnswer } from '../use-search.ts';
import { LoanLine } from './loan-line.tsx';
import { ShareSearch } from './share-search.tsx';

/** "312 homes", what is left out only because nobody stated it (rule R10), and the order, where there is one. */
export const Summary = memo(function Summary({ data }: { data: SearchData }) {
  const { t, intl } = useWords();
  const { answer } = data;
  const { query } = useAsked(data);
  const change = useChangeSearch();
  const kept = useSyncExternalStore(destination.subscribe, destination.current, destination.none);
  const mayCommute = kept !== null || query.to !== undefined || query.sort === 'commute';
  const unknown = NULLABLE_FILTERS.filter((one) => (answer.unknown[one] ?? 0) > 0);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <p className="search-count tabular font-semibold" aria-hidden="true">
        {t('search.count', { count: answer.total })}
      </p>
      {unknown.map((one) => (
        <Checkbox
          key={one}
          className="needs-script gap-2! text-sm md:pointer-fine:min-h-9"
          checked={query.unk?.includes(one) ?? false}
          onChange={(event) => change(switchUnknown(query, one, event.target.checked), 'push')}
        >
          {t('search.unknown', {
            count: intl.formatNumber(answer.unknown[one] ?? 0),
            filter: t(`criterion.${one}`),
          })}
        </Checkbox>
      ))}
      {answer.total === 0 ? null : (
        <>
          <label className="needs-script flex items-center gap-2 text-sm max-md:mr-auto md:ml-auto">
            <span className="text-quiet">{t('sort.label')}</span>
            <select
              value={query.sort ?? 'new'}
              onChange={(event) => {
                const { page: _page, sort: _sort, ...rest } = query;
                const sort = event.target.value as Sort;
                change(sort === 'new' ? rest : { ...rest, sort }, 'push');
              }}
              className="h-11 max-w-44 rounded-field border border-line-strong bg-surface px-2 md:pointer-fine:h-9"
            >
              {SORTS.filter((one) => one !== 'commute' || mayCommute).map((one) => (
                <option key={one} value={one}>
                  {t(`sort.${one}`)}
                </option>
              ))}
            </select>
          </label>
          <ShareSearch data={data} />
        </>
      )}
      {query.monthly !== undefined || query.sort === 'monthly' ? <LoanLine loan={answer.loan} /> : null}
    </div>
  );
});

/** The commute is asked about and this browser knows no destination: nothing is left out for it, and that is said. */
export function CommuteNote({ data }: { data: SearchData }) {
  const { t } = useWords();
  const isMissing = useCommuteAnswer(data);
  // The server cannot know: said once the browser has looked.
  const hasLooked = useHydrated();
  if (!isMissing || !hasLooked) return null;
  return (
    <p
      role="status"
      className="flex items-start gap-2 rounded-field border border-warn bg-surface px-3 py-2 text-sm"
    >
      <WarningIcon className="mt-0.5 text-warn" />
      {t('search.commute_missing')}
    </p>
  );
}

/** What of the address could not be used. Closing it cleans the address; it works without script too. */
export function Notices({ data }: { data: SearchData }) {
  const words = useWords();
  const { t } = words;
  const notices = noticesOf(data.problems, words);
  if (notices.length === 0) return null;
  return (
    <div
      role="status"
      className="flex items-start gap-2 rounded-field border border-warn bg-surface py-1 pl-3 text-sm"
    >
      <WarningIcon className="mt-2.5 text-warn" />
      <ul className="grow py-2">
        {notices.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      <SiteLink
        path={pagePath(data.query, data)}
        replace
        resetScroll={false}
        className="inline-flex min-h-11 shrink-0 items-center px-3 font-medium text-primary-text"
      >
        {t('search.notice_close')}
      </SiteLink>
    </div>
  );
}
