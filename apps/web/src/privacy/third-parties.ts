import type { PageView } from '../browser/navigation-guard.ts';
import type { SiteSettings } from '../browser/site-settings.ts';
import type { StorageKey } from '../browser/storage-keys.ts';
import { tabStorage } from '../browser/tab-storage.ts';
import { type Adapter, type AdapterWindow, type LoadScript, loadScript } from './adapter.ts';
import { startAnalytics } from './analytics.ts';
import { type Consent, loadConsent, watchConsent } from './consent.ts';
import { startErrorTracking } from './error-tracking.ts';
import { showAssignments } from './experiment.ts';
import { startTagManager } from './tag-manager.ts';

type Services = NonNullable<SiteSettings['thirdParties']>;

export interface ThirdParties {
  view(page: PageView): void;
  /** A message has gone to an agent; nothing is said of it but that. */
  contacted(): void;
  /** Whether something of somebody else's has been started in this document. */
  isRunning(): boolean;
}

/** What the services touch of a browser. */
export interface Browser {
  consent(): Consent;
  watchConsent(changed: () => void): void;
  page: AdapterWindow;
  load: LoadScript;
  origin: string;
  now(): number;
  randomId(): string;
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined;
  send(address: string, body: string): void;
  listenForErrors(heard: (error: unknown) => void): () => void;
  /** Which form of each experiment is shown, said where styles and the tag manager can read it. */
  showAssignments(assignments: Readonly<Record<string, string>>): void;
  forgetCookies(): void;
}

const VISITOR_KEY = 'maru/visitor' satisfies StorageKey;

/**
 * The services of third parties that the owner has set (rule S1.2): none is loaded before somebody agrees, none ever
 * where the browser says no (Global Privacy Control), and all fall silent when the agreement is taken back. A document that
 * has shown a page whose address is a secret starts none any more: their scripts could read where it has been.
 */
export function thirdParties(
  services: Services,
  browser: Browser,
  {
    assign,
    release,
  }: {
    /** Asks our server, which alone decides. */
    assign(visitor: string): Promise<Record<string, string>>;
    release: string | undefined;
  },
): ThirdParties {
  let running: Adapter[] | undefined;
  let hasStarted = false;
  let hasSecret = false;
  let assignments: Record<string, string> = {};
  let last: PageView | undefined;

  const start = async () => {
    const { page, load, origin, now, randomId, send, listenForErrors: listen } = browser;
    const adapters: Adapter[] = [];
    running = adapters;
    hasStarted = true;
    if (services.experiments) {
      assignments = await assign(visitorOf(browser)).catch(() => ({}));
      // Meanwhile somebody may have thought better of it.
      if (running !== adapters) return;
      browser.showAssignments(assignments);
    }
    const { analytics, tagManager, errorTracking } = services;
    if (analytics !== undefined) adapters.push(startAnalytics(analytics, { page, load, origin }));
    if (tagManager !== undefined) adapters.push(startTagManager(tagManager, { page, load, now }));
    if (errorTracking !== undefined)
      adapters.push(startErrorTracking(errorTracking, { send, listen, now, id: randomId, release }));
    if (last !== undefined) for (const one of adapters) one.view(last, assignments);
  };
  const stop = () => {
    for (const one of running ?? []) one.stop();
    running = undefined;
    assignments = {};
    browser.showAssignments({});
    browser.forgetCookies();
    try {
      browser.storage?.removeItem(VISITOR_KEY);
    } catch {
      // Then it was not kept either.
    }
  };
  const follow = () => {
    const agreed = browser.consent() === 'yes';
    // Not before the first page is known: it may be a secret one.
    if (agreed && running === undefined && last !== undefined && !hasSecret) void start();
    // Also where nothing runs (any more): another document, of this tab or another, has left something.
    if (!agreed) stop();
  };
  browser.watchConsent(follow);
  return {
    view(page) {
      if (page.isSecret) {
        hasSecret = true;
        for (const one of running ?? []) one.stop();
        running = undefined;
        return;
      }
      last = page;
      if (running === undefined) follow();
      else for (const one of running) one.view(page, assignments);
    },
    contacted() {
      for (const one of running ?? []) one.contacted?.(assignments);
    },
    isRunning: () => hasStarted,
  };
}

/** A number that this browser draws once, and forgets with the agreement. */
function visitorOf({ storage, randomId }: Browser): string {
  const drawn = randomId().replaceAll('-', '');
  try {
    const kept = storage?.getItem(VISITOR_KEY);
    if (kept != null && /^[0-9a-f]{32}$/.test(kept)) return kept;
    storage?.setItem(VISITOR_KEY, drawn);
  } catch {
    // Another one with the next page, then.
  }
  return drawn;
}

/** The browser that a page runs in. */
export function thisBrowser(storage: Storage | undefined): Browser {
  return {
    consent: loadConsent,
    watchConsent: (changed) => void watchConsent(changed),
    page: window as unknown as AdapterWindow,
    load: loadScript,
    origin: location.origin,
    now: Date.now,
    randomId: () => crypto.randomUUID(),
    storage,
    send: (address, body) =>
      void fetch(address, { method: 'POST', body, keepalive: true, credentials: 'omit' }).catch(
        () => undefined,
      ),
    listenForErrors: (heard) => {
      const thrown = (event: ErrorEvent) => heard(event.error ?? event.message);
      const rejected = (event: PromiseRejectionEvent) => heard(event.reason);
      window.addEventListener('error', thrown);
      window.addEventListener('unhandledrejection', rejected);
      return () => {
        window.removeEventListener('error', thrown);
        window.removeEventListener('unhandledrejection', rejected);
      };
    },
    showAssignments: (assignments) => showAssignments(assignments, tabStorage()),
    forgetCookies: () => {
      for (const [, name] of document.cookie.matchAll(/(?:^|;\s*)(_ga[\w-]*|_gid)=/g)) {
        for (const domain of ['', `; domain=${location.hostname}`, `; domain=.${location.hostname}`]) {
          // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
          document.cookie = `${name}=; path=/; max-age=0${domain}`;
        }
      }
    },
  };
}
