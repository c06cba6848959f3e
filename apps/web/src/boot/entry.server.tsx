import { ApiError, chooseApiUrl, createClient, type Transport } from '@maru/contract/client';
import { type Locale, localeOfPath } from '@maru/words';
import { createMemoryHistory } from '@tanstack/react-router';
import { createRequestHandler, RouterServer, renderRouterToString } from '@tanstack/react-router/ssr/server';
import { getScrollRestorationScriptForRouter } from '@tanstack/router-core/scroll-restoration-script';
import { renderToString } from 'react-dom/server';
import { NO_SETTINGS, type SiteSettings } from '../browser/site-settings.ts';
import { createWords, type Words } from '../i18n/words.tsx';
import { LEGAL_NAMES, legalPayload } from '../legal/payload-source.ts';
import type { RouterContext } from '../site/page-module.ts';
import { MARK_KEPT_TOKEN } from './document.tsx';
import { PageError } from './page-error.ts';
import { keepStateAsData } from './page-state.tsx';
import { createSiteRouter } from './router.tsx';
import { isSecretPage, ROUTES } from './routes.ts';

export type { SiteSettings, Words };
/**
 * The inline scripts of our pages, each the same on every page: what the Content-Security-Policy allows by its hash. The second one is
 * the router's, as its `ScriptOnce` writes it.
 */
export const INLINE_SCRIPTS: readonly string[] = [
  MARK_KEPT_TOKEN,
  `${getScrollRestorationScriptForRouter({ options: { scrollRestoration: true } } as never)};document.currentScript.remove()`,
];

export { createWords, LEGAL_NAMES, legalPayload, ROUTES };

/** Scripts and styles per page, read from the build's manifest. */
export interface Assets {
  [routeId: string]: { preloads?: string[]; css?: string[]; scripts?: { attrs: Record<string, string> }[] };
}

export interface RenderParts {
  /**
   * Transport of the loaders by language. The client is created here, so that its errors are of the class of this
   * bundle.
   */
  transport: (locale: Locale) => Transport;
  words: Record<Locale, Words>;
  publicUrl: string;
  assets: Assets;
  /** Settings for the browser; a member without its setting is absent. */
  site?: SiteSettings;
  buildId?: string;
}

export interface RenderedPage {
  status: number;
  headers: Headers;
  html: string;
  /** The error behind an error screen of 4xx (but 404) or 5xx, for the log; never shown to visitors. */
  fault?: unknown;
}

/**
 * Renders one address to a whole HTML document; always as for an anonymous visitor. A page whose component threw
 * while rendering answers 500: React leaves `<!--$!-->` in the markup and says nothing.
 */
export async function render(request: Request, parts: RenderParts): Promise<RenderedPage> {
  const locale = localeOfPath(new URL(request.url).pathname);
  let failed: unknown;
  let isSecret = false;
  const handle = createRequestHandler({
    request,
    createRouter: () => {
      const router = withAddressAsAsked(createSiteRouter(buildContext(parts, locale)), request);
      keepStateAsData(router);
      return router;
    },
    getRouterManifest: () => ({ routes: parts.assets }),
  });
  const answer = await handle(({ router, responseHeaders }) => {
    isSecret = router.state.matches.some(({ staticData }) => isSecretPage(staticData.row, request.url));
    failed = router.state.matches.find((match) => match.status === 'error')?.error;
    return renderRouterToString({ router, responseHeaders, children: <RouterServer router={router} /> });
  });
  const html = await answer.text();
  if (html.includes('<!--$!-->')) throw new Error(`a component threw while rendering ${request.url}`);
  const status = failed instanceof ApiError ? failed.statusCode : answer.status;
  const headers = new Headers(answer.headers);
  if (status === 503) headers.set('retry-after', '5');
  if (isSecret) {
    headers.set('referrer-policy', 'no-referrer');
    headers.set('x-robots-tag', 'noindex');
    headers.set('cache-control', 'private, no-store');
  }
  return { status, headers, html, fault: failed instanceof PageError ? failed.cause : failed };
}

function buildContext(
  { transport, words, publicUrl, site = NO_SETTINGS, buildId }: RenderParts,
  locale: Locale,
): RouterContext {
  const { host } = new URL(publicUrl);
  return {
    client: createClient(transport(locale)),
    locale,
    words: words[locale],
    publicUrl,
    site,
    buildId,
    hosts: {
      property: chooseApiUrl(site.propertyApiUrl, host),
      common: chooseApiUrl(site.commonApiUrl, host),
    },
  };
}

/**
 * The request handler serializes the query with `URLSearchParams`, which escapes the commas and colons that our URLs
 * keep (`bbox=…,…`, `status=sold:12m`); the router would then redirect such a URL to itself endlessly. So it gets the
 * original URL.
 */
function withAddressAsAsked(router: ReturnType<typeof createSiteRouter>, request: Request) {
  const { pathname, search } = new URL(request.url);
  const update = router.update;
  router.update = (options) =>
    update(
      options.history === undefined
        ? options
        : { ...options, history: createMemoryHistory({ initialEntries: [pathname + search] }) },
    );
  return router;
}

/** The loaded tree of a URL, ready to be rendered repeatedly, for `npm run bench` only. */
export async function prepareTree(request: Request, parts: RenderParts): Promise<() => string> {
  const locale = localeOfPath(new URL(request.url).pathname);
  const router = createSiteRouter(buildContext(parts, locale));
  const { pathname, search } = new URL(request.url);
  router.update({ history: createMemoryHistory({ initialEntries: [pathname + search] }) } as never);
  await router.load();
  return () => renderToString(<RouterServer router={router} />);
}
