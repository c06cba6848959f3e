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

/** The dependencies of the service. */
export interface Parts {
  settings: Settings;
  store: Store;
  accessTokens: AccessTokens;
  /** The in-memory index, or SQL until it is loaded. */
  engine: ListEngine;
  index: SearchIndex;
  addresses: AddressIndex;
  gazetteer: Gazetteer;
  /** Cards of the index serialized as JSON; the follower evicts changed ones. */
  cards: CardJson;
  /** Responses of `GET /home/list`. */
  lists: AnswerCache;
  clock: FeedClock;
  /** Live searches of the feeds. */
  sources: LiveSources;
  metrics: Metrics;
  /** Content edited by the owner: messages, front page, announcements, rates. */
  content: SiteContent;
  /** Limits concurrent requests and schedules waiting ones. */
  admission: Admission;
  pictures: Pictures;
  /** Names of imported schools and districts. */
  placeNames: PlaceNames;
  baseMap: BaseMap;
  /** Overrides the translator of the settings. */
  translator?: Translator;
  /** Whether the index has caught up with the store (in trial mode: since the first load of its feeds). */
  isReady: () => boolean;
  /** Replication lag of the index; undefined until it is loaded. */
  lag: () => FollowLag | undefined;
  /** Last applied sequence number per dataset. */
  taken?: () => ReadonlyMap<string, number>;
  now: () => number;
}
