import { LANGUAGE_TAGS, type WordPart } from '@maru/words';
import { Asset, Outlet, Scripts, useMatches, useRouterState, useTags } from '@tanstack/react-router';
import { createElement, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { TOKEN_KEY } from '../account/token-store.ts';
import { restoreKeptScroll } from '../browser/keep-scroll.ts';
import { notePage } from '../browser/last-search.ts';
import { wordsQuery } from '../i18n/load-words.ts';
import { WordsProvider } from '../i18n/words.tsx';
import type { RouterContext } from '../site/page-module.ts';
import { LegalFoot, SiteHeader } from '../site/site-chrome.tsx';
import { AnnouncementBar } from '../ui/frame/announcement-bar.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { PageState } from './page-state.tsx';

import '../app.css';

/** Only if the owner uses a service of a third party. Without its script nobody is asked, and no service is loaded. */
const ConsentLine = lazy(() =>
  import('../privacy/consent-line.tsx').then(
    (module) => ({ default: module.ConsentLine }),
    () => ({ default: () => null }),
  ),
);

/** Before the first paint: marks a browser with a token, so that it does not show "Sign in". The server cannot know. */
export const MARK_KEPT_TOKEN = `try{localStorage.getItem('${TOKEN_KEY}')&&(document.documentElement.dataset.kept='')}catch{}`;

/** The HTML document: header and footer of the page's layout, the page. */
export function Document() {
  const { words, site } = useRootContext();
  const layout = useMatches({ select: (matches) => matches.at(-1)?.staticData.row?.layout ?? 'default' });
  const plain = layout === 'none';
  return (
    <Frame>
      <a className="skip-link" href="#main">
        {words.t('site.skip')}
      </a>
      <AnnouncementBar />
      {plain ? null : <SiteHeader layout={layout} />}
      <Outlet />
      {plain ? null : <LegalFoot />}
      {site.thirdParties === undefined ? null : (
        <Suspense fallback={null}>
          <ConsentLine />
        </Suspense>
      )}
    </Frame>
  );
}

/** The HTML document after an error outside the page, such as in the header: it stands in place of `Document`. */
export function ErrorDocument({ error }: { error: unknown }) {
  return (
    <Frame>
      <ErrorScreen error={error} />
    </Frame>
  );
}

const useRootContext = () =>
  useRouterState({ select: (state) => state.matches[0]?.context }) as RouterContext;

/** Head and body, with the messages for what is in the body. */
function Frame({ children }: { children: ReactNode }) {
  const { words, locale, publicUrl, site, buildId } = useRootContext();
  const own = useMatches({ select: (matches) => matches.at(-1)?.staticData.row?.words });
  // Of the first page; the loaders of later pages fetch theirs.
  const [parts] = useState<readonly WordPart[]>(() => ['site', ...(own ?? [])]);
  const wordsAddress = `/maru/v1/translation?${wordsQuery(locale, words.version, parts)}`;
  const href = useRouterState({ select: (state) => state.resolvedLocation?.href });
  const isList = useMatches({ select: (matches) => matches.at(-1)?.staticData.row?.isList === true });
  useEffect(restoreKeptScroll, []);
  useEffect(() => {
    if (href !== undefined) notePage(href, isList);
  }, [href, isList]);
  return (
    <html
      lang={LANGUAGE_TAGS[locale]}
      data-words={words.version}
      data-parts={parts.join(',')}
      data-build={buildId}
      data-public-url={publicUrl}
      data-site={JSON.stringify(site)}
      suppressHydrationWarning
    >
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, whose hash is in the page's policy. */}
        <script dangerouslySetInnerHTML={{ __html: MARK_KEPT_TOKEN }} />
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#182022" media="(prefers-color-scheme: dark)" />
        <meta name="format-detection" content="telephone=no" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {/* Style and the first photo have priority. */}
        <link rel="preload" as="fetch" href={wordsAddress} crossOrigin="anonymous" fetchPriority="low" />
        <SiteHead />
      </head>
      <body>
        <WordsProvider words={words}>{children}</WordsProvider>
        <Scripts />
        <PageState />
      </body>
    </html>
  );
}

/** Meta-tag update debounce (rule S9.3), ms. */
export const META_DELAY_MS = 10;

type Tag = ReturnType<typeof useTags>[number];

/**
 * The head of the page. Tags that describe the page (title, meta, links, structured data) are debounced, so that the
 * tab's title does not flicker through intermediate pages; styles and scripts are not.
 */
export function SiteHead() {
  const tags = useTags();
  const shown = useSettled(tags, META_DELAY_MS);
  return [...shown.filter(isDescription), ...tags.filter((tag) => !isDescription(tag))].map((tag) =>
    createElement(Asset, { ...tag, key: JSON.stringify(tag) }),
  );
}

/** Whether a tag describes the page, as opposed to a resource that it needs. */
export function isDescription({ tag, attrs }: Tag): boolean {
  if (tag === 'title' || tag === 'meta') return true;
  if (tag === 'script') return attrs?.type === 'application/ld+json';
  return tag === 'link' && (attrs?.rel === 'canonical' || attrs?.rel === 'alternate');
}

function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => afterQuiet(ms, () => setSettled(value)), [value, ms]);
  return settled;
}

/** Runs `work` after `ms`; the returned function cancels it. */
export function afterQuiet(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}
