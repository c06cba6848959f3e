import { useRouter } from '@tanstack/react-router';
import { type RefObject, startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useWords, type Words } from '../i18n/words.tsx';
import { MixedSources, SourceNotes } from '../listing/card/attribution.tsx';
import { saveSoughtWords } from '../listing/kept/sought-words.ts';
import { useSaved } from '../listing/kept/use-saved.ts';
import { markSeen } from '../listing/kept/viewed-homes.ts';
import { useReturnToCard } from '../search/history-entry.ts';
import { showInList } from '../search/list-scroller.ts';
import type { MapView } from '../search/map/map-view.ts';
import { pagePath } from '../search/page-address.ts';
import { rememberSearch } from '../search/place-box/recent-searches.ts';
import { EmptyResults } from '../search/results/empty-results.tsx';
import { LoanLine } from '../search/results/loan-line.tsx';
import { MoreHomes } from '../search/results/more-homes.tsx';
import { CommuteNote, Connection, Notices, SentenceNotes } from '../search/results/notices.tsx';
import { PageLinks } from '../search/results/page-links.tsx';
import { ResultList } from '../search/results/result-list.tsx';
import { Chips, Summary } from '../search/results/summary.tsx';
import { keepAnswer, loadSearch, type SearchData } from '../search/search-data.ts';
import {
  chipNames,
  countText,
  headingText,
  listChips,
  placeName,
  searchHead,
} from '../search/search-words.ts';
import { Sheet } from '../search/sheet.tsx';
import { SearchPlaceBox, Toolbar } from '../search/toolbar.tsx';
import { useIsLoading } from '../search/use-search.ts';
import { definePage } from '../site/page-module.ts';
import { LegalFoot, PageBar } from '../site/site-chrome.tsx';

/** `/{searchAddress}`, `/{searchAddress}/{searchType}`, `/homes/for_{searchType}`, `/homes/for_{searchType}/{address}`. */
export const page = definePage({ loader: loadSearch, head: searchHead, Page: SearchPage });

interface MapProps {
  data: SearchData;
  litHomeId: string | null;
  onLight: (homeId: string | null) => void;
  onPreview: () => void;
}

/** The search page: filters, results, and the map beside or behind them, all from one address. */
function SearchPage({ data }: { data: SearchData }) {
  const words = useWords();
  const { t } = words;
  const loading = useIsLoading();
  const isLate = useIsLate(loading);
  const list = useRef<HTMLDivElement>(null);
  const [lowered, setLowered] = useState(0);
  const lower = useCallback(() => setLowered((last) => last + 1), []);
  const [lit, setLit] = useState<string | null>(null);
  const lightCard = useLightFromPin(setLit, list);
  useReturnToCard(list);
  const { client } = useRouter().options.context;
  useEffect(() => keepAnswer(client, data), [client, data]);
  const { answer, form, query } = data;
  const count = countText(data, words);
  return (
    <>
      {form === 'address' ? (
        <PageBar width="full">
          <SearchPlaceBox data={data} />
        </PageBar>
      ) : null}
      <main id="main" data-search="">
        <Toolbar data={data} />
        <p role="status" className="sr-only">
          {loading ? '' : count}
        </p>
        <MixedSources sources={answer.sources}>
          <div
            className="search-split"
            onClickCapture={(event) => rememberOpened(event.target, data, words)}
            onAuxClickCapture={({ target, button }) => {
              if (button === MIDDLE_BUTTON) rememberOpened(target, data, words);
            }}
          >
            <aside aria-label={t('map.label')} className="search-map bg-sunken">
              <a
                href="#results"
                className="not-focus:sr-only absolute top-3 left-3 z-20 rounded-field bg-primary px-4 py-2 text-on-primary"
              >
                {t('map.skip')}
              </a>
              <MapFrame data={data} litHomeId={lit} onLight={lightCard} onPreview={lower} />
            </aside>
            <Sheet
              title={count}
              lowered={lowered}
              head={
                <div className="search-head space-y-3 pt-1 md:pt-6">
                  <h1 className="font-bold text-xl leading-tight md:text-2xl">{headingText(data, words)}</h1>
                  <Connection failed={data.failed} />
                  <Notices data={data} />
                  <CommuteNote data={data} />
                  <SentenceNotes />
                  <Chips data={data} />
                  <Summary data={data} />
                  {answer.total > 0 && answer.sources.some(({ sample }) => sample) ? (
                    <p className="text-quiet text-sm">{t('source.sample')}</p>
                  ) : null}
                </div>
              }
            >
              <div ref={list} aria-busy={loading} className={isLate ? 'opacity-50' : ''}>
                {answer.listings.length > 0 ? (
                  <ResultList answer={answer} now={data.now} litHomeId={lit} onLight={setLit} />
                ) : (
                  <EmptyResults data={data} />
                )}
                <MoreHomes data={data} litHomeId={lit} onLight={setLit} />
                <PageLinks data={data} />
              </div>
              {answer.listings.length > 0 && query.searchType === 'sale' ? (
                <div className="mt-10">
                  <LoanLine loan={answer.loan} />
                </div>
              ) : null}
              <SourceNotes sources={answer.sources} className="mt-4" />
              <div className="-mx-4 md:-mx-6">
                <LegalFoot />
              </div>
            </Sheet>
          </div>
        </MixedSources>
      </main>
    </>
  );
}

