import { useRouter } from '@tanstack/react-router';
import { _getRenderedMatches, type AnyRouter } from '@tanstack/router-core';

/** What the browser needs to take over a rendered page: the router's matches with their loader data, and their files. */
interface PageState {
  manifest: unknown;
  matches: {
    id: string;
    updatedAt: number;
    status: string;
    ssr?: unknown;
    loaderData?: unknown;
    /** Of an error only its message: other members may be secret. */
    error?: { message: string } | { value: unknown };
    isNotFound?: true;
  }[];
}

const ELEMENT = 'page-state';

/**
 * Makes the router leave its state to `PageState` instead of writing inline scripts, whose content would differ from page
 * to page: the Content-Security-Policy can then name all inline scripts beforehand. Call before the request is handled.
 */
export function keepStateAsData(router: AnyRouter): void {
  router.serverSsrLifecycle = {
    onServerSsrAttach: [
      (ssr) => {
        ssr.disableHydration();
        ssr.dehydrate = async () => undefined;
      },
    ],
  };
}

/** The state as JSON in the document, `<script type="application/json">`: data, which no browser runs. */
export function PageState() {
  const router = useRouter();
  const json = router.isServer ? serializeState(router) : '';
  return (
    <script
      type="application/json"
      id={ELEMENT}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without `<`, which cannot end the element.
      dangerouslySetInnerHTML={{ __html: json }}
    />
  );
}

/** @throws TypeError, outside production, for a loader's value that JSON would change without a word (`checkPlain`) */
function serializeState(router: AnyRouter): string {
  const matches = _getRenderedMatches(router.stores.matches.get());
  const routes = router.ssr?.manifest?.routes ?? {};
  const state: PageState = {
    manifest: {
      routes: Object.fromEntries(
        matches.flatMap(({ routeId }) => (routes[routeId] === undefined ? [] : [[routeId, routes[routeId]]])),
      ),
    },
    matches: matches.map((match) => {
      const { id, updatedAt, status, ssr, loaderData, error } = match;
      return {
        id,
        updatedAt,
        status,
        ...(ssr === undefined ? {} : { ssr }),
        ...(loaderData === undefined ? {} : { loaderData }),
        ...(error === undefined
          ? {}
          : { error: error instanceof Error ? { message: error.message } : { value: error } }),
        ...(match._notFound ? { isNotFound: true as const } : {}),
      };
    }),
  };
  if (!import.meta.env.PROD) checkPlain(state, 'page state');
  return JSON.stringify(state).replaceAll('<', '\\u003c');
}

/**
 * Asserts that a value survives JSON; undefined members may be missing.
 * @param path Names the value in the error.
 * @throws TypeError for a Map, a Date, an instance of a class, a function, NaN, undefined in a list
 */
export function checkPlain(value: unknown, path: string): void {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value))
    return;
  if (Array.isArray(value)) {
    for (const [at, one] of value.entries()) checkPlain(one, `${path}.${at}`);
    return;
  }
  if (typeof value === 'object' && [Object.prototype, null].includes(Object.getPrototypeOf(value))) {
    for (const [key, one] of Object.entries(value)) if (one !== undefined) checkPlain(one, `${path}.${key}`);
    return;
  }
  throw new TypeError(`${path} is no JSON: ${Object.prototype.toString.call(value)} ${String(value)}`);
}

/** In the browser: hands the document's state to the router, in the form that its own scripts would have left. */
export function provideState(document: Document): void {
  const { manifest, matches } = JSON.parse(document.getElementById(ELEMENT)?.textContent ?? '') as PageState;
  const nothing = () => undefined;
  window.$_TSR = {
    router: {
      manifest: manifest as never,
      matches: matches.map(({ id, updatedAt, status, ssr, loaderData, error, isNotFound }) => ({
        i: id.replaceAll('/', '#'),
        u: updatedAt,
        s: status as never,
        ...(ssr === undefined ? {} : { ssr: ssr as never }),
        ...(loaderData === undefined ? {} : { l: loaderData as never }),
        ...(error === undefined
          ? {}
          : { e: 'message' in error ? new Error(error.message) : (error.value as never) }),
        ...(isNotFound ? { g: true } : {}),
      })),
    },
    h: nothing,
    e: nothing,
    c: nothing,
    p: (script) => script(),
    buffer: [],
  };
}
