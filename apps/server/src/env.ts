import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DAY_MS } from '@maru/listing';
import { parseTrust, type Trust } from './front-door/visitor-address.ts';

/** The settings of the process (rule S13.1), read once; the only reader of process.env. */
export interface Settings {
  mode: 'trial' | 'production' | 'development';
  port: number;
  host: string;
  /** Empty: the embedded database below `dataDir`. */
  databaseUrl: string;
  /** Embedded database, pictures, snapshots. Absolute. */
  dataDir: string;
  /** Without a slash at its end. */
  publicUrl: string;
  /** Path of the feeds' JSON file; empty for none. */
  feedsFile: string;
  roles: ReadonlySet<'web' | 'feeds' | 'jobs'>;
  /** Seconds between two looks at a feed. */
  feedInterval: number;
  /** Seconds between two walks over all keys of a feed, by which what it no longer has is found. */
  reconcileEvery: number;
  /** What a reader of /metrics must send as its bearer token; empty: nobody may, but in trial mode everybody. */
  metricsToken: string;
  /** Calls of the API that one address, or one account, may make in a minute, but for those that have their own count. */
  callsAMinute: number;
  /** Searches in a minute, those whose answer lies ready among them. */
  listsAMinute: number;
  suggestionsAMinute: number;
  /** Questions to a provider, which counts them too. */
  sourceCallsAMinute: number;
  signInsAMinute: number;
  /** Map tiles, outlines and zones. */
  tilesAMinute: number;
  /** Whole pages, and pictures of shared links. */
  pagesAMinute: number;
  /** Photos of homes and pictures of people, which pages show by the dozen. */
  filesAMinute: number;
  /** Requests of one address that are worked on at once: searches, pages and calls. */
  requestsInFlight: number;
  /** … photos, pictures and map tiles. */
  filesInFlight: number;
  /** How hard photos are pressed as AVIF, 0 to 9: what more takes in time it saves in bytes. */
  avifEffort: number;
  /** Letters to agents and realtors, and reports of listings, in an hour. */
  contactsAnHour: number;
  /** Whose word on the visitor's address is believed. */
  trustProxy: Trust;
  /** Origins whose pages may call the API: the site's own among them when an API is on another host. */
  corsOrigins: readonly string[];
  /**
   * Where the browser finds the two APIs (rule S7.2): one address, or one for each host that the site has,
   * `dev.maru.example=https://dev-api.maru.example,…`; empty: the page's own origin.
   */
  propertyApiUrl: string;
  commonApiUrl: string;
  /** Who signs people in; null: not offered. */
  kakao: SignInSettings | null;
  google: SignInSettings | null;
  /** Google's identity script, of One Tap. */
  googleIdentityScriptUrl: string;
  /** Where titles and pictures of realtors' videos are asked for, once; empty: nowhere. */
  youtubeOembedUrl: string;
  /** `mailto:` or `https:` address for reports of vulnerabilities, in `/.well-known/security.txt`; empty: no such file. */
  securityContact: string;
  /** Lower-cased: whose owners are admins once a provider has proven the address. */
  adminEmails: ReadonlySet<string>;
  /** Seconds that an access token is good for. */
  accessTokenSeconds: number;
  /** Milliseconds from a sign-in until its session ends, however often it is refreshed. */
  sessionMaxAge: number;
  /** How long ago (s) somebody may have signed in for the calls that want a fresh sign-in (`Route.freshSignIn`). */
  freshSignInSeconds: number;
  /** Of the mail server: `smtp://user:password@host:587`; empty: letters wait in the database. */
  smtpUrl: string;
  /** Who letters come from: `Maru <no-reply@example.com>`. */
  mailFrom: string;
  /** The sender's, one line, at the foot of letters that one subscribes to (CAN-SPAM). */
  postalAddress: string;
  /** Where pictures of realtors are kept; null: below `dataDir`. */
  s3: ObjectStore | null;
  /** What a loan costs where the visitor has not said it, and of which day that is; null: DEFAULT_LOAN of @maru/listing. */
  mortgageRate: { percent: number; asOf: string } | null;
  /** Won for a dollar, and of which day; null: not known, amounts in won are then not understood. */
  wonRate: { won: number; asOf: string; isSample: boolean } | null;
  /** Google Maps instead of the built-in map: its key, and where its script is. Null: the built-in map. */
  googleMaps: { key: string; scriptUrl: string } | null;
  /** Passing links on by KakaoTalk: the JavaScript key of the app, and where Kakao's script is. Null: not offered. */
  kakaoShare: { key: string; scriptUrl: string } | null;
  /** Of a public icon service that speaks Iconify's JSON, for icons that we do not ship; empty: none is asked. */
  iconFallbackUrl: string;
  /** Who translates remarks, speaking LibreTranslate's API: its address, without a slash at its end, and its key (empty: none). Null: not offered. */
  translation: { url: string; key: string } | null;
  /** Services of third parties in the pages, each off unless it is set (rule S1.2); none before somebody agrees. */
  thirdParties: ThirdParties;
  /** Days since anything happened to a contact, after which it goes with its consents (the privacy policy says so). */
  contactsKeptDays: number;
  /** Days that the record of what admins did is kept. */
  auditKeptDays: number;
  backupsKeptDays: number;
  /** Where the built pages are: `client`, `server`. Absolute. */
  webDist: string;
  /** Seconds that the index may be behind the store until `/readyz` says that this process is not ready. */
  maxLag: number;
  /** Seconds between being asked to end and closing the door, while `/readyz` says not ready. */
  drainSeconds: number;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
}

