import type { PageView } from '../browser/navigation-guard.ts';
import type { SiteSettings } from '../browser/site-settings.ts';
import type { StorageKey } from '../browser/storage-keys.ts';
import { tabStorage } from '../browser/tab-storage.ts';
import {
  type Adapter,
  type AdapterWindow,
  type LoadScript,
  loadScript,
  startAnalytics,
  startErrorTracking,
  startTagManager,
} from './adapters.ts';
import { type Consent, loadConsent, watchConsent } from './consent.ts';
import { showAssignments } from './experiment.ts';

type Services = NonNullable<SiteSettings['thirdParties']>;

export interface ThirdParties {
  view(page: PageView): void;
  /** A message was sent to an agent; nothing else is reported about it. */
  contacted(): void;
  /** Whether a service was started in this document. */
  isRunning(): boolean;
}

/** The parts of a browser that the services use. */
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
  showAssignments(assignments: Readonly<Record<string, string>>): void;
  forgetCookies(): void;
}

const VISITOR_KEY = 'maru/visitor' satisfies StorageKey;

/**
 * Runs the configured services of third parties (rule S1.2): none is loaded before consent or with Global Privacy Control, and
 * all stop when consent is withdrawn. A document that has shown a page with a secret URL never starts them: their scripts
 * could read its history.
 */
export function thirdParties(
  services: Services,
  browser: Browser,
  {
    assign,
    release,
  }: {
    /** Requests the assigned variants from our server. */
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
      assignments = await assign(loadVisitorId(browser)).catch(() => ({}));
      // Consent may have been withdrawn meanwhile.
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
      // Then it was not stored either.
    }
  };
  const follow = () => {
    const agreed = browser.consent() === 'yes';
    // Not before the first page is known: its URL may be secret.
    if (agreed && running === undefined && last !== undefined && !hasSecret) void start();
    // Also when nothing runs: another document may have left cookies.
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

/** A random id of this browser, removed when consent is withdrawn. */
function loadVisitorId({ storage, randomId }: Browser): string {
  const created = randomId().replaceAll('-', '');
  try {
    const kept = storage?.getItem(VISITOR_KEY);
    if (kept != null && /^[0-9a-f]{32}$/.test(kept)) return kept;
    storage?.setItem(VISITOR_KEY, created);
  } catch {
    // Without storage each page has a new id.
  }
  return created;
}

/** The real browser. */
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
