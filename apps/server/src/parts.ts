import type { Gazetteer } from '@maru/gazetteer';
import type { SearchEngine } from '@maru/listing';
import type { AddressIndex, SearchIndex } from '@maru/search-index';
import type { Store } from '@maru/store';
import type { BaseMap } from './base-map.ts';
import type { Settings } from './env.ts';
import type { FeedClock } from './feed-clock.ts';
import type { LiveSources } from './live-sources.ts';
import type { Metrics } from './metrics.ts';
import type { Pictures } from './pictures.ts';

/** What the process is made of; each route takes from here what it lists. */
export interface Parts {
  settings: Settings;
  store: Store;
  /** The one that answers: columns in memory, or SQL until they are loaded. */
  engine: SearchEngine;
  index: SearchIndex;
  addresses: AddressIndex;
  gazetteer: Gazetteer;
  clock: FeedClock;
  /** The feeds, asked live. */
  sources: LiveSources;
  metrics: Metrics;
  pictures: Pictures;
  baseMap: BaseMap;
  /** Whether the index has followed the store (in trial mode: since the first load of its feeds). */
  isReady: () => boolean;
  now: () => number;
}
