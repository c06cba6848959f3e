import type { PageView } from '../browser/navigation-guard.ts';

/** A service of a third party, started after consent. It never receives what a visitor typed. */
export interface Adapter {
  view(page: PageView, assignments: Readonly<Record<string, string>>): void;
  /** A message was sent to an agent: the goal of experiments. */
  contacted?(assignments: Readonly<Record<string, string>>): void;
  /** Consent was withdrawn: nothing more is sent. */
  stop(): void;
}

/** The part of the window that adapters use. */
export interface AdapterWindow {
  /** The queue of Google's scripts. */
  dataLayer?: unknown[];
  [name: `ga-disable-${string}`]: boolean;
}

export type LoadScript = (address: string) => void;

/** Loads a script; a failed load is ignored. */
export function loadScript(address: string): void {
  const script = document.createElement('script');
  script.src = address;
  script.async = true;
  script.referrerPolicy = 'strict-origin';
  document.head.append(script);
}

/** Google Analytics 4 (developers.google.com/tag-platform/gtagjs): page views by path, nothing for advertising. */
export function startAnalytics(
  { id, scriptUrl }: { id: string; scriptUrl: string },
  { page, load, origin }: { page: AdapterWindow; load: LoadScript; origin: string },
): Adapter {
  page.dataLayer ??= [];
  const layer = page.dataLayer;
  // Its script accepts only `arguments` objects.
  function gtag(..._call: unknown[]): void {
    // biome-ignore lint/complexity/noArguments: see above.
    layer.push(arguments);
  }
  page[`ga-disable-${id}`] = false;
  gtag('js', new Date());
  gtag('config', id, {
    send_page_view: false,
    allow_google_signals: false,
    allow_ad_personalization_signals: false,
  });
  load(`${scriptUrl}?id=${encodeURIComponent(id)}`);
  return {
    view: ({ path, route, kind, source }, assignments) =>
      gtag('event', 'page_view', {
        page_location: origin + path,
        page_path: path,
        page_title: route,
        page_kind: kind,
        ...(source === null ? {} : { source }),
        ...assignments,
      }),
    // Google's own event name, so that its reports recognize it.
    contacted: (assignments) => gtag('event', 'generate_lead', assignments),
    stop: () => {
      page[`ga-disable-${id}`] = true;
    },
  };
}

/** Google Tag Manager (developers.google.com/tag-platform/tag-manager/datalayer). */
export function startTagManager(
  { id, scriptUrl }: { id: string; scriptUrl: string },
  { page, load, now }: { page: AdapterWindow; load: LoadScript; now: () => number },
): Adapter {
  page.dataLayer ??= [];
  const layer = page.dataLayer;
  let isStopped = false;
  layer.push({ 'gtm.start': now(), event: 'gtm.js' });
  load(`${scriptUrl}?id=${encodeURIComponent(id)}`);
  return {
    view: ({ path, route, kind, source }, assignments) => {
      if (isStopped) return;
      layer.push({
        event: 'page_view',
        page_path: path,
        page_name: route,
        page_kind: kind,
        source,
        experiments: assignments,
      });
    },
    contacted: (assignments) => {
      if (!isStopped) layer.push({ event: 'contacted', experiments: assignments });
    },
    stop: () => {
      isStopped = true;
    },
  };
}

/** Most errors sent per document. */
const MOST = 10;
const LONGEST = 300;

/** Removes email addresses, phone numbers and URL queries from the text of an error. */
export function scrubText(text: string): string {
  return text
    .replace(/[^\s@"'<>]+@[^\s@"'<>]+/g, '[e-mail]')
    .replace(/\?[^\s"'<>)]*/g, '')
    .replace(/\+?\d[\d\s().-]{6,}\d/g, '[number]')
    .slice(0, LONGEST);
}

/** Sends errors of this browser as Sentry envelopes (develop.sentry.dev/sdk/data-model/envelopes). */
export function startErrorTracking(
  { url, key }: { url: string; key: string },
  parts: {
    send(address: string, body: string): void;
    listen(heard: (error: unknown) => void): () => void;
    now(): number;
    id(): string;
    release: string | undefined;
  },
): Adapter {
  const { send, listen, now, id, release } = parts;
  let sent = 0;
  let page: PageView | undefined;
  const address = `${url}?sentry_key=${encodeURIComponent(key)}&sentry_version=7`;
  const stopListening = listen((error) => {
    sent += 1;
    if (sent > MOST) return;
    const isError = error instanceof Error;
    const event_id = id().replaceAll('-', '');
    const event = {
      event_id,
      timestamp: now() / 1_000,
      platform: 'javascript',
      level: 'error',
      release,
      request: { url: page?.path ?? '/' },
      tags: { route: page?.route ?? 'none' },
      exception: {
        values: [
          {
            type: isError ? error.name : 'Error',
            value: scrubText(isError ? error.message : String(error)),
          },
        ],
      },
    };
    const head = { event_id, sent_at: new Date(now()).toISOString() };
    send(address, [head, { type: 'event' }, event].map((one) => JSON.stringify(one)).join('\n'));
  });
  return {
    view: (shown) => {
      page = shown;
    },
    stop: stopListening,
  };
}
