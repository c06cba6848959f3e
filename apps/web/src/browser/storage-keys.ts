export type StorageArea = 'local' | 'session';

interface StoredKey {
  /** `local`: shared by all tabs of the site. `session`: of this tab. */
  area: StorageArea;
  /**
   * What signing out does. `device`: it stays. `account`: it is removed with the saved things. `sign-in`: the session removes it.
   * `adopted`: it is removed if it came from the account.
   */
  scope: 'device' | 'account' | 'sign-in' | 'adopted';
  /** Maximum number of entries, of a list or a record; the oldest are dropped. */
  most?: number;
}

/**
 * All keys of the browser's storage. Browsers have values under them: rename none without a migration. The parser of a value is with its
 * `StoredValue`, beside its type. The
 * first script of pages imports only types from here.
 */
export const STORAGE_KEYS = {
  'announcement/closed': { area: 'local', scope: 'device' },
  appInitialized: { area: 'local', scope: 'device' },
  'auth/access-token': { area: 'local', scope: 'sign-in' },
  'commute-address': { area: 'local', scope: 'adopted' },
  'cost-edits': { area: 'local', scope: 'device' },
  'kept-scroll': { area: 'session', scope: 'device' },
  'kept-stop': { area: 'session', scope: 'device' },
  'map-budget': { area: 'local', scope: 'device' },
  'maru/area-unit': { area: 'local', scope: 'device' },
  'maru/commute': { area: 'local', scope: 'device' },
  'maru/commute-adopted': { area: 'local', scope: 'adopted' },
  'maru/compare': { area: 'local', scope: 'account', most: 4 },
  'maru/experiments': { area: 'session', scope: 'device' },
  'maru/looks': { area: 'local', scope: 'account' },
  'maru/measuring': { area: 'local', scope: 'device' },
  'maru/opened': { area: 'session', scope: 'device', most: 20 },
  'maru/pins': { area: 'session', scope: 'device', most: 20 },
  'maru/saved': { area: 'local', scope: 'account' },
  'maru/search-looks': { area: 'local', scope: 'account', most: 100 },
  /** Of an earlier version. */
  'maru/seen': { area: 'local', scope: 'account' },
  'maru/sheets': { area: 'session', scope: 'device', most: 20 },
  'maru/shortlists': { area: 'local', scope: 'account', most: 100 },
  'maru/sought-words': { area: 'local', scope: 'device', most: 20 },
  'maru/viewports': { area: 'session', scope: 'device', most: 20 },
  'maru/visit': { area: 'session', scope: 'device' },
  'maru/visitor': { area: 'local', scope: 'device' },
  'own/drafts': { area: 'session', scope: 'sign-in', most: 20 },
  'recent-searches': { area: 'local', scope: 'device' },
  reloaded: { area: 'session', scope: 'device' },
  'renter-kit': { area: 'local', scope: 'device' },
  'won-view': { area: 'local', scope: 'device' },
} as const satisfies Record<string, StoredKey>;

export type StorageKey = keyof typeof STORAGE_KEYS;
/** Drafts of messages have a key for each home or agent: in this tab, and kept on the device. */
export type DraftKey = `contact/draft/${string}`;

/** Removed with the saved things. */
export const ACCOUNT_KEYS = (Object.keys(STORAGE_KEYS) as StorageKey[]).filter(
  (key) => STORAGE_KEYS[key].scope === 'account',
);
