import { HAZARD_TYPES, type HazardType } from '@maru/listing/places';
import type { Polygon } from '@maru/listing/search';
import { useWords } from '../../i18n/words.tsx';
import { formatDay } from '../../listing/facts/home-dates.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { useDropdown } from '../../ui/use-dropdown.ts';
import { useLatest } from '../../ui/use-latest.ts';
import { useLatePart } from '../use-late-part.ts';
import { MAP_NOTE } from './map-tools.tsx';
import type { Viewport } from './map-view.ts';

interface ZonePanelProps {
  shown: readonly HazardType[];
  onChange: (shown: HazardType[]) => void;
}

/** Official hazard zones over the map, off by default, each with its source and date (rule R6). */
export function ZonePanel({ shown, onChange }: ZonePanelProps) {
  const { t, locale } = useWords();
  const { isOpen, box, id, toggle } = useDropdown();
  const layers = useLatePart(loadLayers, isOpen || shown.length > 0);
  const there = HAZARD_TYPES.filter((type) => layers?.some((one) => one.hazardType === type));
  return (
    <div ref={box}>
      <Button
        {...toggle}
        variant="float"
        className={shown.length > 0 ? 'font-semibold text-primary-text' : ''}
      >
        {t('map.zones')}
      </Button>
      {isOpen ? (
        <fieldset
          id={id}
          className="absolute top-full left-0 z-20 mt-1 w-72 max-w-[calc(100vw-2rem)] space-y-2 rounded-card bg-surface p-4 text-sm shadow-float"
        >
          <legend className="sr-only">{t('map.zones_title')}</legend>
          {layers !== null && there.length === 0 ? <p>{t('map.zones_none')}</p> : null}
          {there.map((type) => {
            const used = layers?.filter((one) => one.hazardType === type) ?? [];
            const newest = used.reduce((one, other) => (other.asOf > one.asOf ? other : one));
            return (
              <div key={type}>
                <Checkbox
                  className="gap-2! font-medium md:min-h-9"
                  checked={shown.includes(type)}
                  onChange={({ target }) =>
                    onChange(target.checked ? [...shown, type] : shown.filter((one) => one !== type))
                  }
                >
                  <span aria-hidden="true" className={`map-zone-swatch map-zone-${type}`} />
                  {t(`map.zones_${type}`)}
                </Checkbox>
                <p className="text-quiet">
                  {newest.isSample ? `${t('place_data.sample')} · ` : ''}
                  {t('place_data.source', {
                    source: newest.source,
                    date: formatDay(newest.asOf, 'UTC', locale),
                  })}{' '}
                  {newest.link === null ? null : (
                    <a
                      href={newest.link}
                      target="_blank"
                      rel="noopener noreferrer"
                      className="font-medium text-primary-text underline"
                    >
                      {t('schools.official')}
                    </a>
                  )}
                </p>
              </div>
            );
          })}
        </fieldset>
      ) : null}
    </div>
  );
}

/** Why requested zones are not all shown. */
export function ZoneNote({ state }: { state: Zones['state'] }) {
  const { t } = useWords();
  const note = NOTES[state];
  return note === undefined ? null : (
    <p role="status" className={MAP_NOTE}>
      {t(note)}
    </p>
  );
}

const NOTES = {
  shown: undefined,
  far: 'map.zones_zoom',
  part: 'map.zones_part',
  failed: 'map.zones_failed',
} as const;

/** An imported hazard map: its source and date. */
interface ZoneLayer {
  layer: string;
  hazardType: HazardType;
  source: string;
  /** YYYY-MM-DD. */
  asOf: string;
  link: string | null;
  isSample: boolean;
}

interface Zones {
  shapes: Record<HazardType, readonly Polygon[]>;
  /** `far`: the zoom is too low; `part`: there are more than are drawn; `failed`: a tile could not be loaded. */
  state: 'shown' | 'far' | 'part' | 'failed';
}

/** Zooms of the server's tiles, for 512-pixel tiles. */
const ZONE_ZOOMS = { min: 9, max: 14 };
const MOST_TILES = 24;
const NOTHING: Zones = { shapes: { flood: [], fire: [] }, state: 'shown' };
const FAR: Zones = { ...NOTHING, state: 'far' };

interface ZoneTile {
  isWhole: boolean;
  areas: { id: string; rings: Polygon[] }[];
}

const loadLayers = async (): Promise<readonly ZoneLayer[]> =>
  ((await (await fetch('/tiles/zones/layers.json')).json()) as { layers: ZoneLayer[] }).layers;

/** The zones of the chosen maps within the viewport, tile by tile. */
export function useZones(types: readonly HazardType[], viewport: Viewport | null): Zones {
  const isFar = viewport !== null && viewport.zoom < ZONE_ZOOMS.min;
  const tiles = viewport === null || isFar ? [] : listTiles(viewport);
  const isWanted = types.length > 0 && tiles.length > 0;
  const { value = NOTHING } = useLatest(isWanted ? [...types, ...tiles].join() : null, () =>
    loadZones(types, tiles),
  );
  return isFar && types.length > 0 ? FAR : value;
}

async function loadZones(types: readonly HazardType[], tiles: readonly string[]): Promise<Zones> {
  const answers = await Promise.allSettled(
    types.flatMap((type) => tiles.map(async (tile) => ({ type, ...(await loadTile(type, tile)) }))),
  );
  const loaded = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const shapes = { flood: new Map<string, Polygon[]>(), fire: new Map<string, Polygon[]>() };
  // A zone in several tiles is drawn once.
  for (const { type, areas } of loaded) for (const { id, rings } of areas) shapes[type].set(id, rings);
  const isWhole = loaded.every((tile) => tile.isWhole);
  return {
    shapes: { flood: [...shapes.flood.values()].flat(), fire: [...shapes.fire.values()].flat() },
    state: loaded.length < answers.length ? 'failed' : isWhole ? 'shown' : 'part',
  };
}

const kept = new Map<string, Promise<ZoneTile>>();
const MOST_KEPT = 200;

function loadTile(type: string, tile: string): Promise<ZoneTile> {
  const path = `/tiles/zones/${type}/${tile}.json`;
  const known = kept.get(path);
  if (known !== undefined) return known;
  const asked = fetch(path).then((answer) => {
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer.json() as Promise<ZoneTile>;
  });
  if (kept.size > MOST_KEPT) kept.clear();
  kept.set(path, asked);
  // Retry a failed tile the next time.
  asked.catch(() => kept.delete(path));
  return asked;
}

/** The tiles in view ("11/354/818"), of a lower zoom if there would be too many. */
export function listTiles({ bounds: [west, south, east, north], zoom }: Viewport): string[] {
  for (let z = Math.min(ZONE_ZOOMS.max, Math.max(ZONE_ZOOMS.min, Math.floor(zoom))); ; z -= 1) {
    const size = 2 ** z;
    const x = (longitude: number) =>
      Math.min(size - 1, Math.max(0, Math.floor(((longitude + 180) / 360) * size)));
    const y = (latitude: number) => {
      const sin = Math.sin((Math.max(-85, Math.min(85, latitude)) * Math.PI) / 180);
      return Math.min(size - 1, Math.floor((0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * size));
    };
    const [left, right, top, bottom] = [x(west), x(east), y(north), y(south)];
    if (z > ZONE_ZOOMS.min && (right - left + 1) * (bottom - top + 1) > MOST_TILES) continue;
    const tiles: string[] = [];
    for (let column = left; column <= right; column += 1)
      for (let row = top; row <= bottom; row += 1) tiles.push(`${z}/${column}/${row}`);
    return tiles.slice(0, MOST_TILES);
  }
}
