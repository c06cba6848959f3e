import { FEED_PROVIDERS, type FeedProvider } from '@maru/listing';
import type { DisplayRules } from '@maru/listing/display';

/** Configuration of a feed (`MARU_FEEDS`, rule S13.2). */
export interface FeedSettings {
  dataset: string;
  provider: FeedProvider;
  /**
   * Without a trailing slash. `reso`: the OData service root. `bridge`: see `parseBridgeAddress`. `slipstream`: the host,
   * or the host with `/ws` or `/v1`.
   */
  baseUrl: string;
  /** The provider's name of the dataset (Slipstream: the market), when it is not `dataset`. */
  providerDataset?: string;
  /** Empty with `oauth`. */
  token: string;
  /** `reso` only: the server takes tokens issued by another address for a client's secret (Trestle). */
  oauth?: OAuthSettings;
  mediaHosts: string[];
  display: DisplayRules;
}

export interface OAuthSettings {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  /** Trestle: `api`. */
  scope: string | null;
  /** Where the client's secret is sent: in the form, or in a Basic header (RFC 6749, 2.3.1). */
  clientAuth: 'form' | 'basic';
}

const DISPLAY_RULES = [
  'advertisingBroker',
  'source',
  'disclaimer',
  'timeZone',
  'allowSold',
  'allowHistory',
  'contactMembers',
  'listingAgentContact',
  'coListingAgentContact',
  'maxResults',
  'maxStaleHours',
  'sample',
  'labels',
] as const satisfies readonly (keyof DisplayRules)[];

/** One sentence for each unsupported rule below `display`, since the owner relies on those that are set. */
export function findIdleRules(json: unknown): string[] {
  return (Array.isArray(json) ? json : []).filter(isRecord).flatMap(({ dataset, display }) => {
    const { labels, ...rules } = isRecord(display) ? display : {};
    const idle = [
      ...Object.keys(rules).filter((name) => !(DISPLAY_RULES as readonly string[]).includes(name)),
      ...Object.keys(isRecord(labels) ? labels : {})
        .filter((name) => name !== 'logoUrl')
        .map((name) => `labels.${name}`),
    ];
    return idle.map(
      (name) => `Feed "${dataset}": display.${name} is not supported by this version. Remove it.`,
    );
  });
}

/** Invalid feeds are skipped, with one sentence each in `errors`. Tokens are never quoted. */
export function parseFeedSettings(json: unknown): { feeds: FeedSettings[]; errors: string[] } {
  if (!Array.isArray(json)) {
    return { feeds: [], errors: ['The feed settings must be a JSON list of feeds.'] };
  }
  const feeds: FeedSettings[] = [];
  const errors: string[] = [];
  json.forEach((one: unknown, index) => {
    const { feed, problems } = parseOne(one);
    if (feed !== undefined && feeds.some((other) => other.dataset === feed.dataset)) {
      problems.push(`the dataset "${feed.dataset}" is given twice; only the first is used.`);
    }
    const name = isRecord(one) && typeof one.dataset === 'string' ? ` ("${one.dataset}")` : '';
    errors.push(...problems.map((problem) => `Feed ${index + 1}${name}: ${problem}`));
    if (feed !== undefined && problems.length === 0) feeds.push(feed);
  });
  return { feeds, errors };
}

