import { ApiError } from '@maru/contract/client';
import { barePath, localePath } from '@maru/words';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  isNotFound,
  isRedirect,
  lazyRouteComponent,
  notFound,
  useLoaderData,
} from '@tanstack/react-router';
import { formatRawSearch, parseRawSearch } from '../browser/raw-search.ts';
import type { Words } from '../i18n/words.tsx';
import type { PageHead, RouterContext } from '../site/page-module.ts';
import { Document, ErrorDocument } from './document.tsx';
import { ErrorScreen, NotFoundScreen, PendingScreen } from './error-screen.tsx';
import { PageError } from './page-error.ts';
import { isLeaving } from './reload-guard.ts';
import { ROUTES, type RouteRow } from './routes.ts';

const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Document,
  notFoundComponent: NotFoundScreen,
  errorComponent: ErrorDocument,
});

/**
 * Turns an API error 404 into the not-found screen and any other error into the error screen. Redirects and requests that
 * the browser aborted pass unchanged.
 */
async function loadPage<T>(work: () => Promise<T> | T, words: Words): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // A full page load is under way: keep the current page until then.
    if (await isLeaving()) return new Promise<never>(() => undefined);
    if (error instanceof ApiError) {
      if (error.statusCode === 404) throw notFound({ data: error.body });
      throw new PageError(error.body, error);
    }
    const ours =
      isRedirect(error) || isNotFound(error) || (error as Error | undefined)?.name === 'AbortError';
    if (ours) throw error;
    // Every browser has a message of its own for a script that failed to load.
    const offline =
      (error instanceof Error && error.message === 'Network Error') ||
      (typeof navigator !== 'undefined' && navigator.onLine === false);
    const late = (error as Error | undefined)?.name === 'TimeoutError';
    throw new PageError(
      {
        statusCode: offline ? 503 : late ? 504 : 500,
        statusMessage: words.t(offline ? 'error.offline' : late ? 'error.unavailable' : 'error.internal'),
        message: String(error),
      },
      error,
    );
  }
}

/** Hides the original error: the router reloads the page for a missing module, bypassing reload-guard.ts. */
async function loadScript(row: RouteRow) {
  try {
    return await row.page();
  } catch (error) {
    throw new Error('A script of this page did not come.', { cause: error });
  }
}

/** The page's component, with the data of its loader as a prop. */
async function loadComponent(row: RouteRow) {
  const { Page } = await loadScript(row);
  return { default: () => <Page data={useLoaderData({ strict: false })} /> };
}

function buildRoute(row: RouteRow) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path: row.path,
    // The loader still runs on the server, so that an unknown home answers 404.
    ssr: row.browserOnly ? 'data-only' : undefined,
    pendingComponent: row.browserOnly ? PendingScreen : undefined,
    loaderDeps: ({ search }) => ({ search: pickKeys(search, row.loaderQuery) }),
    // A query change on an open page does not run its loader again.
    shouldReload: row.loaderQuery && (({ cause }) => (cause === 'stay' ? false : undefined)),
    loader: async ({ params, location, context, abortController }) => {
      return loadPage(async () => {
        const [page] = await Promise.all([row.page(), context.loadWords?.(['site', ...(row.words ?? [])])]);
        return page.loader?.({
          params,
          search: location.search as Record<string, string | string[]>,
          client: context.client,
          locale: context.locale,
          words: context.words,
          loadWords: context.loadWords,
          signal: abortController.signal,
        });
      }, context.words);
    },
    head: async ({ loaderData, match }) => {
      const { words, locale, publicUrl } = match.context as RouterContext;
      const failed = match.status === 'error' || match.status === 'notFound';
      if (failed) {
        const own = { title: words.t('error.screen.not_found'), index: false };
        return buildHead(own, row, { words, publicUrl });
      }
      const page = await row.page();
      const own: PageHead =
        loaderData !== undefined && page.head
          ? page.head(loaderData, { words, locale })
          : { title: words.t(row.title) };
      return buildHead(own, row, { words, publicUrl });
    },
    component: lazyRouteComponent(() => loadComponent(row)),
    staticData: { row },
  });
}

