import type { HomeCardAnswer } from '@maru/contract';
import {
  type Bounds,
  formatApiQuery,
  formatBounds,
  formatPolygons,
  type HazardType,
  leadPrice,
  type Polygon,
  roundBounds,
  type SearchQuery,
} from '@maru/listing';
import { formatShortUsd, formatUsd } from '@maru/words';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { addressLine, factsOf, priceText } from '../../listing/card/card-words.ts';
import { KrwCard } from '../../listing/card/krw-card.tsx';
import { FIT_MARKS, monthlyBudget } from '../../listing/facts/monthly-budget.ts';
import { markSeen, useViewedHomes } from '../../listing/kept/viewed-homes.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CloseIcon } from '../../ui/icons/icons.tsx';
import { withDestination } from '../commute-destination.ts';
import type { ChangeKind } from '../filters/filter-state.ts';
import { keptByEntry } from '../kept-by-entry.ts';
import type { SearchData } from '../search-data.ts';
import { useAsked, useChangeSearch, useEntryKey } from '../use-search.ts';
import { boundsOfAreas, circleCorners } from './area-shape.ts';
import { fitOf, withFits } from './budget.ts';
import { BudgetPanel } from './budget-panel.tsx';
import { type Camera, centerAbove, type Position, positionAt } from './camera.ts';
import { keptViewport } from './kept-viewport.ts';
import { MapOverlay } from './map-overlay.ts';
import { AreaButtons, DrawPanel, defaultRadius, MAP_NOTE, MapTools, RadiusPanel } from './map-tools.tsx';
import {
  coveredIn,
  type MapCluster,
  type MapHandle,
  type MapView,
  type MoveCause,
  type Viewport,
} from './map-view.ts';
import { joinOverlapping, zoomInto } from './pins.ts';
import { useClusters } from './use-clusters.ts';
import { useDrawing } from './use-drawing.ts';
import { useFitCounts } from './use-fit-counts.ts';
import { useOutline } from './use-outline.ts';
import { useZones } from './use-zones.ts';
import { ZoneNote, ZonePanel } from './zone-panel.tsx';

interface SearchMapProps {
  data: SearchData;
  /** The map library's side: our own, or Google's. */
  View: MapView;
  litHomeId: string | null;
  /** Homes that are saved: their pins say so. */
  saved?: ReadonlySet<string>;
  onLight: (homeId: string | null) => void;
  onFail: (fault: Error) => void;
  /** Something on the map wants to be seen: a phone's sheet makes room. */
  onPreview: () => void;
}

/** The whole country without Alaska and Hawaii: where a map looks when nothing says better. */
const COUNTRY: Bounds = [-125, 24, -66.5, 49.5];
const SETTLE_MS = 300;
const NONE: ReadonlySet<string> = new Set();

