import type { HomeCardAnswer } from '@maru/contract';
import { type Bounds, formatApiQuery, formatBounds, roundBounds } from '@maru/listing';
import { formatShortUsd, formatUsd } from '@maru/words';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { addressLine, factsOf, priceText } from '../../listing/card-words.ts';
import { ListingCard } from '../../listing/listing-card.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import type { SearchData } from '../search-data.ts';
import { markSeen, seenHomes } from '../seen-homes.ts';
import { useChangeSearch, useEntryKey } from '../use-search.ts';
import { loadViewport, saveViewport } from './kept-viewport.ts';
import type { MapCluster, MoveCause, Viewport } from './map-view.ts';
import { MapLibreView } from './maplibre-view.tsx';
import { joinOverlapping } from './pins.ts';
import { useClusters } from './use-clusters.ts';

interface SearchMapProps {
  data: SearchData;
  litHomeId: string | null;
  onLight: (homeId: string | null) => void;
  onFail: () => void;
  /** The home of a pressed pin is about to be shown. */
  onPreview: () => void;
}

/** The whole country without Alaska and Hawaii: where a map looks when nothing says better. */
const COUNTRY: Bounds = [-125, 24, -66.5, 49.5];
const SETTLE_MS = 300;

/** The map of a search: its viewport in the address, its clusters, the preview of a pressed pin. */
export default function SearchMap({ data, litHomeId, onLight, onFail, onPreview }: SearchMapProps) {
  const words = useWords();
  const { t, locale } = words;
  const change = useChangeSearch();
  const entry = useEntryKey();
  const [viewport, setViewport] = useState<Viewport | null>(null);
  const [follow, setFollow] = useState(true);
  const [moved, setMoved] = useState(false);
  const seen = useSyncExternalStore(seenHomes.subscribe, seenHomes.current, seenHomes.none);
  const answered = useClusters(data, viewport);
  const at = viewport?.zoom ?? 0;
  const clusters = useMemo(() => joinOverlapping(answered, at), [answered, at]);
  const preview = usePreview(data);
  const camera = useCamera(data, entry);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const searchIn = useCallback(
    (next: Viewport) => {
      const bbox = roundBounds(next.bounds);
      const { page: _page, ...rest } = data.query;
      camera.own(bbox);
      setMoved(false);
      change({ ...rest, bbox }, 'replace', { zoom: next.zoom, keepScroll: true });
    },
    [data.query, change, camera],
  );

  const onMove = useCallback(
    (next: Viewport, cause: MoveCause) => {
      setViewport(next);
      clearTimeout(timer.current);
      if (cause === 'page') return;
      if (follow) timer.current = setTimeout(() => searchIn(next), SETTLE_MS);
      else {
        saveViewport(entry, next);
        setMoved(true);
      }
    },
    [follow, searchIn, entry],
  );

  const homes = useMemo(
    () => new Map(data.answer.listings.map((home) => [home.homeId, home])),
    [data.answer],
  );
  const nameOf = useCallback(
    (cluster: MapCluster): string => {
      if (cluster.home === undefined) return t('map.cluster');
      const card = homes.get(cluster.home.homeId);
      if (card === undefined) {
        return cluster.home.listPrice === null
          ? t('map.pin_unstated')
          : formatUsd(locale, cluster.home.listPrice);
      }
      // A label is read in one voice: what is in another language than the page stays on the card.
      const facts = factsOf(card, words).flatMap(({ text, lang }) => (lang === undefined ? [text] : []));
      return [priceText(card, words), ...facts, addressLine(card, words)].join(', ');
    },
    [homes, words, t, locale],
  );
  const textOf = useCallback(
    (cluster: MapCluster): string => {
      if (cluster.home === undefined) return words.intl.formatNumber(cluster.count);
      return cluster.home.listPrice === null
        ? t('map.pin_unstated')
        : formatShortUsd(locale, cluster.home.listPrice);
    },
    [words, t, locale],
  );
  const onPick = useCallback(
    (homeId: string | null, cluster: MapCluster | null) => {
      if (homeId !== null) {
        markSeen(homeId);
        onPreview();
      }
      preview.open(homeId, cluster);
    },
    [preview, onPreview],
  );

  return (
    <>
      <MapLibreView
        bounds={camera.bounds}
        zoom={camera.zoom}
        clusters={clusters}
        litHomeId={preview.home?.homeId ?? litHomeId}
        seen={seen}
        nameOf={nameOf}
        textOf={textOf}
        onMove={onMove}
        onPick={onPick}
        onLight={onLight}
        onFail={onFail}
      />
      <div className="absolute top-3 left-3 flex max-w-[calc(100%-80px)] flex-wrap gap-2">
        <label className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-chip bg-surface px-4 text-sm shadow-float md:min-h-9">
          <input
            type="checkbox"
            className="size-4 accent-primary"
            checked={follow}
            onChange={(event) => {
              setFollow(event.target.checked);
              if (event.target.checked && moved && viewport !== null) searchIn(viewport);
            }}
          />
          {t('map.follow')}
        </label>
        {moved && viewport !== null ? (
          <button
            type="button"
            className="min-h-11 rounded-chip bg-primary px-4 text-sm font-semibold text-on-primary shadow-float md:min-h-9"
            onClick={() => searchIn(viewport)}
          >
            {t('map.here')}
          </button>
        ) : null}
      </div>
      {preview.home === null ? null : (
        <Preview home={preview.home} now={data.now} onClose={() => preview.open(null, null)} />
      )}
    </>
  );
}