function parseOne(json: unknown): { feed?: FeedSettings; problems: string[] } {
  if (!isRecord(json)) return { problems: ['it must be an object.'] };
  const problems: string[] = [];
  const text = (from: Record<string, unknown>, key: string, path: string): string => {
    const value = from[key];
    if (value === undefined || value === null || value === '') problems.push(`\`${path}\` is missing.`);
    else if (typeof value !== 'string' || value.trim() === '') problems.push(`\`${path}\` must be a text.`);
    else return value.trim();
    return '';
  };
  const optional = <T>(
    value: unknown,
    path: string,
    kind: string,
    is: (v: unknown) => v is T,
    fallback: T,
  ) => {
    if (value === undefined || value === null) return fallback;
    if (is(value)) return value;
    problems.push(`\`${path}\` must be ${kind}.`);
    return fallback;
  };

  const dataset = text(json, 'dataset', 'dataset');
  if (dataset !== '' && !/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(dataset)) {
    problems.push('`dataset` may have only letters, digits, hyphens and underscores, at most 64.');
  }
  const provider = text(json, 'provider', 'provider') as FeedProvider;
  if (provider as string) {
    if (!FEED_PROVIDERS.includes(provider)) {
      problems.push(`\`provider\` must be one of ${FEED_PROVIDERS.join(', ')}.`);
    }
  }
  const baseUrl = text(json, 'baseUrl', 'baseUrl').replace(/\/+$/, '');
  if (baseUrl !== '' && !isWebAddress(baseUrl)) {
    problems.push('`baseUrl` must be an http or https address without a user name, query or fragment.');
  }
  const providerDataset = optional<string | undefined>(
    json.providerDataset,
    'providerDataset',
    'a name of letters, digits, dots, hyphens and underscores',
    isName,
    undefined,
  );
  const oauth =
    json.oauth === undefined || json.oauth === null ? undefined : parseOAuth(json.oauth, problems);
  const hasToken = json.token !== undefined && json.token !== null && json.token !== '';
  if (oauth !== undefined && provider !== 'reso') problems.push('`oauth` is for the provider reso.');
  if (oauth !== undefined && hasToken) problems.push('`token` and `oauth` exclude each other.');
  const token = oauth === undefined ? text(json, 'token', 'token') : '';
  if (/[^\x21-\x7e]/.test(token)) problems.push('`token` may have no blanks or line breaks.');
  const mediaHosts = optional(json.mediaHosts, 'mediaHosts', 'a list of host names', isTextList, []);

  const display = isRecord(json.display) ? json.display : {};
  if (!isRecord(json.display)) problems.push('`display` is missing.');
  const broker = isRecord(display.advertisingBroker) ? display.advertisingBroker : {};
  if (isRecord(json.display) && !isRecord(display.advertisingBroker)) {
    problems.push('`display.advertisingBroker` is missing.');
  }
  const inDisplay = (key: string) => (isRecord(json.display) ? text(display, key, `display.${key}`) : '');
  const inBroker = (key: string) =>
    isRecord(display.advertisingBroker) ? text(broker, key, `display.advertisingBroker.${key}`) : '';
  const licenseState = optional<string | null>(
    broker.licenseState,
    'display.advertisingBroker.licenseState',
    'two capital letters',
    isState,
    null,
  );
  const flag = (key: string) =>
    optional(display[key], `display.${key}`, 'true or false', (v) => typeof v === 'boolean', false);
  const count = (key: string) =>
    optional<number | null>(display[key], `display.${key}`, 'a number above 0', isPositive, null);

  const timeZone = optional<string | null>(
    display.timeZone,
    'display.timeZone',
    'an IANA time zone',
    isZone,
    null,
  );
  const rules: DisplayRules = {
    advertisingBroker: {
      name: inBroker('name'),
      licenseNumber: inBroker('licenseNumber'),
      ...(licenseState === null ? {} : { licenseState }),
      phone: inBroker('phone'),
      email: inBroker('email'),
    },
    source: inDisplay('source'),
    disclaimer: inDisplay('disclaimer'),
    timeZone,
    allowSold: flag('allowSold'),
    allowHistory: flag('allowHistory'),
    contactMembers: flag('contactMembers'),
    listingAgentContact: flag('listingAgentContact'),
    coListingAgentContact: flag('coListingAgentContact'),
    maxResults: count('maxResults'),
    maxStaleHours: count('maxStaleHours'),
    sample: flag('sample'),
    labels: optional(
      display.labels,
      'display.labels',
      'an object whose logoUrl is an https address',
      isLabels,
      {},
    ),
  };
  const named = providerDataset === undefined ? {} : { providerDataset };
  const access = oauth === undefined ? { token } : { token, oauth };
  return { feed: { dataset, provider, baseUrl, ...named, ...access, mediaHosts, display: rules }, problems };
}

/** The problems never quote the secret. */
function parseOAuth(json: unknown, problems: string[]): OAuthSettings {
  const given = isRecord(json) ? json : {};
  if (!isRecord(json)) problems.push('`oauth` must be an object.');
  const printable = (key: string) => {
    const value = given[key];
    if (typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)) return value;
    problems.push(`\`oauth.${key}\` must be a text without blanks or line breaks.`);
    return '';
  };
  const tokenUrl = printable('tokenUrl');
  const { protocol = '', hostname = '' } = URL.parse(tokenUrl) ?? {};
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  if (tokenUrl !== '' && (!isWebAddress(tokenUrl) || (protocol !== 'https:' && !isLocal)))
    problems.push('`oauth.tokenUrl` must be an https address without a user name, query or fragment.');
  const { scope = null, clientAuth = 'form' } = given;
  if (scope !== null && (typeof scope !== 'string' || scope.trim() === ''))
    problems.push('`oauth.scope` must be a text.');
  if (clientAuth !== 'form' && clientAuth !== 'basic')
    problems.push('`oauth.clientAuth` must be form or basic.');
  return {
    tokenUrl,
    clientId: printable('clientId'),
    clientSecret: printable('clientSecret'),
    scope: scope as string | null,
    clientAuth: clientAuth as OAuthSettings['clientAuth'],
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isName = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9][\w.-]{0,63}$/.test(value);

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

const isLabels = (value: unknown): value is DisplayRules['labels'] =>
  isRecord(value) &&
  (value.logoUrl === undefined ||
    (typeof value.logoUrl === 'string' && URL.parse(value.logoUrl)?.protocol === 'https:'));

const isState = (value: unknown): value is string => typeof value === 'string' && /^[A-Z]{2}$/.test(value);

const isPositive = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0;

function isZone(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}

/** Rejects user names, which would be logged, and query or fragment, which would swallow the resource name. */
function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    url.username === '' &&
    url.password === '' &&
    url.search === '' &&
    url.hash === ''
  );
}