/** The map of a search: its viewport in the address, its clusters, drawn areas, the preview of a pressed pin. */
export default function SearchMap({
  data,
  View,
  litHomeId,
  saved = NONE,
  onLight,
  onFail,
  onPreview,
}: SearchMapProps) {
  const words = useWords();
  const { t, locale } = words;
  const change = useChangeSearch();
  const entry = useEntryKey();
  const { query } = data;
  // Of the address, whose answer may still be on its way: what was chosen a moment ago is not lost.
  const { query: asked } = useAsked(data);
  const [viewport, setViewport] = useState<Viewport | null>(null);
  const [follow, setFollow] = useState(true);
  const [moved, setMoved] = useState(false);
  const [circle, setCircle] = useState<number | null>(null);
  const viewedHomes = useViewedHomes().seen;
  const seen = useMemo(() => new Set(Object.keys(viewedHomes)), [viewedHomes]);
  const chosen = useSyncExternalStore(monthlyBudget.subscribe, monthlyBudget.current, monthlyBudget.none);
  const budget = chosen?.searchType === query.searchType ? chosen.amount : null;
  const setBudget = (amount: number | null) =>
    monthlyBudget.choose(amount === null ? null : { searchType: query.searchType, amount });
  const { clusters: answered, unplaced } = useClusters(data, viewport, budget !== null);
  const fits = useFitCounts(data, viewport, budget);
  const at = viewport?.zoom ?? 0;
  const clusters = useMemo(() => {
    const isSameGrid = fits.within?.zoom === Math.floor(at);
    const counted =
      budget === null
        ? answered
        : withFits(answered, isSameGrid ? fits.within?.clusters : undefined, Math.floor(at), budget);
    return joinOverlapping(counted, at);
  }, [answered, at, budget, fits.within]);
  const preview = usePreview(data, entry);
  const camera = useCamera(data, entry);
  const seenFrom = useRef<Camera | null>(null);
  const map = useRef<MapHandle>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const hasArea = query.poly !== undefined || query.near !== undefined;

  /** Another place to search, that the map shows already: it stays where it is. */
  const searchIn = useCallback(
    (where: Pick<SearchQuery, 'bbox' | 'poly' | 'near'>, kind: ChangeKind, zoom?: number) => {
      const { page: _page, bbox: _bbox, poly: _poly, near: _near, ...rest } = asked;
      const next = { ...rest, ...where };
      camera.own(targetOf(next));
      setMoved(false);
      change(next, kind, { ...(zoom === undefined ? {} : { zoom }), keepScroll: true });
    },
    [asked, change, camera],
  );
  const searchHere = useCallback(
    (next: Viewport, kind: ChangeKind = 'replace') =>
      searchIn({ bbox: roundBounds(next.bounds) }, kind, next.zoom),
    [searchIn],
  );
  /** For a timer that began before a filter was chosen: that of now, which knows the filter. */
  const searchHereNow = useRef(searchHere);
  useEffect(() => {
    searchHereNow.current = searchHere;
  }, [searchHere]);

  const homes = useMemo(
    () => new Map(data.answer.listings.map((home) => [home.homeId, home])),
    [data.answer],
  );
  const nameOf = useCallback(
    (cluster: MapCluster): string => {
      if (cluster.home === undefined)
        return budget === null || cluster.fits === undefined
          ? t('map.cluster')
          : t('map.cluster_fits', { fits: words.intl.formatNumber(cluster.fits) });
      const { homeId } = cluster.home;
      const fit = fitOf(cluster, budget);
      const state = [
        fit === undefined ? '' : t(`map.pin_${fit}`),
        saved.has(homeId) ? t('map.pin_saved') : '',
        seen.has(homeId) ? t('map.pin_seen') : '',
      ].filter(Boolean);
      const card = homes.get(homeId);
      if (card === undefined) {
        const lead = leadPrice({ ...cluster.home, searchType: query.searchType });
        const price = lead === null ? t('map.pin_unstated') : formatUsd(locale, lead);
        return [price, ...state].join(', ');
      }
      // A label is read in one voice: what is in another language than the page stays on the card.
      const facts = factsOf(card, words).flatMap(({ text, lang }) => (lang === undefined ? [text] : []));
      return [priceText(card, words), ...facts, addressLine(card, words), ...state].join(', ');
    },
    [homes, seen, saved, budget, query.searchType, words, t, locale],
  );
  const textOf = useCallback(
    (cluster: MapCluster): string => {
      if (cluster.home === undefined) return words.intl.formatNumber(cluster.count);
      const lead = leadPrice({ ...cluster.home, searchType: query.searchType });
      if (lead === null) return t('map.pin_unstated');
      const price = formatShortUsd(locale, lead);
      const fit = fitOf(cluster, budget);
      return fit === undefined ? price : `${FIT_MARKS[fit]} ${price}`;
    },
    [budget, query.searchType, words, t, locale],
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
  /** Into the middle of what one sees of the map: a phone's sheet may lie over half of it. */
  const goTo = (position: Position, zoom: number) =>
    map.current?.goTo(centerAbove(position, zoom, coveredIn(overlay.element)), zoom);
  const onPress = (cluster: MapCluster) => {
    if (cluster.home !== undefined) onPick(cluster.home.homeId, cluster);
    else if (map.current !== undefined)
      goTo([cluster.latitude, cluster.longitude], zoomInto(map.current.zoom()));
  };
  const overlay = useOverlay({ onPress, onLight, nameOf, textOf });

  const drawing = useDrawing(
    overlay,
    seenFrom,
    useCallback(
      (areas: Polygon[]) => searchIn(areas.length === 0 ? {} : { poly: areas }, 'push'),
      [searchIn],
    ),
  );

  const onMove = useCallback(
    (next: Viewport, cause: MoveCause) => {
      setViewport(next);
      clearTimeout(timer.current);
      if (cause === 'page') return;
      // A drawn area stays until one says otherwise (rule R13).
      if (follow && !hasArea && !drawing.isOn && circle === null)
        timer.current = setTimeout(() => searchHereNow.current(next), SETTLE_MS);
      else {
        keptViewport.save(entry, next);
        setMoved(true);
      }
    },
    [follow, hasArea, drawing.isOn, circle, entry],
  );
  const onCamera = useCallback(
    (next: Camera) => {
      seenFrom.current = next;
      overlay.follow(next);
    },
    [overlay],
  );

  const putCircle = ([latitude, longitude]: Position, meters: number) =>
    searchIn({ near: { latitude, longitude, meters } }, 'push');
  const middle = (): Position | null => {
    const from = seenFrom.current;
    return from === null ? null : positionAt(from, from.width / 2, from.height / 2);
  };
  const onGround = (position: Position) => {
    if (circle !== null) return putCircle(position, circle);
    const near = overlay.pinNear(position);
    if (near === null) onPick(null, null);
    else onPress(near);
  };

  const lit = preview.home?.homeId ?? litHomeId;
  useEffect(
    () =>
      overlay.show(clusters, {
        seen,
        saved,
        wording: nameOf,
        fitOf: budget === null ? undefined : (cluster) => fitOf(cluster, budget),
      }),
    [overlay, clusters, seen, saved, nameOf, budget],
  );
  useEffect(() => overlay.light(lit), [overlay, lit]);
  const outline = useOutline(data);
  const [hazards, setHazards] = useState<readonly HazardType[]>([]);
  const zones = useZones(hazards, viewport);
  useEffect(() => overlay.drawZones(zones.shapes), [overlay, zones.shapes]);
  useEffect(() => {
    const searched = [
      ...(query.poly ?? []),
      ...(query.near === undefined ? [] : [circleCorners(query.near)]),
    ];
    overlay.draw({
      areas: drawing.isOn ? drawing.areas : searched,
      corners: drawing.corners,
      outline,
    });
  }, [overlay, query.poly, query.near, drawing.isOn, drawing.areas, drawing.corners, outline]);

  return (
    <>
      <View
        bounds={camera.bounds}
        zoom={camera.zoom}
        overlay={overlay.element}
        onReady={useCallback((handle: MapHandle) => {
          map.current = handle;
        }, [])}
        onCamera={onCamera}
        onMove={onMove}
        onGround={onGround}
        onFail={onFail}
      />
      {drawing.isOn ? <Crosshair /> : null}
      <div className="absolute top-3 left-3 flex max-w-[calc(100%-80px)] flex-wrap items-start gap-2">
        {drawing.isOn ? (
          <DrawPanel drawing={drawing} hasAreas={query.poly !== undefined} />
        ) : circle !== null ? (
          <RadiusPanel
            meters={circle}
            isPlaced={asked.near !== undefined}
            onChange={(meters) => {
              setCircle(meters);
              if (asked.near !== undefined) putCircle([asked.near.latitude, asked.near.longitude], meters);
            }}
            onMiddle={() => {
              const position = middle();
              if (position !== null) putCircle(position, circle);
            }}
            onHere={async () => {
              const position = await whereOneIs();
              goTo(position, 11);
              putCircle(position, circle);
            }}
            onDone={() => setCircle(null)}
          />
        ) : (
          <>
            {hasArea ? null : (
              <Checkbox
                className="w-fit gap-2! rounded-chip bg-surface px-4 text-sm shadow-float hover:bg-sunken md:pointer-fine:min-h-9 md:px-3"
                checked={follow}
                onChange={(event) => {
                  setFollow(event.target.checked);
                  if (event.target.checked && moved && viewport !== null) searchHere(viewport);
                }}
              >
                {t('map.follow')}
              </Checkbox>
            )}
            {hasArea ? (
              <Button variant="float" onClick={() => searchIn({}, 'push')}>
                <CloseIcon size={16} />
                {t('map.area_remove')}
              </Button>
            ) : null}
            <MapTools onOpen={onPreview}>
              <AreaButtons
                hasAreas={query.poly !== undefined}
                hasCircle={query.near !== undefined}
                onDraw={() => {
                  preview.open(null, null);
                  onPreview();
                  drawing.start(query.poly ?? []);
                }}
                onCircle={() => {
                  onPreview();
                  setCircle(query.near?.meters ?? defaultRadius(locale));
                }}
              />
              <BudgetPanel
                searchType={query.searchType}
                budget={budget}
                counts={fits.counts}
                hasCircles={clusters.some(({ home }) => home === undefined)}
                onChange={setBudget}
                onOpen={onPreview}
              />
              <ZonePanel shown={hazards} onChange={setHazards} />
            </MapTools>
            {moved && viewport !== null ? (
              <Button
                variant="float-primary"
                onClick={() => searchHere(viewport, hasArea ? 'push' : 'replace')}
              >
                {t(hasArea ? 'map.here_instead' : 'map.here')}
              </Button>
            ) : null}
            {hazards.length === 0 ? null : <ZoneNote state={zones.state} />}
            {unplaced === 0 ? null : (
              <p role="status" className={MAP_NOTE}>
                {t('map.unplaced', { count: unplaced })}
              </p>
            )}
          </>
        )}
      </div>
      {preview.home === null ? null : (
        <Preview home={preview.home} now={data.now} onClose={() => preview.open(null, null)} />
      )}
    </>
  );
}

/** One overlay a map; its handlers read the newest functions. */
function useOverlay(parts: ConstructorParameters<typeof MapOverlay>[0]): MapOverlay {
  const now = useRef(parts);
  now.current = parts;
  const [overlay] = useState(
    () =>
      new MapOverlay({
        onPress: (cluster) => now.current.onPress(cluster),
        onLight: (homeId) => now.current.onLight(homeId),
        nameOf: (cluster) => now.current.nameOf(cluster),
        textOf: (cluster) => now.current.textOf(cluster),
      }),
  );
  return overlay;
}

/** Where a corner would be put. */
function Crosshair() {
  return (
    <span
      aria-hidden="true"
      className="-translate-1/2 pointer-events-none absolute top-1/2 left-1/2 size-6 before:absolute before:top-1/2 before:left-0 before:h-0.5 before:w-full before:-translate-y-1/2 before:bg-text after:absolute after:top-0 after:left-1/2 after:h-full after:w-0.5 after:-translate-x-1/2 after:bg-text"
    />
  );
}

/** @throws when the visitor, or the browser, does not say */
function whereOneIs(): Promise<Position> {
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve([coords.latitude, coords.longitude]),
      reject,
      { timeout: 10_000 },
    );
  });
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
      {/*
       * On a phone held sideways a strip of the picture leaves room for the words. The corner is the close button's: the card's
       * heart stands below, beside its menu, since a badge may be as long as the rest of the edge.
       */}
      <div className="max-h-full overflow-y-auto rounded-card [&_article>.needs-script]:top-12 [&_article>.needs-script]:right-12.5 [@media(max-height:500px)]:[&_article>div:first-child]:h-14 [@media(max-height:500px)]:[&_article>div:first-child]:overflow-hidden">
        <KrwCard home={home} now={now} headingLevel={2} sizes="300px" />
      </div>
      <Button
        variant="bare"
        className="absolute top-1 right-1.5 z-20 grid size-11 place-items-center rounded-chip"
        onClick={onClose}
      >
        <span className="grid size-9 place-items-center rounded-chip bg-surface text-text shadow-float">
          <CloseIcon size={18} />
        </span>
        <span className="sr-only">{t('map.preview_close')}</span>
      </Button>
    </section>
  );
}

