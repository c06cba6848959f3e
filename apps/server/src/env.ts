import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DAY_MS } from '@maru/listing/time';
import { parseTrust, type Trust } from './front-door/visitor-address.ts';

/** The settings of the process (rule S13.1). Only this file reads process.env. */
export interface Settings {
  mode: 'trial' | 'production' | 'development';
  port: number;
  host: string;
  /** Empty: use the embedded database in `dataDir`. */
  databaseUrl: string;
  /** Absolute path for the embedded database, pictures and snapshots. */
  dataDir: string;
  /** Without a trailing slash. */
  publicUrl: string;
  /** Path of the feeds' JSON file; empty: no feeds. */
  feedsFile: string;
  roles: ReadonlySet<'web' | 'feeds' | 'jobs'>;
  /** Seconds between two polls of a feed. */
  feedInterval: number;
  /** Seconds between two key walks of a feed, which find removed listings. */
  reconcileEvery: number;
  /** Bearer token for /metrics. Empty: /metrics is closed in production and open in trial mode. */
  metricsToken: string;
  /** API requests per minute and client (address or account), except those with a limit of their own. */
  callsAMinute: number;
  /** Searches per minute, cached ones included. */
  listsAMinute: number;
  suggestionsAMinute: number;
  /** Requests forwarded to a provider, per minute; the provider has a quota of its own. */
  sourceCallsAMinute: number;
  signInsAMinute: number;
  /** Requests for map tiles, outlines and zones, per minute. */
  tilesAMinute: number;
  /** Page and preview picture requests, per minute. */
  pagesAMinute: number;
  /** Photo requests per minute; pages load them by the dozen. */
  filesAMinute: number;
  /** Concurrent searches, pages and API requests per client address. */
  requestsInFlight: number;
  /** Concurrent photo and tile requests per client address. */
  filesInFlight: number;
  /** AVIF encoder effort, 0 to 9: higher is slower and smaller. */
  avifEffort: number;
  /** Contacts and listing reports per hour and client. */
  contactsAnHour: number;
  /** Proxies whose `X-Forwarded-For` is trusted. */
  trustProxy: Trust;
  /** Origins that may call the API, including the site's own when the API is on another host. */
  corsOrigins: readonly string[];
  /**
   * Base URL of the two APIs for the browser (rule S7.2): one URL, or one per site host,
   * `dev.maru.example=https://dev-api.maru.example,…`. Empty: same origin.
   */
  propertyApiUrl: string;
  commonApiUrl: string;
  /** OpenID Connect providers; null: not offered. */
  kakao: SignInSettings | null;
  google: SignInSettings | null;
  /** URL of the Google Identity script, for One Tap. */
  googleIdentityScriptUrl: string;
  /** oEmbed endpoint for titles and thumbnails of realtors' videos; empty: not fetched. */
  youtubeOembedUrl: string;
  /** `mailto:` or `https:` contact for /.well-known/security.txt; empty: no such file. */
  securityContact: string;
  /** Lower case. Accounts with such an address become admins once a provider has verified it. */
  adminEmails: ReadonlySet<string>;
  /** Lifetime of an access token, in seconds. */
  accessTokenSeconds: number;
  /** Lifetime of a session in ms, regardless of refreshes. */
  sessionMaxAge: number;
  /** Maximum age of a sign-in, in seconds, for routes with `freshSignIn`. */
  freshSignInSeconds: number;
  /** SMTP server, `smtp://user:password@host:587`; empty: emails wait in the outbox. */
  smtpUrl: string;
  /** The From header, `Maru <no-reply@example.com>`. */
  mailFrom: string;
  /** Postal address of the sender, in the footer of subscription emails (CAN-SPAM). */
  postalAddress: string;
  /** Storage of realtors' pictures; null: in `dataDir`. */
  s3: ObjectStore | null;
  /** Default mortgage rate and its date; null: DEFAULT_LOAN of @maru/listing. */
  mortgageRate: { percent: number; asOf: string } | null;
  /** KRW per USD and its date; null: no amounts in won. */
  wonRate: { won: number; asOf: string; isSample: boolean } | null;
  /** Google Maps; null: use the built-in map. */
  googleMaps: { key: string; scriptUrl: string } | null;
  /** KakaoTalk sharing: JavaScript key and SDK URL; null: not offered. */
  kakaoShare: { key: string; scriptUrl: string } | null;
  /** Icon service with the Iconify API, for icons that are not bundled; empty: none. */
  iconFallbackUrl: string;
  /**
   * Translation of remarks by the LibreTranslate API: URL without a trailing slash, and key (may be empty). Null: not
   * offered.
   */
  translation: { url: string; key: string } | null;
  /** Third-party scripts (rule S1.2), each off by default and loaded only with consent. */
  thirdParties: ThirdParties;
  /** Retention of contacts and their consents, in days since the last activity. The privacy policy states it. */
  contactsKeptDays: number;
  /** Retention of the audit log, in days. */
  auditKeptDays: number;
  backupsKeptDays: number;
  /** Absolute path of the built pages (`client`, `server`). */
  webDist: string;
  /** Maximum index lag in seconds before `/readyz` fails. */
  maxLag: number;
  /** Seconds between SIGTERM and closing the listener; `/readyz` fails meanwhile. */
  drainSeconds: number;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
}