/** The home of a pressed pin, over the map. */
function Preview({ home, now, onClose }: { home: HomeCardAnswer; now: number; onClose: () => void }) {
  const { t } = useWords();
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      onClose();
      if (opener instanceof HTMLElement) opener.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onClose]);
  return (
    <section
      ref={box}
      aria-label={t('map.preview')}
      className="absolute bottom-8 left-1/2 z-10 flex max-h-[calc(100%-40px)] w-[min(300px,calc(100%-32px))] -translate-x-1/2 flex-col rounded-card shadow-float max-md:bottom-10 max-md:max-h-[calc(100%-48px)]"
    >
      {/* On a phone held sideways a strip of the picture leaves room for the words. */}
      <div className="max-h-full overflow-y-auto rounded-card [@media(max-height:500px)]:[&_article>div:first-child]:h-14 [@media(max-height:500px)]:[&_article>div:first-child]:overflow-hidden">
        <ListingCard home={home} now={now} headingLevel={2} sizes="300px" />
      </div>
      <button
        type="button"
        onClick={onClose}
        className="absolute top-2 right-2 z-20 grid size-11 place-items-center rounded-chip bg-surface text-text shadow-float"
      >
        <CloseIcon size={18} />
        <span className="sr-only">{t('map.preview_close')}</span>
      </button>
    </section>
  );
}

/**
 * Where the map looks. The address's `bbox` moves it, but not the one that the map itself has put there; without
 * one it shows all homes of the place, and stays when filters change.
 */
function useCamera(data: SearchData, entry: string) {
  const { query, zoom, place } = data;
  const mine = useRef<string | null>(null);
  const [camera, setCamera] = useState<{ bounds: Bounds; zoom: number | null; of: string }>(() => {
    const kept = query.bbox === undefined ? loadViewport(entry) : null;
    return {
      bounds: query.bbox ?? kept?.bounds ?? wholeOf(data),
      zoom: query.bbox === undefined ? (kept?.zoom ?? null) : zoom,
      of: targetOf(query.bbox, place?.slug, query.searchType),
    };
  });
  const target = targetOf(query.bbox, place?.slug, query.searchType);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new target moves the map.
  useEffect(() => {
    if (query.bbox !== undefined && mine.current === formatBounds(query.bbox)) {
      setCamera((last) => (last.of === target ? last : { ...last, of: target }));
      return;
    }
    mine.current = null;
    setCamera((last) =>
      last.of === target
        ? last
        : {
            bounds: query.bbox ?? wholeOf(data),
            zoom: query.bbox === undefined ? null : zoom,
            of: target,
          },
    );
  }, [target]);
  const own = useCallback((bbox: Bounds) => {
    mine.current = formatBounds(bbox);
  }, []);
  return useMemo(() => ({ bounds: camera.bounds, zoom: camera.zoom, own }), [camera, own]);
}

/** All homes of a place; without one the country, whose far ends would leave the rest too small to press. */
function wholeOf({ place, answer }: SearchData): Bounds {
  return place === null ? COUNTRY : (answer.extent ?? place.bounds);
}

function targetOf(bbox: Bounds | undefined, place: string | undefined, searchType: string): string {
  return bbox === undefined ? `${place ?? ''}|${searchType}` : formatBounds(bbox);
}

/** A metre or so around a pin: its home is asked for by place, with the filters of the search. */
const AROUND_DEGREES = 0.0001;

/** The card of a pressed pin: from the list when it is there, else asked for. */
function usePreview({ answer, query }: SearchData) {
  const { client } = useRouter().options.context;
  const [home, setHome] = useState<HomeCardAnswer | null>(null);
  const asking = useRef<AbortController>(undefined);
  const now = useRef({ answer, query });
  now.current = { answer, query };
  useEffect(() => () => asking.current?.abort(), []);
  const open = useCallback(
    (homeId: string | null, cluster: MapCluster | null) => {
      asking.current?.abort();
      if (homeId === null || cluster === null) {
        setHome(null);
        return;
      }
      const known = now.current.answer.listings.find((one) => one.homeId === homeId);
      if (known !== undefined) {
        setHome(known);
        return;
      }
      const stop = new AbortController();
      asking.current = stop;
      const { page: _page, ...rest } = now.current.query;
      const { longitude, latitude } = cluster;
      const bbox = roundBounds([
        longitude - AROUND_DEGREES,
        latitude - AROUND_DEGREES,
        longitude + AROUND_DEGREES,
        latitude + AROUND_DEGREES,
      ]);
      client
        .listHomes({ query: `${formatApiQuery({ ...rest, bbox })}&want=listings`, signal: stop.signal })
        .then(({ listings }) => setHome(listings.find((one) => one.homeId === homeId) ?? null))
        .catch(() => {
          if (!stop.signal.aborted) setHome(null);
        });
    },
    [client],
  );
  return useMemo(() => ({ home, open }), [home, open]);
}
