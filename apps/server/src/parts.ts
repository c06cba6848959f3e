import type { Gazetteer } from '@maru/gazetteer';
import type { AddressIndex, SearchIndex } from '@maru/search-index';
import type { Store } from '@maru/store';
import type { AccessTokens } from './auth/access-tokens.ts';
import type { Settings } from './env.ts';
import type { FeedClock } from './feeds/feed-clock.ts';
import type { LiveSources } from './feeds/live-sources.ts';
import type { Translator } from './feeds/translator.ts';
import type { Admission } from './front-door/admission.ts';
import type { AnswerCache } from './http/answer-cache.ts';
import type { FollowLag } from './jobs/follow.ts';
import type { BaseMap } from './map/base-map.ts';
import type { Pictures } from './media/pictures.ts';
import type { Metrics } from './metrics.ts';
import type { CardJson } from './search/card-json.ts';
import type { ListEngine } from './search/list-engine.ts';
import type { PlaceNames } from './search/place-names.ts';
import type { SiteContent } from './site/site-content.ts';

/** What the process is made of; each route takes from here what it lists. */
export interface Parts {
  settings: Settings;
  store: Store;
  accessTokens: AccessTokens;
  /** The one that answers: columns in memory, or SQL until they are loaded. */
  engine: ListEngine;
  index: SearchIndex;
  addresses: AddressIndex;
  gazetteer: Gazetteer;
  /** The index's cards as JSON; the follower says what changed. */
  cards: CardJson;
  /** Answers of `GET /home/list`. */
  lists: AnswerCache;
  clock: FeedClock;
  /** The feeds, asked live. */
  sources: LiveSources;
  metrics: Metrics;
  /** What the owner has set: words, front page, announcements, rates. */
  content: SiteContent;
  /** How many requests are worked on at once, and which is next. */
  admission: Admission;
  pictures: Pictures;
  /** Imported schools and districts by name. */
  placeNames: PlaceNames;
  baseMap: BaseMap;
  /** In place of that of the settings. */
  translator?: Translator;
  /** Whether the index has followed the store (in trial mode: since the first load of its feeds). */
  isReady: () => boolean;
  /** How far the index is behind the store; undefined until it is loaded. */
  lag: () => FollowLag | undefined;
  /** The last number of each dataset that is in the index, where that is followed. */
  taken?: () => ReadonlyMap<string, number>;
  now: () => number;
}
