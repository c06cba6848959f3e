import { NULLABLE_FILTERS, SORTS, type Sort } from '@maru/listing/search';
import { memo, useSyncExternalStore } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { ShareButton } from '../../share/share-button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Options } from '../../ui/field.tsx';
import { CloseIcon } from '../../ui/icons/icons.tsx';
import { SiteLink, TextLink } from '../../ui/site-link.tsx';
import { destination, isCommuteAsked } from '../commute-destination.ts';
import { WholeCost } from '../filters/choices.tsx';
import { withoutFilters } from '../filters/filter-state.ts';
import { pagePath, switchUnknown } from '../page-address.ts';
import type { SearchData } from '../search-data.ts';
import { chipNames, countText, headingText, listChips } from '../search-words.ts';
import { useAsked, useChangeSearch } from '../use-search.ts';
import { MonthlyNote } from './loan-line.tsx';
import { limitTexts } from './result-limits.ts';

/** The number of homes, a checkbox for those left out because a value is not stated (rule R10), and the order. */
export const Summary = memo(function Summary({ data }: { data: SearchData }) {
  const words = useWords();
  const { t, intl } = words;
  const { answer } = data;
  const { query } = useAsked(data);
  const change = useChangeSearch();
  const kept = useSyncExternalStore(destination.subscribe, destination.current, destination.none);
  const mayCommute = kept !== null || query.to !== undefined || query.sort === 'commute';
  const unknown = NULLABLE_FILTERS.filter((one) => (answer.unknown[one] ?? 0) > 0);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <p className="search-count tabular font-semibold" aria-hidden="true">
        {countText(data, words)}
      </p>
      {limitTexts(answer, { t, intl }).map((text) => (
        <p key={text} className="w-full text-quiet text-sm">
          {text}
        </p>
      ))}
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
      <WholeCost
        query={query}
        counts={answer}
        onChange={change}
        className="needs-script md:pointer-fine:min-h-9"
      />
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
              <Options
                values={SORTS.filter((one) => one !== 'commute' || mayCommute)}
                format={(one) => t(`sort.${one}`)}
              />
            </select>
          </label>
          <ShareSearch data={data} />
        </>
      )}
      {query.monthly !== undefined || query.sort === 'monthly' ? (
        <MonthlyNote searchType={query.searchType} loan={answer.loan} />
      ) : null}
    </div>
  );
});

/** Shares the search. The commute destination is included only if the visitor ticks it. */
function ShareSearch({ data }: { data: SearchData }) {
  const words = useWords();
  const { t } = words;
  const { query } = useAsked(data);
  const kept = useSyncExternalStore(destination.subscribe, destination.current, destination.none);
  const at = query.to ?? kept?.at;
  const isKept = at !== undefined && kept !== null && at.join() === kept.at.join();
  const commute =
    at !== undefined && isCommuteAsked(query)
      ? { name: isKept ? kept.name : at.map((one) => one.toFixed(3)).join(', '), at }
      : undefined;
  const title = `${headingText(data, words)}, ${t('search.count', { count: data.answer.total })}`;
  return (
    <ShareButton
      title={title}
      {...(commute === undefined ? {} : { commute })}
      variant="quiet"
      className="px-2! text-sm text-text! md:pointer-fine:min-h-9"
    />
  );
}

/** The filters that are on, each a link to the search without it. */
export const Chips = memo(function Chips({ data }: { data: SearchData }) {
  const words = useWords();
  const { t } = words;
  const { form } = data;
  const { query, zoom } = useAsked(data);
  const chips = listChips(query, words, chipNames(data, words));
  if (chips.length === 0) return null;
  const own = { form, zoom };
  const { bbox: _bbox, poly: _poly, near: _near, ...cleared } = withoutFilters(query);
  return (
    <ul
      aria-label={t('chip.label')}
      // One scrollable line on a phone, so that the homes stay in view.
      className="flex items-center gap-2 max-md:-mx-4 max-md:touch-pan-x max-md:overflow-x-auto max-md:overscroll-x-contain max-md:px-4 md:flex-wrap max-md:[scrollbar-width:none]"
    >
      {chips.map((chip) => (
        <li key={chip.id} className="max-md:shrink-0">
          <SiteLink
            path={pagePath(chip.without, own)}
            className="inline-flex min-h-11 items-center gap-1 rounded-chip border border-line bg-surface py-1 pr-2 pl-3 text-sm hover:border-line-strong md:pointer-fine:min-h-9"
          >
            <span className="sr-only">{t('chip.remove', { filter: '' })}</span>
            {chip.text}
            <CloseIcon size={16} className="text-quiet" />
          </SiteLink>
        </li>
      ))}
      <li className="max-md:shrink-0">
        <TextLink path={pagePath(cleared, own)} className="px-2 text-sm md:pointer-fine:min-h-9">
          {t('chip.clear')}
        </TextLink>
      </li>
    </ul>
  );
});