export interface ThirdParties {
  /** Google Analytics, or what speaks as it does: the measurement id, and where its script is. */
  analytics: { id: string; scriptUrl: string } | null;
  /** Google Tag Manager: the container's id, and where its script is. */
  tagManager: { id: string; scriptUrl: string } | null;
  /** Errors of browsers, to a service that takes Sentry's envelopes: where to, and the public key. */
  errorTracking: { url: string; key: string } | null;
  /** Experiments that we assign ourselves: their names and what there is of each, the first one being as it was. */
  experiments: Readonly<Record<string, readonly string[]>>;
}

/** A bucket of an S3-compatible service. */
export interface ObjectStore {
  /** Of the service, without the bucket. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** A client of an OpenID provider. */
export interface SignInSettings {
  clientId: string;
  /** Empty: the provider asks for none. */
  clientSecret: string;
  /** Without a slash at its end. */
  issuer: string;
}

const ROLES = ['web', 'feeds', 'jobs'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

/** Kakao's JavaScript SDK, as its documentation names it. */
const KAKAO_SCRIPT = 'https://t1.kakaocdn.net/kakao_js_sdk/2.7.5/kakao.min.js';

/** Thrown with every wrong setting, a line each. */
export class SettingsError extends Error {
  constructor(faults: string[]) {
    super(faults.join('\n'));
    this.name = 'SettingsError';
  }
}

/** @throws SettingsError naming each wrong variable and what it must be; values are never quoted. */
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
    faults.push(`${name} must be an http or https address.`);
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
  /** How often one may call; far more where everybody is this machine. */
  const share = (name: string, production: number, trial: number) =>
    whole(name, mode === 'production' ? production : trial, 1, 100_000_000);
  let trustProxy: Trust = () => false;
  try {
    trustProxy = parseTrust(text('TRUST_PROXY', mode === 'production' ? 'loopback' : ''));
  } catch {
    faults.push(
      'TRUST_PROXY must be loopback, addresses (10.0.0.0/8,fd00::/8) or how many proxies there are.',
    );
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
    faults.push('MORTGAGE_RATE must be percent a year and its day: 6.36,2026-11-19.');
  }
  const provider = (name: string, clientId: string, clientSecret: string, issuer: string) => {
    const isNeeded = mode === 'production' && roles.includes('web');
    if (isNeeded && clientId === '')
      faults.push(`${name}_CLIENT_ID must be set, or be none: then ${name} is not offered.`);
    if (clientId === '' || clientId === 'none') return null;
    if (isNeeded && clientSecret === '') faults.push(`${name}_CLIENT_SECRET must be set.`);
    // What goes there is signed in with: over a network only as HTTPS.
    if (
      URL.canParse(issuer) &&
      new URL(issuer).protocol === 'http:' &&
      !isLoopback(new URL(issuer).hostname)
    ) {
      faults.push(`${name}_ISSUER must be an https address.`);
    }
    return { clientId, clientSecret, issuer };
  };
  const adminEmails = text('ADMIN_EMAILS')
    .split(',')
    .map((email) => email.trim().normalize('NFC').toLowerCase())
    .filter(Boolean);
  if (!adminEmails.every((email) => /^[^\s@]+@[^\s@]+$/.test(email))) {
    faults.push('ADMIN_EMAILS must be e-mail addresses, separated by commas.');
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
    faults.push('SMTP_URL and MAIL_FROM must be set: who works on jobs sends the letters.');
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
    faults.push(`${name} must be an http or https address, or such addresses by host: a.example=https://….`);
    return '';
  };
  const won = text('FX_KRW');
  const wonRate = parseWonRate(won);
  if (won !== '' && wonRate === null) {
    faults.push('FX_KRW must be the won that a dollar costs and the day: 1450.5,2026-11-21.');
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
    faults.push('ERROR_TRACKING_DSN must be as Sentry writes it: https://key@host/project.');
  }
  const experiments = parseExperiments(text('EXPERIMENTS'));
  if (experiments === null) {
    faults.push(
      'EXPERIMENTS must name each with what there is of it: contact_first:question,tour;other:a,b.',
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
  if (/[^\x21-\x7e]/.test(settings.metricsToken)) faults.push('METRICS_TOKEN may have no blanks.');
  if (faults.length > 0) throw new SettingsError(faults);
  return Object.freeze(settings);
}

/** Scheme, host and port, as a browser writes them in `Origin`. */
function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;
}

/** "6.36,2026-11-19"; null when it is not that. */
function parseDatedRate(text: string): Settings['mortgageRate'] {
  const [, percent, asOf] = /^(\d{1,2}(?:\.\d{1,3})?),(20\d\d-\d\d-\d\d)$/.exec(text) ?? [];
  if (percent === undefined || asOf === undefined || Number(percent) > 30) return null;
  return Number.isNaN(Date.parse(asOf)) ? null : { percent: Number(percent), asOf };
}

/** What amounts in won are read at while one tries the product out. */
const SAMPLE_WON_RATE = { won: 1_450, asOf: '2026-11-21', isSample: true };

/** "1450.5,2026-11-21"; null when it is not that. */
function parseWonRate(text: string): Settings['wonRate'] {
  const [, won, asOf] = /^(\d{2,5}(?:\.\d{1,2})?),(20\d\d-\d\d-\d\d)$/.exec(text) ?? [];
  if (won === undefined || asOf === undefined || Number.isNaN(Date.parse(asOf))) return null;
  return { won: Number(won), asOf, isSample: false };
}

/**
 * The settings of this process. Tells React, which is loaded later, which of its builds to take.
 * @throws SettingsError
 */
export function loadSettings(): Settings {
  const { env } = process;
  const settings = parseSettings(env);
  env.NODE_ENV ??= settings.mode === 'development' ? 'development' : 'production';
  return settings;
}

/**
 * The settings of a command that works beside the server or without it: where the data is and what the feeds are.
 * It listens to nothing, so that what only a server must have is not asked for.
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

/** `https://key@host/path/project`: where Sentry's envelopes go. */
function parseDsn(text: string): { url: string; key: string } | null {
  if (!URL.canParse(text)) return null;
  const { protocol, username, origin, pathname } = new URL(text);
  const [, path = '', project] = /^(.*)\/([\w-]+)$/.exec(pathname) ?? [];
  if (!/^https?:$/.test(protocol) || username === '' || project === undefined) return null;
  return { url: `${origin}${path}/api/${project}/envelope/`, key: username };
}

/** `name:first,second;other:a,b`; null for what is none. */
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
