import type { HomeListAnswer } from '@maru/contract';
import { formatApiQuery, type SearchQuery } from '@maru/listing';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import type { SearchData } from '../search-data.ts';
import { useChangeSearch } from '../use-search.ts';
import { type FilterProps, withoutFilters } from './filter-state.ts';
import { MorePanel } from './more-panel.tsx';
import { PricePanel } from './price-panel.tsx';
import { RoomsPanel } from './rooms-panel.tsx';
import { TypePanel } from './type-panel.tsx';

/** All filters on a phone's whole screen. Nothing changes behind it until "Show 312 homes" is pressed. */
export function FilterDialog({ data, onClose }: { data: SearchData; onClose: () => void }) {
  const { t } = useWords();
  const change = useChangeSearch();
  const dialog = useRef<HTMLDialogElement>(null);
  const [draft, setDraft] = useState(data.query);
  const counts = useDraftCounts(draft, data);
  const title = useId();

  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);

  const panel: FilterProps = {
    query: draft,
    facets: counts.facets,
    histogram: counts.histogram,
    onChange: (next) => setDraft(next),
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={title}
      onClose={onClose}
      className="m-0 h-dvh max-h-none w-full max-w-none bg-bg text-text backdrop:bg-scrim"
    >
      <div className="flex h-full flex-col">
        <header className="flex min-h-14 items-center gap-2 border-line border-b bg-surface px-2">
          <button
            type="button"
            className="grid size-11 place-items-center rounded-chip hover:bg-sunken"
            onClick={() => dialog.current?.close()}
          >
            <CloseIcon />
            <span className="sr-only">{t('filter.close')}</span>
          </button>
          <h2 id={title} className="grow text-lg font-semibold">
            {t('filter.title')}
          </h2>
          <button
            type="button"
            className="min-h-11 rounded-field px-3 text-sm font-medium text-primary-text"
            onClick={() => setDraft(withoutFilters(draft))}
          >
            {t('chip.clear')}
          </button>
        </header>
        <div className="min-h-0 grow space-y-8 overflow-y-auto p-4">
          <PricePanel {...panel} />
          <RoomsPanel {...panel} />
          <TypePanel {...panel} />
          <MorePanel {...panel} />
        </div>
        <div className="border-line border-t bg-surface p-4 pb-[max(16px,env(safe-area-inset-bottom))]">
          <button
            type="button"
            className="h-12 w-full rounded-field bg-primary text-lg font-semibold text-on-primary tabular"
            onClick={() => {
              dialog.current?.close();
              change(draft, 'push');
            }}
          >
            <span aria-live="polite">
              {counts.total === null ? t('filter.show_busy') : t('filter.show', { count: counts.total })}
            </span>
          </button>
        </div>
      </div>
    </dialog>
  );
}

interface DraftCounts extends Pick<HomeListAnswer, 'facets' | 'histogram'> {
  total: number | null;
}

const SETTLE_MS = 150;

/** The counts of a search that is still being put together; the last ones stay while new ones are asked for. */
function useDraftCounts(draft: SearchQuery, data: SearchData): DraftCounts {
  const { client } = useRouter().options.context;
  const { total, facets, histogram } = data.answer;
  const [counts, setCounts] = useState<DraftCounts>({ total, facets, histogram });
  const text = formatApiQuery(draft);
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(() => {
      client
        .listHomes({ query: `${text}&want=total&want=facets&want=histogram`, signal: stop.signal })
        .then((answer) => setCounts(answer))
        .catch(() => {
          if (!stop.signal.aborted) setCounts((last) => ({ ...last, total: null }));
        });
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [client, text]);
  return counts;
}