export interface ThirdParties {
  /** Google Analytics or compatible: measurement id and script URL. */
  analytics: { id: string; scriptUrl: string } | null;
  /** Google Tag Manager: container id and script URL. */
  tagManager: { id: string; scriptUrl: string } | null;
  /** Browser error reports as Sentry envelopes: endpoint and public key. */
  errorTracking: { url: string; key: string } | null;
  /** A/B experiments and their variants; the first variant is the control. */
  experiments: Readonly<Record<string, readonly string[]>>;
}

/** An S3-compatible bucket. */
export interface ObjectStore {
  /** URL of the service, without the bucket. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** An OpenID Connect client. */
export interface SignInSettings {
  clientId: string;
  /** Empty: the provider requires none. */
  clientSecret: string;
  /** Without a trailing slash. */
  issuer: string;
}

const ROLES = ['web', 'feeds', 'jobs'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

/** Kakao JavaScript SDK, the URL given in its documentation. */
const KAKAO_SCRIPT = 'https://t1.kakaocdn.net/kakao_js_sdk/2.7.5/kakao.min.js';

/** Lists every invalid setting, one per line. */
export class SettingsError extends Error {
  constructor(faults: string[]) {
    super(faults.join('\n'));
    this.name = 'SettingsError';
  }
}

/** @throws SettingsError naming each invalid variable and what it must be. Values are never quoted. */
export function parseSettings(env: Record<string, string | undefined>): Settings {
  const faults: string[] = [];
  const text = (name: string, fallback = '') => env[name]?.trim() || fallback;
  const whole = (name: string, fallback: number, min: number, max: number) => {
    const value = text(name, String(fallback));
    if (/^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value);
    faults.push(`${name} must be a whole number from ${min} to ${max}.`);
    return fallback;
  };
  const oneOf = <T extends string>(name: string, fallback: T, values: readonly T[]): T => {
    const value = text(name, fallback) as T;
    if (values.includes(value)) return value;
    faults.push(`${name} must be one of ${values.join(', ')}.`);
    return fallback;
  };
  const address = (name: string, fallback = '') => {
    const value = text(name, fallback).replace(/\/+$/, '');
    if (value === '' || (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol))) return value;
    faults.push(`${name} must be an http or https URL.`);
    return fallback;
  };

  const mode = oneOf('MARU_MODE', 'production', ['trial', 'production', 'development'] as const);
  const port = whole('PORT', 3000, 0, 65_535);
  const host = text('HOST', '127.0.0.1');
  const publicUrl = address('PUBLIC_URL', mode === 'production' ? '' : `http://localhost:${port}`);
  if (mode === 'production' && publicUrl === '' && faults.length === 0) {
    faults.push('PUBLIC_URL must be set: the address that visitors use.');
  }
  if (mode !== 'production') {
    if (!isLoopback(host)) faults.push('HOST must be a loopback address in trial mode; use `npm run serve`.');
    if (URL.canParse(publicUrl) && !isLoopback(new URL(publicUrl).hostname)) {
      faults.push('PUBLIC_URL must be a loopback address in trial mode; use `npm run serve`.');
    }
  }
  const databaseUrl = text('DATABASE_URL');
  if (databaseUrl !== '' && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    faults.push('DATABASE_URL must start with postgres:// or postgresql://.');
  }
  /** Rate limits are far higher in trial mode, where all clients share one address. */
  const share = (name: string, production: number, trial: number) =>
    whole(name, mode === 'production' ? production : trial, 1, 100_000_000);
  let trustProxy: Trust = () => false;
  try {
    trustProxy = parseTrust(text('TRUST_PROXY', mode === 'production' ? 'loopback' : ''));
  } catch {
    faults.push('TRUST_PROXY must be loopback, addresses (10.0.0.0/8,fd00::/8) or a number of proxies.');
  }
  const corsOrigins = text('CORS_ORIGINS')
    .split(',')
    .map((origin) => origin.trim())
    .filter(Boolean);
  if (!corsOrigins.every(isOrigin)) {
    faults.push('CORS_ORIGINS must be origins without a path: https://example.com,https://app.example.com.');
  }
  const roles = text('ROLES', ROLES.join(','))
    .split(',')
    .map((role) => role.trim())
    .filter(Boolean);
  for (const role of roles) {
    if (!(ROLES as readonly string[]).includes(role)) faults.push(`ROLES may name ${ROLES.join(', ')}.`);
  }
  const rate = text('MORTGAGE_RATE');
  const mortgageRate = parseDatedRate(rate);
  if (rate !== '' && mortgageRate === null) {
    faults.push('MORTGAGE_RATE must be an annual percentage and a date: 6.36,2026-11-19.');
  }
  const provider = (name: string, clientId: string, clientSecret: string, issuer: string) => {
    const isNeeded = mode === 'production' && roles.includes('web');
    if (isNeeded && clientId === '')
      faults.push(`${name}_CLIENT_ID must be set, or none to disable ${name}.`);
    if (clientId === '' || clientId === 'none') return null;
    if (isNeeded && clientSecret === '') faults.push(`${name}_CLIENT_SECRET must be set.`);
    // Sign-in secrets are sent there: require HTTPS except on loopback.
    if (
      URL.canParse(issuer) &&
      new URL(issuer).protocol === 'http:' &&
      !isLoopback(new URL(issuer).hostname)
    ) {
      faults.push(`${name}_ISSUER must be an https URL.`);
    }
    return { clientId, clientSecret, issuer };
  };
  const adminEmails = text('ADMIN_EMAILS')
    .split(',')
    .map((email) => email.trim().normalize('NFC').toLowerCase())
    .filter(Boolean);
  if (!adminEmails.every((email) => /^[^\s@]+@[^\s@]+$/.test(email))) {
    faults.push('ADMIN_EMAILS must be email addresses, separated by commas.');
  }
  const securityContact = text('SECURITY_CONTACT');
  if (!/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)?$/.test(securityContact)) {
    faults.push('SECURITY_CONTACT must be mailto:… or https://….');
  }
  const smtpUrl = text('SMTP_URL');
  if (smtpUrl !== '' && !/^smtps?:\/\/[^\s]+$/.test(smtpUrl)) {
    faults.push('SMTP_URL must start with smtp:// or smtps://.');
  }
  const mailFrom = text('MAIL_FROM', mode === 'production' ? '' : 'Maru <no-reply@localhost.example>');
  if (
    /[\r\n]/.test(mailFrom) ||
    (mailFrom !== '' && !/^(?:[^<>@]*<)?[^\s<>@]+@[^\s<>@]+>?$/.test(mailFrom))
  ) {
    faults.push('MAIL_FROM must be an address: Maru <no-reply@example.com>.');
  }
  if (mode === 'production' && roles.includes('jobs') && (smtpUrl === '' || mailFrom === '')) {
    faults.push('SMTP_URL and MAIL_FROM must be set: the jobs role sends emails.');
  }
  const bucket = {
    endpoint: address('S3_ENDPOINT'),
    bucket: text('S3_BUCKET'),
    region: text('S3_REGION', 'us-east-1'),
    accessKeyId: text('S3_ACCESS_KEY_ID'),
    secretAccessKey: text('S3_SECRET_ACCESS_KEY'),
  };
  const s3 = bucket.endpoint === '' && bucket.bucket === '' ? null : bucket;
  if (s3 !== null && Object.values(s3).includes('')) {
    faults.push('S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together.');
  }
  const byHost = (name: string, value: string) => {
    const parts = value === '' ? [] : value.split(',').map((part) => part.trim().replace(/^[^=/\s]+=/, ''));
    if (parts.every((one) => /^https?:\/\/\S+$/.test(one) && URL.canParse(one))) return value;
    faults.push(`${name} must be an http or https URL, or such URLs by host: a.example=https://….`);
    return '';
  };
  const won = text('FX_KRW');
  const wonRate = parseWonRate(won);
  if (won !== '' && wonRate === null) {
    faults.push('FX_KRW must be the won per dollar and a date: 1450.5,2026-11-21.');
  }
  const mapsKey = text('GOOGLE_MAPS_API_KEY');
  if (/[^\w-]/.test(mapsKey)) faults.push('GOOGLE_MAPS_API_KEY may have only letters, digits, _ and -.');
  const mapsScript = address('GOOGLE_MAPS_SCRIPT_URL', 'https://maps.googleapis.com/maps/api/js');
  const kakaoKey = text('KAKAO_JAVASCRIPT_KEY');
  if (/[^\w-]/.test(kakaoKey)) faults.push('KAKAO_JAVASCRIPT_KEY may have only letters, digits, _ and -.');
  const kakaoScript = address('KAKAO_SHARE_SCRIPT_URL', KAKAO_SCRIPT);
  const translationUrl = address('TRANSLATION_URL');
  const translationKey = text('TRANSLATION_KEY');
  if (translationKey !== '' && translationUrl === '') {
    faults.push('TRANSLATION_URL must be set where TRANSLATION_KEY is.');
  }
  const propertyApiUrl = byHost('PROPERTY_API_URL', text('PROPERTY_API_URL'));
  const commonApiUrl = byHost('COMMON_API_URL', text('COMMON_API_URL'));
  const isElsewhere = propertyApiUrl !== '' || commonApiUrl !== '';
  if (isElsewhere && URL.canParse(publicUrl)) corsOrigins.push(new URL(publicUrl).origin);
  const idOf = (name: string, id: string) => {
    if (/[^\w-]/.test(id)) faults.push(`${name} may have only letters, digits, _ and -.`);
    return id;
  };
  const analytics = {
    id: idOf('ANALYTICS_ID', text('ANALYTICS_ID')),
    scriptUrl: address('ANALYTICS_SCRIPT_URL', 'https://www.googletagmanager.com/gtag/js'),
  };
  const tagManager = {
    id: idOf('TAG_MANAGER_ID', text('TAG_MANAGER_ID')),
    scriptUrl: address('TAG_MANAGER_SCRIPT_URL', 'https://www.googletagmanager.com/gtm.js'),
  };
  const dsn = text('ERROR_TRACKING_DSN');
  const errorTracking = parseDsn(dsn);
  if (dsn !== '' && errorTracking === null) {
    faults.push('ERROR_TRACKING_DSN must be a Sentry DSN: https://key@host/project.');
  }
  const experiments = parseExperiments(text('EXPERIMENTS'));
  if (experiments === null) {
    faults.push(
      'EXPERIMENTS must list experiments with their variants: contact_first:question,tour;other:a,b.',
    );
  }
  const settings: Settings = {
    mode,
    port,
    host,
    databaseUrl,
    dataDir: resolve(text('DATA_DIR', '.data')),
    publicUrl,
    feedsFile: text('MARU_FEEDS'),
    roles: new Set(roles as Settings['roles'] extends ReadonlySet<infer R> ? R[] : never),
    feedInterval: whole('FEED_INTERVAL', mode === 'production' ? 60 : 2, 1, 43_200),
    reconcileEvery: whole('RECONCILE_EVERY', mode === 'production' ? 600 : 60, 1, 86_400),
    metricsToken: text('METRICS_TOKEN'),
    callsAMinute: share('CALLS_A_MINUTE', 1_200, 600_000),
    listsAMinute: share('LISTS_A_MINUTE', 1_200, 90_000_000),
    suggestionsAMinute: share('SUGGESTIONS_A_MINUTE', 1_200, 600_000),
    sourceCallsAMinute: share('SOURCE_CALLS_A_MINUTE', 120, 60_000),
    signInsAMinute: share('SIGN_INS_A_MINUTE', 60, 600_000),
    tilesAMinute: share('TILES_A_MINUTE', 3_000, 600_000),
    pagesAMinute: share('PAGES_A_MINUTE', 1_200, 600_000),
    filesAMinute: share('FILES_A_MINUTE', 6_000, 600_000),
    requestsInFlight: share('REQUESTS_IN_FLIGHT', 8, 64),
    filesInFlight: share('FILES_IN_FLIGHT', 64, 500),
    avifEffort: whole('AVIF_EFFORT', 2, 0, 9),
    contactsAnHour: share('CONTACTS_AN_HOUR', 10, 100_000),
    trustProxy,
    corsOrigins,
    propertyApiUrl,
    commonApiUrl,
    kakao: provider(
      'KAKAO',
      text('KAKAO_CLIENT_ID'),
      text('KAKAO_CLIENT_SECRET'),
      address('KAKAO_ISSUER', 'https://kauth.kakao.com'),
    ),
    google: provider(
      'GOOGLE',
      text('GOOGLE_CLIENT_ID'),
      text('GOOGLE_CLIENT_SECRET'),
      address('GOOGLE_ISSUER', 'https://accounts.google.com'),
    ),
    googleIdentityScriptUrl: address('GOOGLE_IDENTITY_SCRIPT_URL', 'https://accounts.google.com/gsi/client'),
    youtubeOembedUrl: address('YOUTUBE_OEMBED_URL', ''),
    securityContact,
    adminEmails: new Set(adminEmails),
    sessionMaxAge: whole('SESSION_MAX_DAYS', 180, 1, 3_650) * DAY_MS,
    freshSignInSeconds: whole('FRESH_SIGN_IN_MINUTES', 15, 1, 1_440) * 60,
    accessTokenSeconds: whole('ACCESS_TOKEN_SECONDS', 900, mode === 'production' ? 60 : 1, 900),
    smtpUrl,
    mailFrom,
    postalAddress: text('POSTAL_ADDRESS').replace(/\s+/g, ' ').slice(0, 300),
    s3,
    mortgageRate,
    wonRate: wonRate ?? (mode === 'production' ? null : SAMPLE_WON_RATE),
    googleMaps: mapsKey === '' ? null : { key: mapsKey, scriptUrl: mapsScript },
    kakaoShare: kakaoKey === '' ? null : { key: kakaoKey, scriptUrl: kakaoScript },
    iconFallbackUrl: address('ICON_FALLBACK_URL'),
    translation: translationUrl === '' ? null : { url: translationUrl, key: translationKey },
    thirdParties: {
      analytics: analytics.id === '' ? null : analytics,
      tagManager: tagManager.id === '' ? null : tagManager,
      errorTracking,
      experiments: experiments ?? {},
    },
    contactsKeptDays: whole('CONTACTS_KEPT_DAYS', 1_095, 30, 36_500),
    auditKeptDays: whole('AUDIT_KEPT_DAYS', 730, 30, 36_500),
    backupsKeptDays: whole('BACKUPS_KEPT_DAYS', 35, 1, 36_500),
    webDist: resolve(text('WEB_DIST', fileURLToPath(new URL('../../web/dist', import.meta.url)))),
    maxLag: whole('MAX_LAG', 30, 1, 86_400),
    drainSeconds: whole('DRAIN_SECONDS', mode === 'production' ? 5 : 0, 0, 600),
    logLevel: oneOf('LOG_LEVEL', mode === 'production' ? 'info' : 'warn', LOG_LEVELS),
  };
  if (/[^\x21-\x7e]/.test(settings.metricsToken))
    faults.push('METRICS_TOKEN must be printable ASCII, and not contain spaces.');
  if (faults.length > 0) throw new SettingsError(faults);
  return Object.freeze(settings);
}

