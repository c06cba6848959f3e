import { resolve } from 'node:path';

/** The settings of the process (DESIGN.md, "Settings"), read once; the only reader of process.env. */
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
  /** API calls that one address may make in a minute. */
  callsAMinute: number;
  /** What a loan costs where the visitor has not said it, and of which day that is; null: DEFAULT_LOAN of @maru/listing. */
  mortgageRate: { percent: number; asOf: string } | null;
  /** Won for a dollar, and of which day; null: not known, amounts in won are then not understood. */
  wonRate: { won: number; asOf: string; isSample: boolean } | null;
  /** Google Maps instead of the built-in map: its key, and where its script is. Null: the built-in map. */
  googleMaps: { key: string; scriptUrl: string } | null;
  /** Seconds that the index may be behind the store until `/readyz` says that this process is not ready. */
  maxLag: number;
  /** Seconds between being asked to end and closing the door, while `/readyz` says not ready. */
  drainSeconds: number;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
}

const ROLES = ['web', 'feeds', 'jobs'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

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
  const won = text('FX_KRW');
  const wonRate = parseWonRate(won);
  if (won !== '' && wonRate === null) {
    faults.push('FX_KRW must be the won that a dollar costs and the day: 1450.5,2026-11-21.');
  }
  const mapsKey = text('GOOGLE_MAPS_API_KEY');
  if (/[^\w-]/.test(mapsKey)) faults.push('GOOGLE_MAPS_API_KEY may have only letters, digits, _ and -.');
  const mapsScript = address('GOOGLE_MAPS_SCRIPT_URL', 'https://maps.googleapis.com/maps/api/js');
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
    callsAMinute: whole('CALLS_A_MINUTE', mode === 'production' ? 1_200 : 600_000, 1, 1_000_000),
    mortgageRate,
    wonRate: wonRate ?? (mode === 'production' ? null : SAMPLE_WON_RATE),
    googleMaps: mapsKey === '' ? null : { key: mapsKey, scriptUrl: mapsScript },
    maxLag: whole('MAX_LAG', 30, 1, 86_400),
    drainSeconds: whole('DRAIN_SECONDS', mode === 'production' ? 5 : 0, 0, 600),
    logLevel: oneOf('LOG_LEVEL', mode === 'production' ? 'info' : 'warn', LOG_LEVELS),
  };
  if (/[^\x21-\x7e]/.test(settings.metricsToken)) faults.push('METRICS_TOKEN may have no blanks.');
  if (faults.length > 0) throw new SettingsError(faults);
  return Object.freeze(settings);
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
export function loadCommandSettings(): Pick<Settings, 'databaseUrl' | 'dataDir' | 'feedsFile' | 'logLevel'> {
  const { DATABASE_URL, DATA_DIR, MARU_FEEDS, LOG_LEVEL } = process.env;
  return parseSettings({ MARU_MODE: 'trial', DATABASE_URL, DATA_DIR, MARU_FEEDS, LOG_LEVEL });
}

/** localhost, *.localhost, 127.0.0.0/8 and ::1. */
export function isLoopback(host: string): boolean {
  const bare = host.toLowerCase().replace(/^\[|\]$/g, '');
  return (
    bare === 'localhost' || bare.endsWith('.localhost') || bare === '::1' || /^127(\.\d{1,3}){3}$/.test(bare)
  );
}