function pickKeys<Query extends object>(query: Query, keys: readonly string[] | undefined): Partial<Query> {
  if (keys === undefined) return query;
  return Object.fromEntries(Object.entries(query).filter(([key]) => keys.includes(key))) as Partial<Query>;
}

function buildHead(
  own: PageHead,
  row: RouteRow,
  { words, publicUrl }: Pick<RouterContext, 'words' | 'publicUrl'>,
) {
  const site = words.t('site.name');
  const title = own.title === site ? site : `${own.title} · ${site}`;
  const keep = row.index && own.index !== false;
  const meta = [
    { title },
    { name: 'robots', content: keep ? 'index,follow' : 'noindex,follow' },
    { property: 'og:title', content: title },
    { property: 'og:site_name', content: site },
    { property: 'og:locale', content: words.locale === 'ko' ? 'ko_KR' : 'en_US' },
    ...(own.description
      ? [
          { name: 'description', content: own.description },
          { property: 'og:description', content: own.description },
        ]
      : []),
    { property: 'og:locale:alternate', content: words.locale === 'ko' ? 'en_US' : 'ko_KR' },
    { property: 'og:type', content: 'website' },
    ...(own.canonical === undefined
      ? []
      : [{ property: 'og:url', content: publicUrl + localePath(words.locale, own.canonical) }]),
    ...(own.image === undefined ? [] : imageMeta(publicUrl + own.image.path, own.image.alt)),
    ...(own.jsonLd === undefined || own.canonical === undefined || !keep
      ? []
      : [
          {
            'script:ld+json': own.jsonLd({
              address: publicUrl + localePath(words.locale, own.canonical),
              origin: publicUrl,
            }),
          },
        ]),
  ];
  const address = own.canonical;
  const links =
    address === undefined
      ? []
      : [
          { rel: 'canonical', href: publicUrl + localePath(words.locale, address) },
          { rel: 'alternate', hrefLang: 'en-US', href: publicUrl + localePath('en', address) },
          { rel: 'alternate', hrefLang: 'ko-KR', href: publicUrl + localePath('ko', address) },
          { rel: 'alternate', hrefLang: 'x-default', href: publicUrl + localePath('en', address) },
        ];
  return { meta, links };
}

/** Preview image tags that Facebook, KakaoTalk and X read. */
function imageMeta(address: string, alt: string) {
  return [
    { property: 'og:image', content: address },
    { property: 'og:image:type', content: 'image/jpeg' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: alt },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:image', content: address },
    { name: 'twitter:image:alt', content: alt },
  ];
}

const routeTree = rootRoute.addChildren(ROUTES.map(buildRoute));

/**
 * Creates the router of one request or one browser. The route tree has no locale: `rewrite` strips /ko from incoming URLs
 * and adds it to outgoing ones.
 */
export function createSiteRouter(context: RouterContext) {
  return createRouter({
    routeTree,
    context,
    parseSearch: parseRawSearch,
    stringifySearch: formatRawSearch,
    scrollRestoration: true,
    // The search list has its own scroll box; its next page starts at the top.
    scrollToTopSelectors: ['[data-scroll-restoration-id="search-list"]'],
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 30_000,
    defaultStaleTime: 10_000,
    defaultNotFoundComponent: NotFoundScreen,
    defaultErrorComponent: ErrorScreen,
    rewrite: {
      input: ({ url }) => {
        url.pathname = barePath(url.pathname);
        return url;
      },
      output: ({ url }) => {
        url.pathname = localePath(context.locale, url.pathname);
        return url;
      },
    },
  });
}

export type SiteRouter = ReturnType<typeof createSiteRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: SiteRouter;
  }
  interface StaticDataRouteOption {
    row?: RouteRow;
  }
}