/** Whether the text is an origin as browsers serialize it. */
function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;
}

/** Parses "6.36,2026-11-19"; null when malformed. */
function parseDatedRate(text: string): Settings['mortgageRate'] {
  const [, percent, asOf] = /^(\d{1,2}(?:\.\d{1,3})?),(20\d\d-\d\d-\d\d)$/.exec(text) ?? [];
  if (percent === undefined || asOf === undefined || Number(percent) > 30) return null;
  return Number.isNaN(Date.parse(asOf)) ? null : { percent: Number(percent), asOf };
}

/** Exchange rate of the trial mode. */
const SAMPLE_WON_RATE = { won: 1_450, asOf: '2026-11-21', isSample: true };

/** Parses "1450.5,2026-11-21"; null when malformed. */
function parseWonRate(text: string): Settings['wonRate'] {
  const [, won, asOf] = /^(\d{2,5}(?:\.\d{1,2})?),(20\d\d-\d\d-\d\d)$/.exec(text) ?? [];
  if (won === undefined || asOf === undefined || Number.isNaN(Date.parse(asOf))) return null;
  return { won: Number(won), asOf, isSample: false };
}

/**
 * Loads the settings of this process. Sets NODE_ENV, which selects React's build.
 * @throws SettingsError
 */
export function loadSettings(): Settings {
  const { env } = process;
  const settings = parseSettings(env);
  env.NODE_ENV ??= settings.mode === 'development' ? 'development' : 'production';
  return settings;
}

