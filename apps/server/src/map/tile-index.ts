import type { FeatureCollection, Geometry } from 'geojson';
import GeoJSONVT, { type Options } from 'geojson-vt';

/** Tiles up to this zoom stay: at most a few thousand hold anything, however many are requested. */
const KEPT_ZOOM = 8;
/** Tiles of deeper zooms that stay, of one index: about 13 KB each where they are streets. */
const KEPT_TILES = 2_000;

/** What the library keeps of a tile. */
interface CutTile {
  /** The features that deeper tiles are cut from; null once they have been cut. */
  source: unknown;
}

/** The tiles that were cut from one of `KEPT_ZOOM`. */
interface Subtree {
  source: unknown;
  ids: Set<number>;
}

/**
 * Vector tiles cut from GeoJSON on request, in bounded memory: geojson-vt keeps every tile that it has ever cut. Here the deeper tiles
 * below the tile of `KEPT_ZOOM` that was requested least recently are evicted together, and that tile gets back what they were cut from.
 */
export class TileIndex implements Pick<GeoJSONVT, 'getTile'> {
  readonly #index: GeoJSONVT;
  readonly #tiles: Record<number, CutTile>;
  /** By the id of the tile of `KEPT_ZOOM`, least recently requested first. */
  readonly #subtrees = new Map<number, Subtree>();
  #deepTiles = 0;

  constructor(data: FeatureCollection<Geometry | null>, options: Options) {
    this.#index = new GeoJSONVT(data as FeatureCollection, options);
    this.#tiles = (this.#index as unknown as { tiles: Record<number, CutTile> }).tiles;
  }

  get size(): number {
    return Object.keys(this.#tiles).length;
  }

  /** Null where there is nothing. `x` and `y` are within the grid of `zoom`. */
  getTile(zoom: number, x: number, y: number): ReturnType<GeoJSONVT['getTile']> {
    // The library also lists the address of every tile that it cut.
    this.#index.tileCoords.length = 0;
    const depth = zoom - KEPT_ZOOM;
    if (depth <= 0) return this.#index.getTile(zoom, x, y);
    const id = tileId(KEPT_ZOOM, x >> depth, y >> depth);
    const subtree = this.#subtrees.get(id) ?? this.#plant(id, x >> depth, y >> depth);
    if (subtree === undefined) return null;
    this.#subtrees.delete(id);
    this.#subtrees.set(id, subtree);
    const tile = this.#index.getTile(zoom, x, y);
    for (let level = 1; level <= depth; level += 1) {
      // A tile is cut together with the three beside it.
      const [left, top] = [(x >> (depth - level)) & ~1, (y >> (depth - level)) & ~1];
      for (const [column, row] of CHILDREN) {
        const child = tileId(KEPT_ZOOM + level, left + column, top + row);
        if (this.#tiles[child] === undefined || subtree.ids.has(child)) continue;
        subtree.ids.add(child);
        this.#deepTiles += 1;
      }
    }
    while (this.#deepTiles > KEPT_TILES) this.#evict();
    return tile;
  }

  #plant(id: number, x: number, y: number): Subtree | undefined {
    if (this.#index.getTileRaw(KEPT_ZOOM, x, y) === null) return undefined;
    return { source: this.#tiles[id]?.source, ids: new Set() };
  }

  #evict(): void {
    const [oldest] = this.#subtrees;
    if (oldest === undefined) return;
    const [id, { source, ids }] = oldest;
    this.#subtrees.delete(id);
    for (const child of ids) delete this.#tiles[child];
    this.#deepTiles -= ids.size;
    this.#tiles[id]!.source = source;
  }
}

const CHILDREN = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
] as const;

/** The library's key of a tile. */
const tileId = (zoom: number, x: number, y: number) => (2 ** zoom * y + x) * 32 + zoom;
