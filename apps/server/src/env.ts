import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DAY_MS } from '@maru/listing/time';
import { parseTrust, type Trust } from './front-door/visitor-address.ts';

/** The settings of the process (rule S13.1). Only this file reads process.env. */
export type Settings = Readonly<ReturnType<typeof readSettings>>;
/** An S3-compatible bucket. */
export type ObjectStore = NonNullable<Settings['s3']>;
/** An OpenID Connect client. */
export type SignInSettings = NonNullable<Settings['kakao']>;

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
  const settings = readSettings(env, faults);
  if (faults.length > 0) throw new SettingsError(faults);
  return Object.freeze(settings);
}

/** Reads every setting with its default; adds a fault for each invalid one. */
function readSettings(env: Record<string, string | undefined>, faults: string[]) {
  const text = (name: string, fallback = '') => env[name]?.trim() || fallback;
  const whole = (name: string, fallback: number, min: number, max: number) => {
    const value = text(name, String(fallback));
    if (/^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value);
    faults.push(`${name} must be a whole number from ${min} to ${max}.`);
    return fallback;
  };
  const readChoice = <T extends string>(name: string, fallback: T, values: readonly T[]): T => {
    const value = text(name, fallback) as T;
    if (values.includes(value)) return value;
    faults.push(`${name} must be one of ${values.join(', ')}.`);
    return fallback;
  };
  /** Empty, or a text that the pattern matches. */
  const matching = (name: string, pattern: RegExp, rule: string, fallback = '') => {
    const value = text(name, fallback);
    if (value !== '' && !pattern.test(value)) faults.push(`${name} ${rule}`);
    return value;
  };
  /** An identifier or key. */
  const id = (name: string) => matching(name, /^[\w-]+$/, 'may have only letters, digits, _ and -.');
  /** Values separated by commas. */
  const list = (name: string, isValid: (value: string) => boolean, rule: string, fallback = '') => {
    const values = text(name, fallback).split(',');
    const given = values.map((value) => value.trim().normalize('NFC')).filter(Boolean);
    if (!given.every(isValid)) faults.push(`${name} ${rule}`);
    return given;
  };
  /** What `parse` returns; null when the setting is empty. */
  const parsed = <T>(name: string, parse: (value: string) => T | null, rule: string): T | null => {
    const value = text(name);
    const read = value === '' ? null : parse(value);
    if (value !== '' && read === null) faults.push(`${name} ${rule}`);
    return read;
  };
  /** An HTTP or HTTPS URL without a trailing slash. */
  const address = (name: string, fallback = '') => {
    const value = text(name, fallback).replace(/\/+$/, '');
    if (value === '' || isHttpUrl(value)) return value;
    faults.push(`${name} must be an http or https URL.`);
    return fallback;
  };
  /** One URL, or one per host of the site: `dev.maru.example=https://dev-api.maru.example,…`. */
  const byHost = (name: string) => {
    const value = text(name);
    const urls = value === '' ? [] : value.split(',').map((part) => part.trim().replace(/^[^=/\s]+=/, ''));
    if (urls.every((url) => /^https?:\/\/\S+$/.test(url) && URL.canParse(url))) return value;
    faults.push(`${name} must be an http or https URL, or such URLs by host: a.example=https://….`);
    return '';
  };

  const mode = readChoice('MARU_MODE', 'production', ['trial', 'production', 'development'] as const);
  const isProduction = mode === 'production';
  /** Limits are far higher in trial mode, where all clients share one address. */
  const limit = (name: string, production: number, trial: number) =>
    whole(name, isProduction ? production : trial, 1, 100_000_000);

  const port = whole('PORT', 3000, 0, 65_535);
  const host = text('HOST', '127.0.0.1');
  const publicUrl = address('PUBLIC_URL', isProduction ? '' : `http://localhost:${port}`);
  if (isProduction && publicUrl === '' && faults.length === 0) {
    faults.push('PUBLIC_URL must be set: the address that visitors use.');
  }
  if (!isProduction) {
    const rule = 'must be a loopback address in trial mode; use `npm run serve`.';
    if (!isLoopback(host)) faults.push(`HOST ${rule}`);
    const isElsewhere = URL.canParse(publicUrl) && !isLoopback(new URL(publicUrl).hostname);
    if (isElsewhere) faults.push(`PUBLIC_URL ${rule}`);
  }
  const isRole = (role: string) => (ROLES as readonly string[]).includes(role);
  const roles = list('ROLES', isRole, `may name ${ROLES.join(', ')}.`, ROLES.join(','));
  const smtpUrl = matching('SMTP_URL', /^smtps?:\/\/[^\s]+$/, 'must start with smtp:// or smtps://.');
  const mailFrom = matching(
    'MAIL_FROM',
    /^(?:[^<>@\r\n]*<)?[^\s<>@]+@[^\s<>@]+>?$/,
    'must be an address: Maru <no-reply@example.com>.',
    isProduction ? '' : 'Maru <no-reply@localhost.example>',
  );
  if (isProduction && roles.includes('jobs') && (smtpUrl === '' || mailFrom === '')) {
    faults.push('SMTP_URL and MAIL_FROM must be set: the jobs role sends emails.');
  }
  const signIn = (name: 'KAKAO' | 'GOOGLE', defaultIssuer: string) => {
    const clientId = text(`${name}_CLIENT_ID`);
    const clientSecret = text(`${name}_CLIENT_SECRET`);
    const issuer = address(`${name}_ISSUER`, defaultIssuer);
    const isNeeded = isProduction && roles.includes('web');
    if (isNeeded && clientId === '')
      faults.push(`${name}_CLIENT_ID must be set, or none to disable ${name}.`);
    if (clientId === '' || clientId === 'none') return null;
    if (isNeeded && clientSecret === '') faults.push(`${name}_CLIENT_SECRET must be set.`);
    // Sign-in secrets are sent there: require HTTPS except on loopback.
    if (issuer.startsWith('http:') && !isLoopback(new URL(issuer).hostname)) {
      faults.push(`${name}_ISSUER must be an https URL.`);
    }
    /** `clientSecret` is empty when the provider requires none. */
    return { clientId, clientSecret, issuer };
  };
  const bucket = {
    /** URL of the service, without the bucket. */
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
  const translation = { url: address('TRANSLATION_URL'), key: text('TRANSLATION_KEY') };
  if (translation.key !== '' && translation.url === '') {
    faults.push('TRANSLATION_URL must be set where TRANSLATION_KEY is.');
  }
  /** A service with a key or id and a script; null without the key. */
  const keyed = (name: string, scriptName: string, script: string) => {
    const own = { key: id(name), scriptUrl: address(scriptName, script) };
    return own.key === '' ? null : own;
  };
  const measuring = (name: string, scriptName: string, script: string) => {
    const own = keyed(name, scriptName, script);
    return own === null ? null : { id: own.key, scriptUrl: own.scriptUrl };
  };
  const wonSource = readChoice('FX_KRW_SOURCE', 'none', ['none', 'eximbank', 'ecb'] as const);
  const wonKey = text('EXIMBANK_KEY');
  const wonUrl = address('FX_KRW_URL', wonSource === 'none' ? '' : WON_RATE_URLS[wonSource]);
  if (wonSource === 'eximbank' && wonKey === '') {
    faults.push('EXIMBANK_KEY must be set where FX_KRW_SOURCE is eximbank.');
  }
  const propertyApiUrl = byHost('PROPERTY_API_URL');
  const commonApiUrl = byHost('COMMON_API_URL');
  const originRule = 'must be origins without a path: https://example.com,https://app.example.com.';
  const corsOrigins = list('CORS_ORIGINS', isOrigin, originRule);
  const isElsewhere = propertyApiUrl !== '' || commonApiUrl !== '';
  if (isElsewhere && URL.canParse(publicUrl)) corsOrigins.push(new URL(publicUrl).origin);

  return {
    mode,
    port,
    host,
    /** Empty: use the embedded database in `dataDir`. */
    databaseUrl: matching(
      'DATABASE_URL',
      /^postgres(ql)?:\/\//,
      'must start with postgres:// or postgresql://.',
    ),
    /** Absolute path for the embedded database, pictures and snapshots. */
    dataDir: resolve(text('DATA_DIR', '.data')),
    /** Without a trailing slash. */
    publicUrl,
    /** Path of the feeds' JSON file; empty: no feeds. */
    feedsFile: text('MARU_FEEDS'),
    roles: new Set(roles) as ReadonlySet<string> as ReadonlySet<(typeof ROLES)[number]>,
    /** Seconds between two polls of a feed. */
    feedInterval: whole('FEED_INTERVAL', isProduction ? 60 : 2, 1, 43_200),
    /** Seconds between two key walks of a feed, which find removed listings. */
    reconcileEvery: whole('RECONCILE_EVERY', isProduction ? 600 : 60, 1, 86_400),
    /** Bearer token for /metrics. Empty: /metrics is closed in production and open in trial mode. */
    metricsToken: matching(
      'METRICS_TOKEN',
      /^[\x21-\x7e]+$/,
      'must be printable ASCII, and not contain spaces.',
    ),
    /** API requests per minute and client (address or account), except those with a limit of their own. */
    callsAMinute: limit('CALLS_A_MINUTE', 1_200, 600_000),
    /** Searches per minute, cached ones included. */
    listsAMinute: limit('LISTS_A_MINUTE', 1_200, 90_000_000),
    suggestionsAMinute: limit('SUGGESTIONS_A_MINUTE', 1_200, 600_000),
    /** Requests forwarded to a provider, per minute; the provider has a quota of its own. */
    sourceCallsAMinute: limit('SOURCE_CALLS_A_MINUTE', 120, 60_000),
    signInsAMinute: limit('SIGN_INS_A_MINUTE', 60, 600_000),
    /** Requests for map tiles, outlines and zones, per minute. */
    tilesAMinute: limit('TILES_A_MINUTE', 3_000, 600_000),
    /** Page and preview picture requests, per minute. */
    pagesAMinute: limit('PAGES_A_MINUTE', 1_200, 600_000),
    /** Photo requests per minute; pages load them by the dozen. */
    filesAMinute: limit('FILES_A_MINUTE', 6_000, 600_000),
    /** Concurrent searches, pages and API requests per client address. */
    requestsInFlight: limit('REQUESTS_IN_FLIGHT', 8, 64),
    /** Concurrent photo and tile requests per client address. */
    filesInFlight: limit('FILES_IN_FLIGHT', 64, 500),
    /** AVIF encoder effort, 0 to 9: higher is slower and smaller. */
    avifEffort: whole('AVIF_EFFORT', 2, 0, 9),
    /** Contacts and listing reports per hour and client. */
    contactsAnHour: limit('CONTACTS_AN_HOUR', 10, 100_000),
    /** Proxies whose `X-Forwarded-For` is trusted. */
    trustProxy: readTrust(text('TRUST_PROXY', isProduction ? 'loopback' : ''), faults),
    /** Origins that may call the API, including the site's own when the API is on another host. */
    corsOrigins: corsOrigins as readonly string[],
    /** Base URL of the two APIs for the browser (rule S7.2), see `byHost`. Empty: same origin. */
    propertyApiUrl,
    commonApiUrl,
    /** OpenID Connect providers; null: not offered. */
    kakao: signIn('KAKAO', 'https://kauth.kakao.com'),
    google: signIn('GOOGLE', 'https://accounts.google.com'),
    googleIdentityScriptUrl: address('GOOGLE_IDENTITY_SCRIPT_URL', 'https://accounts.google.com/gsi/client'),
    /** oEmbed endpoint for titles and thumbnails of realtors' videos; empty: not fetched. */
    youtubeOembedUrl: address('YOUTUBE_OEMBED_URL'),
    /** Contact for /.well-known/security.txt; empty: no such file. */
    securityContact: matching(
      'SECURITY_CONTACT',
      /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/,
      'must be mailto:… or https://….',
    ),
    /** Lower case. Accounts with such an address become admins once a provider has verified it. */
    adminEmails: new Set(
      list(
        'ADMIN_EMAILS',
        (email) => /^[^\s@]+@[^\s@]+$/.test(email),
        'must be email addresses, separated by commas.',
      ).map((email) => email.toLowerCase()),
    ) as ReadonlySet<string>,
    /** Lifetime of a session in ms, regardless of refreshes. */
    sessionMaxAge: whole('SESSION_MAX_DAYS', 180, 1, 3_650) * DAY_MS,
    freshSignInSeconds: whole('FRESH_SIGN_IN_MINUTES', 15, 1, 1_440) * 60,
    accessTokenSeconds: whole('ACCESS_TOKEN_SECONDS', 900, isProduction ? 60 : 1, 900),
    /** SMTP server, `smtp://user:password@host:587`; empty: emails wait in the outbox. */
    smtpUrl,
    /** The From header. */
    mailFrom,
    /** Postal address of the sender, in the footer of subscription emails (CAN-SPAM). */
    postalAddress: text('POSTAL_ADDRESS').replace(/\s+/g, ' ').slice(0, 300),
    /** Storage of realtors' pictures; null: in `dataDir`. */
    s3,
    /** Default mortgage rate and its date; null: DEFAULT_LOAN of @maru/listing. */
    mortgageRate: parsed(
      'MORTGAGE_RATE',
      parseMortgageRate,
      'must be an annual percentage and a date: 6.36,2026-11-19.',
    ),
    /** KRW per USD and its date; null: no amounts in won. */
    wonRate:
      parsed('FX_KRW', parseWonRate, 'must be the won per dollar and a date: 1450.5,2026-11-21.') ??
      (isProduction ? null : SAMPLE_WON_RATE),
    /** Where a newer exchange rate is fetched every day; null: nowhere. */
    wonRateSource: wonSource === 'none' ? null : { source: wonSource, url: wonUrl, key: wonKey },
    /** Google Maps; null: use the built-in map. */
    googleMaps: keyed(
      'GOOGLE_MAPS_API_KEY',
      'GOOGLE_MAPS_SCRIPT_URL',
      'https://maps.googleapis.com/maps/api/js',
    ),
    /** KakaoTalk sharing: JavaScript key and SDK URL; null: not offered. */
    kakaoShare: keyed('KAKAO_JAVASCRIPT_KEY', 'KAKAO_SHARE_SCRIPT_URL', KAKAO_SCRIPT),
    /** Icon service with the Iconify API, for icons that are not bundled; empty: none. */
    iconFallbackUrl: address('ICON_FALLBACK_URL'),
    /** Translation of remarks by the LibreTranslate API; `key` may be empty. Null: not offered. */
    translation: translation.url === '' ? null : translation,
    /** Third-party scripts (rule S1.2), each off by default and loaded only with consent. */
    thirdParties: {
      /** Google Analytics or compatible: measurement id and script URL. */
      analytics: measuring(
        'ANALYTICS_ID',
        'ANALYTICS_SCRIPT_URL',
        'https://www.googletagmanager.com/gtag/js',
      ),
      tagManager: measuring(
        'TAG_MANAGER_ID',
        'TAG_MANAGER_SCRIPT_URL',
        'https://www.googletagmanager.com/gtm.js',
      ),
      /** Browser error reports as Sentry envelopes: endpoint and public key. */
      errorTracking: parsed(
        'ERROR_TRACKING_DSN',
        parseDsn,
        'must be a Sentry DSN: https://key@host/project.',
      ),
      /** A/B experiments and their variants; the first variant is the control. */
      experiments:
        parsed(
          'EXPERIMENTS',
          parseExperiments,
          'must list experiments with their variants: contact_first:question,tour;other:a,b.',
        ) ?? {},
    },
    /** Retention of contacts and their consents, in days since the last activity. The privacy policy states it. */
    contactsKeptDays: whole('CONTACTS_KEPT_DAYS', 1_095, 30, 36_500),
    auditKeptDays: whole('AUDIT_KEPT_DAYS', 730, 30, 36_500),
    backupsKeptDays: whole('BACKUPS_KEPT_DAYS', 35, 1, 36_500),
    /** Absolute path of the built pages (`client`, `server`). */
    webDist: resolve(text('WEB_DIST', fileURLToPath(new URL('../../web/dist', import.meta.url)))),
    /** Maximum index lag in seconds before `/readyz` fails. */
    maxLag: whole('MAX_LAG', 30, 1, 86_400),
    /** Seconds between SIGTERM and closing the listener; `/readyz` fails meanwhile. */
    drainSeconds: whole('DRAIN_SECONDS', isProduction ? 5 : 0, 0, 600),
    logLevel: readChoice('LOG_LEVEL', isProduction ? 'info' : 'warn', LOG_LEVELS),
  };
}

function readTrust(proxies: string, faults: string[]): Trust {
  try {
    return parseTrust(proxies);
  } catch {
    faults.push('TRUST_PROXY must be loopback, addresses (10.0.0.0/8,fd00::/8) or a number of proxies.');
    return () => false;
  }
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function isOrigin(text: string): boolean {
  return isHttpUrl(text) && new URL(text).origin === text;
}

/** Parses "6.36,2026-11-19"; null when malformed. */
function parseMortgageRate(text: string): { percent: number; asOf: string } | null {
  const [, percent, asOf] = /^(\d{1,2}(?:\.\d{1,3})?),(20\d\d-\d\d-\d\d)$/.exec(text) ?? [];
  if (percent === undefined || asOf === undefined || Number(percent) > 30) return null;
  return Number.isNaN(Date.parse(asOf)) ? null : { percent: Number(percent), asOf };
}

/** Korea Eximbank's rates of a day, and the reference rates of the European Central Bank. */
const WON_RATE_URLS = {
  eximbank: 'https://oapi.koreaexim.go.kr/site/program/financial/exchangeJSON',
  ecb: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
};
/** Exchange rate of the trial mode. */
const SAMPLE_WON_RATE = { won: 1_450, asOf: '2026-11-21', isSample: true };

/** Parses "1450.5,2026-11-21"; null when malformed. */
function parseWonRate(text: string): typeof SAMPLE_WON_RATE | null {
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