/**
 * The settings of a command-line tool: data and feeds only. Settings that only the server needs are not required.
 * @throws SettingsError
 */
export function loadCommandSettings(): Pick<
  Settings,
  'databaseUrl' | 'dataDir' | 'feedsFile' | 'logLevel' | 'backupsKeptDays'
> {
  const { DATABASE_URL, DATA_DIR, MARU_FEEDS, LOG_LEVEL, BACKUPS_KEPT_DAYS } = process.env;
  return parseSettings({
    MARU_MODE: 'trial',
    DATABASE_URL,
    DATA_DIR,
    MARU_FEEDS,
    LOG_LEVEL,
    BACKUPS_KEPT_DAYS,
  });
}

/** localhost, *.localhost, 127.0.0.0/8 and ::1. */
export function isLoopback(host: string): boolean {
  const bare = host.toLowerCase().replace(/^\[|\]$/g, '');
  return (
    bare === 'localhost' || bare.endsWith('.localhost') || bare === '::1' || /^127(\.\d{1,3}){3}$/.test(bare)
  );
}

/** Parses `https://key@host/path/project` into Sentry's envelope endpoint and key. */
function parseDsn(text: string): { url: string; key: string } | null {
  if (!URL.canParse(text)) return null;
  const { protocol, username, origin, pathname } = new URL(text);
  const [, path = '', project] = /^(.*)\/([\w-]+)$/.exec(pathname) ?? [];
  if (!/^https?:$/.test(protocol) || username === '' || project === undefined) return null;
  return { url: `${origin}${path}/api/${project}/envelope/`, key: username };
}

/** Parses `name:first,second;other:a,b`; null when malformed. */
function parseExperiments(text: string): Record<string, string[]> | null {
  const all: Record<string, string[]> = {};
  for (const one of text.split(';').map((part) => part.trim())) {
    if (one === '') continue;
    const [, name, variants] =
      /^([a-z][a-z0-9_]{0,39}):([a-z0-9_]{1,40}(?:,[a-z0-9_]{1,40})+)$/.exec(one) ?? [];
    if (name === undefined || variants === undefined || Object.hasOwn(all, name)) return null;
    all[name] = variants.split(',');
  }
  return all;
}
