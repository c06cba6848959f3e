import type { Feature, FeatureCollection } from 'geojson';
import { DATASETS, type MarketChange, type MarketDataset } from './dataset.ts';
import { Listings } from './listings.ts';
import { MarketChanges } from './market-changes.ts';
import { drawJpeg, drawScene } from './pictures/picture.ts';
import type { ResoRow } from './reso-row.ts';
import { ServedDataset } from './served-dataset.ts';
import { SmallMarket } from './small-market.ts';
import { planTown } from './streets.ts';

export interface MarketOptions {
  seed: number;
  /** Listings of both datasets together; 1 to 1,000,000. */
  size: number;
  now: Date;
  /** Address before `/photos/…`, without a trailing slash. */
  mediaBase?: string;
}

/** An invented housing market as RESO Web APIs would serve it. */
export interface Market {
  /** The market as its two MLSs have it: the interface for a market of any size. */
  readonly datasets: readonly [MarketDataset, MarketDataset];
  /**
   * All rows of both datasets in one array, built on first read: for small markets in tests, as are the next three.
   * `tick` replaces members, appends new ones and removes those that leave.
   */
  properties: ResoRow[];
  readonly members: ResoRow[];
  readonly offices: ResoRow[];
  readonly openHouses: ResoRow[];
  /**
   * Makes about `changes` changes at `now`; returns them, one entry per listing. Changed and added rows get the
   * timestamp `now`; those that left are not found any more, and may return under the same key.
   */
  tick(now: Date, changes: number): MarketChange[];
  /** Streets (LineString), parks and water (Polygon) with `name` and `kind`: the ground around the homes. */
  streets(): FeatureCollection;
  /** The same in parts of at most about 6 MB of JSON, for markets whose whole would be too long for one string. */
  streetFiles(): Iterable<StreetFile>;
  /** SVG, 960 × 720, of a MediaURL or its path. Throws RangeError for an unknown picture. */
  drawPhotoSvg(path: string): string;
  /** The same as JPEG, `width` px wide (default: 960). */
  drawPhoto(path: string, width?: number): Promise<Buffer>;
}

export interface StreetFile {
  /** "01", "02", … */
  name: string;
  collection: FeatureCollection;
}

const FEATURES_PER_FILE = 20_000;

/**
 * The market of `seed`: the same options give the same rows, byte for byte. Three quarters of the homes are for sale,
 * one quarter for rent; a third of 20,000 are in and around Irvine. Rows are built on demand.
 */
export function createMarket(options: MarketOptions): Market {
  const { seed, size, now, mediaBase = 'http://sample.invalid' } = options;
  if (!Number.isInteger(size) || size < 1 || size > 5_000_000)
    throw new RangeError(`size ${size}: must be a positive integer`);
  const listings = new Listings(seed, size, now.getTime());
  const datasets = [
    new ServedDataset(listings, 0, mediaBase),
    new ServedDataset(listings, 1, mediaBase),
  ] as const;
  let small: SmallMarket | undefined;
  const all = () => {
    small ??= new SmallMarket(listings, datasets, mediaBase);
    return small;
  };
  const marketChanges = new MarketChanges(listings);
  const findPicture = (path: string) => {
    const match = /\/photos\/([^/?#]+)\/(\d+)\.jpg/.exec(path);
    const key = match?.[1] ?? '';
    const index = listings.indexOf(0, key) ?? listings.indexOf(1, key);
    const home = index === undefined ? undefined : listings.loadFacts(index);
    const number = Number(match?.[2]);
    if (!home || number < 1 || number > home.photosCount)
      throw new RangeError(`no picture at ${path.slice(0, 200)}`);
    return { home, number };
  };
  return {
    datasets,
    get properties() {
      return all().properties;
    },
    set properties(rows) {
      all().properties = rows;
    },
    get members() {
      return all().members;
    },
    get offices() {
      return all().offices;
    },
    get openHouses() {
      return all().openHouses;
    },
    tick(at, changes) {
      const changed = marketChanges.tick(at.getTime(), changes);
      for (const index of changed.keys()) datasets[listings.findDataset(index)].update(index);
      small?.update(changed);
      return [...changed].map(([index, kind]) => {
        const dataset = listings.findDataset(index);
        return { dataset: DATASETS[dataset], listingKey: listings.formatListingKey(index, dataset), kind };
      });
    },
    streets() {
      const features: Feature[] = [];
      planTown(seed, listings.areas, listings.counts, { feature: (_, feature) => features.push(feature) });
      return { type: 'FeatureCollection', features };
    },
    *streetFiles() {
      const { features } = this.streets();
      for (let at = 0; at < features.length; at += FEATURES_PER_FILE)
        yield {
          name: String(at / FEATURES_PER_FILE + 1).padStart(2, '0'),
          collection: { type: 'FeatureCollection', features: features.slice(at, at + FEATURES_PER_FILE) },
        };
    },
    drawPhotoSvg(path) {
      const { home, number } = findPicture(path);
      return drawScene(home, number);
    },
    async drawPhoto(path, width) {
      const { home, number } = findPicture(path);
      return drawJpeg(home, number, width);
    },
  };
}