const LATE_MS = 300;

/**
 * True once a response takes longer than `LATE_MS`. A delayed CSS transition would do too, but makes browsers repaint
 * all cards on every press, even if the response is immediate.
 */
function useIsLate(isLoading: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isLoading]);
  return isLate;
}

/** `MouseEvent.button`; opens a link in a new tab. */
const MIDDLE_BUTTON = 1;

/** On opening a home from the list or the map: marks its pin as seen, and remembers the search that led to it. */
function rememberOpened(target: EventTarget, data: SearchData, words: Words) {
  const { query, place, form } = data;
  const card = target instanceof Element ? target.closest('a')?.closest<HTMLElement>('[data-home]') : null;
  if (card?.dataset.home === undefined) return;
  markSeen(card.dataset.home);
  saveSoughtWords(card.dataset.home, query.q);
  const { bbox: _bbox, page: _page, ...kept } = query;
  const filters = listChips(kept, words, chipNames(data, words)).map(({ text }) => text);
  if (place === null || filters.length === 0) return;
  rememberSearch({
    name: [placeName(place, words), ...filters].join(' · ').slice(0, 200),
    path: pagePath(kept, { form }),
    kind: place.kind,
  });
}

/**
 * Highlights the card of a hovered pin and scrolls it into view, unless the pointer is over the list or the list covers
 * the map.
 */
function useLightFromPin(
  setLit: (homeId: string | null) => void,
  list: RefObject<HTMLDivElement | null>,
): (homeId: string | null) => void {
  return useCallback(
    (homeId) => {
      setLit(homeId);
      if (homeId === null || list.current?.matches(':hover') || matchMedia(PHONE).matches) return;
      showInList(document.getElementById(`home-${homeId}`), true);
    },
    [setLit, list],
  );
}

/** The list covers the map (search.css); the map library loads on the first touch. */
const PHONE = '(max-width: 767px)';

type MapModule = typeof import('../search/map/search-map.tsx');
type ViewModule = { default: MapView };

/** Our own map, or Google's if a key is set; loaded in parallel with the map's script. */
const loadOwnMap = (): Promise<ViewModule> =>
  matchMedia(PHONE).matches
    ? import('../search/map/phone-map.tsx')
    : import('../search/map/maplibre-view.tsx');
const loadGoogleMap = (): Promise<ViewModule> => import('../search/map/google-view.tsx');

/** The map's box, reserved from the first paint; the map loads when the browser is idle. */
function MapFrame(props: MapProps) {
  const { t } = useWords();
  const { site } = useRouter().options.context;
  const box = useRef<HTMLDivElement>(null);
  const [parts, setParts] = useState<{ SearchMap: MapModule['default']; View: MapView } | null>(null);
  const { homes } = useSaved();
  const saved = useMemo(() => new Set(Object.keys(homes)), [homes]);
  const [isFailed, setFailed] = useState(false);
  const [isGoogle, setGoogle] = useState(site.googleMaps !== undefined);
  // If Google's script fails or its key is refused, use the built-in map. If that fails too, show a message.
  const onFail = useCallback(
    (fault: Error) => {
      console.warn(fault.message);
      setParts(null);
      if (isGoogle) setGoogle(false);
      else setFailed(true);
    },
    [isGoogle],
  );

  useEffect(() => {
    if (box.current === null || box.current.offsetParent === null) return;
    let gone = false;
    const load = () => {
      Promise.all([import('../search/map/search-map.tsx'), isGoogle ? loadGoogleMap() : loadOwnMap()])
        .then(([map, view]) => {
          // In a transition, so that the list stays responsive meanwhile.
          if (!gone) startTransition(() => setParts({ SearchMap: map.default, View: view.default }));
        })
        .catch(() => {
          if (!gone) setFailed(true);
        });
    };
    const whenIdle =
      'requestIdleCallback' in window ? requestIdleCallback(load, { timeout: 1500 }) : setTimeout(load, 300);
    return () => {
      gone = true;
      if ('cancelIdleCallback' in window) cancelIdleCallback(whenIdle as number);
      else clearTimeout(whenIdle);
    };
  }, [isGoogle]);

  return (
    <div ref={box} className="absolute inset-0">
      {isFailed ? (
        <p className="mx-auto grid h-full max-w-80 place-content-center p-6 text-center text-quiet">
          {t('map.failed')}
        </p>
      ) : parts === null ? (
        <p className="grid h-full place-content-center text-quiet text-sm">{t('map.loading')}</p>
      ) : (
        <parts.SearchMap
          key={isGoogle ? 'google' : 'own'}
          {...props}
          saved={saved}
          View={parts.View}
          onFail={onFail}
        />
      )}
    </div>
  );
}
