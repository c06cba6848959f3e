import { createHash } from 'node:crypto';
import { apiOrigins } from '@maru/contract/client';
import type { Settings } from '../env.ts';

/** Host of video frames, without cookies. */
const VIDEO_FRAMES = 'https://www.youtube-nocookie.com';
const INLINE = "'unsafe-inline'";

/** External sources that a configured service needs, by directive. */
export type ForeignSources = Partial<
  Record<'script' | 'style' | 'img' | 'font' | 'connect' | 'frame' | 'form', readonly string[]>
>;

export function foreignSources(
  settings: Pick<
    Settings,
    | 'propertyApiUrl'
    | 'commonApiUrl'
    | 'google'
    | 'googleIdentityScriptUrl'
    | 'googleMaps'
    | 'kakaoShare'
    | 's3'
    | 'iconFallbackUrl'
    | 'thirdParties'
  >,
): ForeignSources[] {
  const { propertyApiUrl, commonApiUrl, s3, iconFallbackUrl, googleMaps, kakaoShare } = settings;
  const { analytics, tagManager, errorTracking } = settings.thirdParties;
  // Realtors' pictures are uploaded directly to the bucket.
  const services = [s3?.endpoint, iconFallbackUrl, errorTracking?.url].filter((url) => url);
  const origins = services.map((url) => new URL(url as string).origin);
  const connect = [...apiOrigins(propertyApiUrl), ...apiOrigins(commonApiUrl), ...origins];
  const sources: ForeignSources[] = [{ connect }];
  const identity = settings.google === null ? '' : settings.googleIdentityScriptUrl;
  if (identity !== '') {
    // From Google's documentation: the script, and its folder for frames, requests and styles.
    const folder = [identity.replace(/[^/]*$/, '')];
    sources.push({ script: [identity], style: folder, connect: folder, frame: folder });
  }
  if (googleMaps !== null) sources.push(mapsSources(new URL(googleMaps.scriptUrl).origin));
  if (kakaoShare !== null) {
    // Origins for link lookup and friend picker; a test server uses one host.
    const talk = ['https://*.kakao.com', new URL(kakaoShare.scriptUrl).origin];
    sources.push({ script: [kakaoShare.scriptUrl], connect: talk, frame: talk, form: talk });
  }
  const measuring = [analytics, tagManager].flatMap((one) => one?.scriptUrl ?? []);
  if (measuring.length > 0) {
    // From Google's documentation for analytics; a test server uses one host. The tag manager loads the analytics script.
    const own = measuring.map((url) => new URL(url).origin);
    const reports = [...own, 'https://*.google-analytics.com'];
    sources.push({
      script: [...measuring, ...own.map((origin) => `${origin}/gtag/`)],
      connect: reports,
      img: reports,
    });
  }
  return sources;
}

/** Policy of Google Maps, which inserts style elements (Google: "Content Security Policy guide, allowlist"). */
function mapsSources(script: string): ForeignSources {
  const hosts = ['https://*.googleapis.com', 'https://*.gstatic.com', 'https://*.google.com'];
  const pictures = ['https://*.ggpht.com', 'https://*.googleusercontent.com'];
  return {
    script: [script, ...hosts, ...pictures, 'blob:'],
    style: [INLINE, 'https://fonts.googleapis.com'],
    img: [...hosts, ...pictures],
    font: ['https://fonts.gstatic.com'],
    connect: [...hosts, 'data:', 'blob:'],
    frame: ['https://*.google.com'],
  };
}

/**
 * Allows scripts of this site, the given inline scripts by hash, and configured services. Style attributes are allowed,
 * style elements are not. Vite's client needs more in development.
 */
export function contentSecurityPolicy(
  inlineScripts: readonly string[],
  development: boolean,
  foreign: readonly ForeignSources[] = [],
): string {
  const hashes = inlineScripts.map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  const list = (directive: keyof ForeignSources, ...own: string[]) =>
    [...new Set([...own, ...foreign.flatMap((one) => one[directive] ?? [])])].join(' ');
  const styles = list('style', "'self'", ...(development ? [INLINE] : []));
  return [
    "default-src 'none'",
    `script-src ${list('script', "'self'", ...(development ? [INLINE] : hashes))}`,
    `style-src ${styles}`,
    ...(styles.includes(INLINE) ? [] : [`style-src-attr ${INLINE}`]),
    `img-src ${list('img', "'self'", 'data:', 'blob:')}`,
    `font-src ${list('font', "'self'")}`,
    `connect-src ${list('connect', "'self'", ...(development ? ['ws:'] : []))}`,
    // Video frames are created only when somebody presses play.
    `frame-src ${list('frame', VIDEO_FRAMES)}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    `form-action ${list('form', "'self'")}`,
    "frame-ancestors 'none'",
  ].join('; ');
}