/**
 * Where the map looks. The address's area moves it, but not one that the map itself has put there; without one it
 * shows all homes of the place, and stays when filters change.
 */
function useCamera(data: SearchData, entry: string) {
  const { query, zoom } = data;
  const mine = useRef<string | null>(null);
  const target = targetOf(query);
  const [camera, setCamera] = useState<{ bounds: Bounds; zoom: number | null; of: string }>(() => {
    const kept = query.bbox === undefined ? keptViewport.load(entry) : null;
    return {
      bounds: query.bbox ?? kept?.bounds ?? wholeOf(data),
      zoom: query.bbox === undefined ? (kept?.zoom ?? null) : zoom,
      of: target,
    };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new target moves the map.
  useEffect(() => {
    if (mine.current === target) {
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
  const own = useCallback((target: string) => {
    mine.current = target;
  }, []);
  return useMemo(() => ({ bounds: camera.bounds, zoom: camera.zoom, own }), [camera, own]);
}

/** The areas that are searched, else all homes of a place; without one the country, whose far ends would leave the rest too small to press. */
function wholeOf({ query, place, answer }: SearchData): Bounds {
  const areas = [...(query.poly ?? []), ...(query.near === undefined ? [] : [circleCorners(query.near)])];
  // The homes of a school or a district lie together, wherever that is.
  const isLocal = query.school !== undefined || query.schoolDistrict !== undefined;
  const around = place !== null || isLocal ? answer.extent : null;
  return boundsOfAreas(areas) ?? around ?? place?.bounds ?? COUNTRY;
}

function targetOf({ bbox, poly, near, place, searchType }: SearchQuery): string {
  if (bbox !== undefined) return formatBounds(bbox);
  const circle = near === undefined ? '' : `${near.latitude},${near.longitude},${near.meters}`;
  return [place ?? '', searchType, poly === undefined ? '' : formatPolygons(poly), circle].join('|');
}

/** A metre or so around a pin: its home is asked for by place, with the filters of the search. */
const AROUND_DEGREES = 0.0001;

interface PickedPin {
  homeId: string;
  longitude: number;
  latitude: number;
}

/** The pin whose card is open at an entry of the browser's history. */
const keptPins = keptByEntry<PickedPin | null>('maru/pins');

/** The card of a pressed pin: from the list when it is there, else asked for. */
function usePreview({ answer, query }: SearchData, entry: string) {
  const { client } = useRouter().options.context;
  const [home, setHome] = useState<HomeCardAnswer | null>(null);
  const [picked, setPicked] = useState(() => keptPins.load(entry));
  const asking = useRef<AbortController>(undefined);
  const now = useRef({ answer, query });
  now.current = { answer, query };
  useEffect(() => () => asking.current?.abort(), []);
  const open = useCallback(
    (homeId: string | null, cluster: Omit<PickedPin, 'homeId'> | null) => {
      asking.current?.abort();
      if (homeId === null || cluster === null) {
        setHome(null);
        setPicked(null);
        return;
      }
      const { longitude, latitude } = cluster;
      setPicked({ homeId, longitude, latitude });
      const known = now.current.answer.listings.find((one) => one.homeId === homeId);
      if (known !== undefined) {
        setHome(known);
        return;
      }
      const stop = new AbortController();
      asking.current = stop;
      const { page: _page, ...rest } = withDestination(now.current.query);
      const bbox = roundBounds([
        longitude - AROUND_DEGREES,
        latitude - AROUND_DEGREES,
        longitude + AROUND_DEGREES,
        latitude + AROUND_DEGREES,
      ]);
      client
        .listHomes({
          query: `${formatApiQuery({ ...rest, bbox })}&want=listings&want=costs`,
          signal: stop.signal,
        })
        .then(({ listings }) => setHome(listings.find((one) => one.homeId === homeId) ?? null))
        .catch(() => {
          if (!stop.signal.aborted) setHome(null);
        });
    },
    [client],
  );
  // Back from a home finds the map with its pin still picked (rule R12).
  const first = useRef(picked);
  useEffect(() => {
    if (first.current !== null) open(first.current.homeId, first.current);
  }, [open]);
  useEffect(() => keptPins.save(entry, picked), [entry, picked]);
  return useMemo(() => ({ home, open }), [home, open]);
}
