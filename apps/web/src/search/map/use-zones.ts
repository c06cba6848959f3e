import type { HazardType } from '@maru/listing/places';
import type { Polygon } from '@maru/listing/search';
import { useEffect, useState } from 'react';
import type { Viewport } from './map-view.ts';

/** An imported hazard map: its source and date. */
export interface ZoneLayer {
  layer: string;
  hazardType: HazardType;
  source: string;
  /** YYYY-MM-DD. */
  asOf: string;
  link: string | null;
  isSample: boolean;
}

export interface Zones {
  shapes: Record<HazardType, readonly Polygon[]>;
  /** `far`: the zoom is too low; `part`: there are more than are drawn; `failed`: a tile could not be loaded. */
  state: 'shown' | 'far' | 'part' | 'failed';
}

/** Zooms of the server's tiles, for 512-pixel tiles. */
const ZONE_ZOOMS = { min: 9, max: 14 };
const MOST_TILES = 24;
const NOTHING: Zones = { shapes: { flood: [], fire: [] }, state: 'shown' };

interface ZoneTile {
  isWhole: boolean;
  areas: { id: string; rings: Polygon[] }[];
}

/** The imported hazard maps, loaded on first use; null until then, and if it failed. */
export function useZoneLayers(isWanted: boolean): readonly ZoneLayer[] | null {
  const [layers, setLayers] = useState<readonly ZoneLayer[] | null>(null);
  useEffect(() => {
    if (!isWanted || layers !== null) return;
    const stop = new AbortController();
    fetch('/tiles/zones/layers.json', { signal: stop.signal })
      .then((answer) => answer.json() as Promise<{ layers: ZoneLayer[] }>)
      .then((answer) => setLayers(answer.layers))
      .catch(() => {});
    return () => stop.abort();
  }, [isWanted, layers]);
  return layers;
}

/** The zones of the chosen maps within the viewport, tile by tile. */
export function useZones(types: readonly HazardType[], viewport: Viewport | null): Zones {
  const [zones, setZones] = useState<Zones>(NOTHING);
  const tiles = viewport === null ? [] : listTiles(viewport);
  const wanted = types.join();
  const asked = tiles.join();
  const isFar = viewport !== null && viewport.zoom < ZONE_ZOOMS.min;
  useEffect(() => {
    if (wanted === '' || isFar || asked === '') {
      setZones(isFar && wanted !== '' ? { ...NOTHING, state: 'far' } : NOTHING);
      return;
    }
    let isOld = false;
    const all = wanted
      .split(',')
      .flatMap((type) =>
        asked.split(',').map(async (tile) => [type as HazardType, await loadTile(type, tile)] as const),
      );
    Promise.allSettled(all).then((answers) => {
      if (isOld) return;
      const shapes = { flood: new Map<string, Polygon[]>(), fire: new Map<string, Polygon[]>() };
      let isWhole = true;
      for (const answer of answers) {
        if (answer.status === 'rejected') continue;
        const [type, tile] = answer.value;
        isWhole &&= tile.isWhole;
        // A zone in several tiles is drawn once.
        for (const { id, rings } of tile.areas) shapes[type].set(id, rings);
      }
      const isBroken = answers.some(({ status }) => status === 'rejected');
      setZones({
        shapes: { flood: [...shapes.flood.values()].flat(), fire: [...shapes.fire.values()].flat() },
        state: isBroken ? 'failed' : isWhole ? 'shown' : 'part',
      });
    });
    return () => {
      isOld = true;
    };
  }, [wanted, asked, isFar]);
  return zones;
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
