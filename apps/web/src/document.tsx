import { LANGUAGE_TAGS } from '@maru/words';
import { Outlet, Scripts, useMatches, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { TOKEN_KEY } from './account/token-store.ts';
import { WordsProvider } from './i18n/words.tsx';
import { restoreKeptScroll } from './keep-scroll.ts';
import { notePage } from './last-search.ts';
import type { RouterContext } from './page-module.ts';
import { SiteFooter, SiteHeader } from './site-chrome.tsx';
import { SiteHead } from './site-head.tsx';
import { AnnouncementBar } from './ui/announcement-bar.tsx';
import './app.css';

/** The pages that are lists of homes. */
const LISTS = /routes\/(search|area)\.tsx$/;

/**
 * Before the first paint: whoever has a token kept is not shown the way to sign in. The page is the same for everyone, so
 * only the browser can know.
 */
const MARK_KEPT_TOKEN = `try{localStorage.getItem('${TOKEN_KEY}')&&(document.documentElement.dataset.kept='')}catch{}`;

/** Whether somebody has come by a campaign: the others do not load what counts it. */
function mayHaveSource(): boolean {
  try {
    return location.search.includes('_source=') || sessionStorage.getItem('visit/source') !== null;
  } catch {
    return false;
  }
}

/** The HTML shell: language, head, the chrome that the page's layout asks for, the page. */
export function Document() {
  const context = useRouterState({ select: (state) => state.matches[0]?.context }) as RouterContext;
  const layout = useMatches({ select: (matches) => matches.at(-1)?.staticData.row?.layout ?? 'default' });
  const { words, locale, publicUrl, site, buildId, hosts } = context;
  const wordsAddress = `/maru/v1/translation?locale=${locale}&v=${words.version}`;
  const plain = layout === 'none';
  const href = useRouterState({ select: (state) => state.resolvedLocation?.href });
  const isList = useMatches({ select: (matches) => LISTS.test(matches.at(-1)?.staticData.row?.file ?? '') });
  useEffect(restoreKeptScroll, []);
  useEffect(() => {
    if (href !== undefined) notePage(href, isList);
  }, [href, isList]);
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.row?.name ?? '' });
  useEffect(() => {
    if (href !== undefined && mayHaveSource()) {
      void import('./visit-source.ts').then(({ noteVisit }) =>
        noteVisit(page, location.search, hosts.property),
      );
    }
  }, [href, page, hosts]);
  return (
    <html
      lang={LANGUAGE_TAGS[locale]}
      data-words={words.version}
      data-build={buildId}
      data-public-url={publicUrl}
      data-site={JSON.stringify(site)}
      suppressHydrationWarning
    >
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a text of ours, named by its hash in the page's policy. */}
        <script dangerouslySetInnerHTML={{ __html: MARK_KEPT_TOKEN }} />
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#182022" media="(prefers-color-scheme: dark)" />
        <meta name="format-detection" content="telephone=no" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="preload" as="fetch" href={wordsAddress} crossOrigin="anonymous" />
        <SiteHead />
      </head>
      <body>
        <WordsProvider words={words}>
          <a className="skip-link" href="#main">
            {words.t('site.skip')}
          </a>
          <AnnouncementBar />
          {plain ? null : <SiteHeader layout={layout} />}
          <Outlet />
          {plain ? null : <SiteFooter />}
        </WordsProvider>
        <Scripts />
      </body>
    </html>
  );
}
