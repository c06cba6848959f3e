import type { HazardType } from '@maru/listing/places';
import type { Polygon } from '@maru/listing/search';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { markSeen, useViewedHomes } from '../../listing/kept/viewed-homes.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CloseIcon } from '../../ui/icons/icons.tsx';
import { useEntryKey } from '../history-entry.ts';
import { locateVisitor } from '../near-me.ts';
import type { SearchData } from '../search-data.ts';
import { BudgetPanel } from './budget/budget-panel.tsx';
import { type Camera, centerAbove, type Position, unproject } from './camera.ts';
import { MapPreview, usePreview } from './map-preview.tsx';
import { AreaButtons, DrawPanel, defaultRadius, MAP_NOTE, MapTools, RadiusPanel } from './map-tools.tsx';
import {
  coveredIn,
  type MapCluster,
  type MapHandle,
  type MapView,
  type MoveCause,
  type Viewport,
} from './map-view.ts';
import { zoomInto } from './pins.ts';
import { useBudgetClusters } from './use-clusters.ts';
import { useDrawing } from './use-drawing.ts';
import { useOverlay, useOverlayPins, useOverlayShapes, usePinLabels } from './use-overlay.ts';
import { useMapCamera, useViewportSearch } from './use-viewport-search.ts';
import { useZones, ZoneNote, ZonePanel } from './zones.tsx';

interface SearchMapProps {
  data: SearchData;
  /** The map library: our own map, or Google's. */
  View: MapView;
  litHomeId: string | null;
  saved?: ReadonlySet<string>;
  onLight: (homeId: string | null) => void;
  onFail: (fault: Error) => void;
  /** Makes room on a phone's sheet. */
  onPreview: () => void;
}

const NONE: ReadonlySet<string> = new Set();

/** The map of a search: its viewport in the address, clusters, drawn areas, and the card of a pressed pin. */
export default function SearchMap({
  data,
  View,
  litHomeId,
  saved = NONE,
  onLight,
  onFail,
  onPreview,
}: SearchMapProps) {
  const { t, locale } = useWords();
  const entry = useEntryKey();
  const { query } = data;
  const camera = useMapCamera(data, entry);
  const search = useViewportSearch(data, entry, camera.own);
  const { asked, viewport, moved, follow, hasArea, searchIn, searchHere } = search;
  const [circle, setCircle] = useState<number | null>(null);
  const viewedHomes = useViewedHomes().seen;
  const seen = useMemo(() => new Set(Object.keys(viewedHomes)), [viewedHomes]);
  const { budget, setBudget, counts, clusters, unplaced, leftOut } = useBudgetClusters(data, viewport);
  const preview = usePreview(data, entry);
  const seenFrom = useRef<Camera | null>(null);
  const map = useRef<MapHandle>(undefined);
  const { formatName, formatText } = usePinLabels(data, budget, saved, seen);
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
  /** Moves a position into the center of the visible part of the map, above a phone's sheet. */
  const goTo = (position: Position, zoom: number) =>
    map.current?.goTo(centerAbove(position, zoom, coveredIn(overlay.element)), zoom);
  const onPress = (cluster: MapCluster) => {
    if (cluster.home !== undefined) onPick(cluster.home.homeId, cluster);
    else if (map.current !== undefined)
      goTo([cluster.latitude, cluster.longitude], zoomInto(map.current.zoom()));
  };
  const overlay = useOverlay({ onPress, onLight, formatName, formatText });

  const drawing = useDrawing(
    overlay,
    seenFrom,
    useCallback(
      (areas: Polygon[]) => searchIn(areas.length === 0 ? {} : { poly: areas }, 'push'),
      [searchIn],
    ),
  );

  const isDrawing = drawing.isOn || circle !== null;
  useEffect(() => overlay.makePinsInert(isDrawing), [overlay, isDrawing]);
  const { settle } = search;
  const onMove = useCallback(
    (next: Viewport, cause: MoveCause) => settle(next, cause, isDrawing),
    [settle, isDrawing],
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
    return from === null ? null : unproject(from, from.width / 2, from.height / 2);
  };
  const onGround = (position: Position) => {
    if (circle !== null) return putCircle(position, circle);
    const near = overlay.pinNear(position);
    if (near === null) onPick(null, null);
    else onPress(near);
  };

  const shown = { clusters, seen, saved, formatName, budget };
  useOverlayPins(overlay, shown, preview.home?.homeId ?? litHomeId);
  const [hazards, setHazards] = useState<readonly HazardType[]>([]);
  const zones = useZones(hazards, viewport);
  useOverlayShapes(overlay, data, drawing, zones.shapes);

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
              const position = await locateVisitor();
              if (position === null) return false;
              goTo(position, 11);
              putCircle(position, circle);
              return true;
            }}
            onDone={() => setCircle(null)}
          />
        ) : (
          <>
            {hasArea ? (
              <Button variant="float" onClick={() => searchIn({}, 'push')}>
                <CloseIcon size={16} />
                {t('map.area_remove')}
              </Button>
            ) : (
              <Checkbox
                className="w-fit gap-2! rounded-chip bg-surface px-4 text-sm shadow-float hover:bg-sunken md:pointer-fine:min-h-9 md:px-3"
                checked={follow}
                onChange={(event) => {
                  search.setFollow(event.target.checked);
                  if (event.target.checked && moved && viewport !== null) searchHere(viewport);
                }}
              >
                {t('map.follow')}
              </Checkbox>
            )}
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
                counts={counts}
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
            {leftOut === 0 ? null : (
              <p role="status" className={MAP_NOTE}>
                {t('map.hidden', { count: leftOut })}
              </p>
            )}
            {unplaced === 0 ? null : (
              <p role="status" className={MAP_NOTE}>
                {t('map.unplaced', { count: unplaced })}
              </p>
            )}
          </>
        )}
      </div>
      {preview.home === null ? null : (
        <MapPreview home={preview.home} now={data.now} onClose={() => preview.open(null, null)} />
      )}
    </>
  );
}

/** Shows where a corner would be added. */
function Crosshair() {
  return (
    <span
      aria-hidden="true"
      className="-translate-1/2 pointer-events-none absolute top-1/2 left-1/2 size-6 before:absolute before:top-1/2 before:left-0 before:h-0.5 before:w-full before:-translate-y-1/2 before:bg-text after:absolute after:top-0 after:left-1/2 after:h-full after:w-0.5 after:-translate-x-1/2 after:bg-text"
    />
  );
}
