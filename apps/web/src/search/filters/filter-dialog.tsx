import { formatApiQuery, type SearchQuery } from '@maru/listing/search';
import { useRouter } from '@tanstack/react-router';
import { useRef, useState, useSyncExternalStore } from 'react';
import { useWords, type Words } from '../../i18n/words.tsx';
import { Button } from '../../ui/button.tsx';
import { focusRefused, leaveField, usePressEnd } from '../../ui/field-focus.ts';
import { SearchIcon } from '../../ui/icons/icons.tsx';
import { CloseButton, Modal } from '../../ui/modal.tsx';
import { useLatest } from '../../ui/use-latest.ts';
import { destination, withDestination } from '../commute-destination.ts';
import type { SearchData } from '../search-data.ts';
import { useChangeSearch } from '../use-search.ts';
import { FILTER_GROUPS, type FilterGroup } from './filter-sections.tsx';
import { type FilterCounts, type FilterProps, withoutFilters } from './filter-state.ts';

/**
 * All filters: full screen on a phone, a dialog elsewhere. They apply when "Show 312 homes" is pressed; the button
 * always has the current count. A text that is not valid keeps the dialog open.
 */
export default function FilterDialog({ data, onClose }: { data: SearchData; onClose: () => void }) {
  const words = useWords();
  const { t } = words;
  const change = useChangeSearch();
  const content = useRef<HTMLDivElement>(null);
  const [draft, setDraft] = useState(data.query);
  const [sought, setSought] = useState('');
  const { counts, total } = useDraftCounts(draft, data);
  const groups = groupsFor(draft.searchType, sought, words);

  const panel: FilterProps = { query: draft, counts, onChange: (next) => setDraft(next) };
  return (
    <Modal
      open
      onClose={onClose}
      label={t('filter.title')}
      shape="page"
      className="filter-dialog md:h-[min(880px,calc(100dvh-64px))] md:w-[680px] md:shadow-float"
      closesBeside
    >
      <div ref={content} className="flex h-full flex-col">
        <header className="flex min-h-14 items-center gap-2 border-line border-b bg-surface px-2">
          <CloseButton label={t('filter.close')} onClick={onClose} />
          <h2 className="grow font-semibold text-lg">{t('filter.title')}</h2>
          <Button variant="quiet" className="text-sm" onClick={() => setDraft(withoutFilters(draft))}>
            {t('chip.clear')}
          </Button>
        </header>
        <div className="relative min-h-0 grow overflow-y-auto">
          <label className="sticky top-0 z-10 flex items-center gap-2 border-line border-b bg-bg px-4 py-2 md:px-6">
            <SearchIcon size={18} className="text-quiet" />
            <span className="sr-only">{t('filter.find')}</span>
            <input
              type="search"
              autoComplete="off"
              value={sought}
              placeholder={t('filter.find')}
              className="h-11 w-full min-w-0 bg-transparent placeholder:text-quiet"
              onChange={(event) => setSought(event.target.value)}
            />
          </label>
          {groups.length === 0 ? (
            <p role="status" className="p-6 text-center text-quiet">
              {t('filter.find_none')}
            </p>
          ) : null}
          {groups.map(({ title: name, sections }) => (
            <section
              key={name}
              aria-label={t(name)}
              className="border-line border-b px-4 py-6 last:border-b-0 md:px-6"
            >
              <h3 className="mb-5 font-bold text-lg">{t(name)}</h3>
              <div className="space-y-8">
                {sections.map(({ id, Panel }) => (
                  <Panel key={id} {...panel} />
                ))}
              </div>
            </section>
          ))}
        </div>
        <div className="border-line border-t bg-surface p-4 pb-[max(16px,env(safe-area-inset-bottom))] md:px-6">
          <Button
            variant="primary"
            size="large"
            className="tabular w-full text-lg"
            // The blur commits the field before the click.
            onPointerDown={() => leaveField(content.current)}
            onClick={() => {
              if (focusRefused(content.current)) return;
              onClose();
              change(draft, 'push');
            }}
          >
            <span aria-live="polite">
              {total === null ? t('filter.show_busy') : t('filter.show', { count: total })}
            </span>
          </Button>
        </div>
      </div>
    </Modal>
  );
}

/** The groups of a search type, with only the filters that match the text, in the page's language. */
function groupsFor(searchType: SearchQuery['searchType'], sought: string, { t }: Words): FilterGroup[] {
  const plain = (text: string) => text.normalize('NFC').toLowerCase().replace(/\s/g, '');
  const wanted = plain(sought);
  return FILTER_GROUPS.map(({ title, sections }) => ({
    title,
    sections: sections.filter(
      ({ of = searchType, words }) =>
        of === searchType &&
        (wanted === '' || [title, ...words].some((key) => plain(t(key)).includes(wanted))),
    ),
  })).filter(({ sections }) => sections.length > 0);
}

const SETTLE_MS = 150;
const WANTS = ['total', 'facets', 'choices', 'histogram', 'sizes', 'costs']
  .map((one) => `&want=${one}`)
  .join('');

/** Counts of the filters being edited. The last counts stay until the next response. */
function useDraftCounts(
  draft: SearchQuery,
  { answer }: SearchData,
): { counts: FilterCounts; total: number | null } {
  const { client } = useRouter().options.context;
  const pressEnd = usePressEnd();
  // Setting a commute destination in the dialog changes the query.
  useSyncExternalStore(destination.subscribe, destination.current, destination.none);
  const { page: _page, sort: _sort, ...filters } = withDestination(draft);
  const text = formatApiQuery(filters);
  const { value: counts = answer, error } = useLatest(
    text,
    async (signal) => {
      const answer = await client.listHomes({ query: text + WANTS, signal });
      await pressEnd();
      return answer;
    },
    { delayMs: SETTLE_MS },
  );
  return { counts, total: error !== undefined ? null : counts.total };
}
