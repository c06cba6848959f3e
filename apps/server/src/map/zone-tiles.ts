import type { HazardType } from '@maru/listing/places';
import type { Bounds } from '@maru/listing/search';
import type { Store } from '@maru/store';
import { AnswerCache, type CachedAnswer } from '../http/answer-cache.ts';

/** Maximum per tile; tiles with more are too coarse to be readable. */
const MAX_ZONES = 1_500;
/** Zooms of 512-pixel tiles that show zones. */
const ZONE_ZOOMS = { min: 9, max: 14 };
/** Size of the cache in bytes. */
const KEPT_BYTES = 24 * 1024 * 1024;
/** Interval between checks for a new import, in ms. */
const LOOK_EVERY = 5_000;

export interface ZoneTile {
  type: HazardType;
  z: number;
  x: number;
  y: number;
}

/**
 * Tiles of the imported hazard zones as JSON, in an LRU cache that is cleared by the next import. Concurrent requests
 * for a tile share one query.
 */
export class ZoneTiles {
  readonly #placeData: Store['placeData'];
  readonly #kept = new AnswerCache(KEPT_BYTES);
  #version = '';
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor({ placeData }: Pick<Store, 'placeData'>) {
    this.#placeData = placeData;
  }

  /** Undefined where no zones are shown. */
  async load(tile: ZoneTile): Promise<CachedAnswer | undefined> {
    const area = areaOfTile(tile);
    if (area === undefined) return undefined;
    const { bounds, metersPerPixel: meters } = area;
    const { type } = tile;
    const version = await this.#newest();
    const key = `${type}/${tile.z}/${tile.x}/${tile.y}`;
    const known = this.#kept.find(key, version);
    if (known !== undefined) return known;
    return await this.#kept.answer(key, version, async () => {
      const { isWhole, pieces } = await this.#placeData.findZones(bounds, {
        type,
        meters,
        limit: MAX_ZONES,
      });
      return Buffer.from(JSON.stringify({ isWhole, areas: pieces }));
    });
  }

  async #newest(): Promise<string> {
    const now = performance.now();
    if (now - this.#lookedAt > LOOK_EVERY) {
      this.#version = String(await this.#placeData.newestVersion());
      this.#lookedAt = now;
    }
    return this.#version;
  }
}

/** Bounds and resolution of a tile; undefined when invalid or outside ZONE_ZOOMS. */
function areaOfTile({ z, x, y }: ZoneTile): { bounds: Bounds; metersPerPixel: number } | undefined {
  const size = 2 ** z;
  if (!(z >= ZONE_ZOOMS.min && z <= ZONE_ZOOMS.max && x < size && y < size)) return undefined;
  const longitude = (column: number) => (column / size) * 360 - 180;
  const latitude = (row: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / size))) * 180) / Math.PI;
  const bounds: Bounds = [longitude(x), latitude(y + 1), longitude(x + 1), latitude(y)];
  const across = 40_075_016.686 * Math.cos((latitude(y + 0.5) * Math.PI) / 180);
  return { bounds, metersPerPixel: across / size / 512 };
}
