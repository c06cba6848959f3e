import { chooseApiUrl, createClient, fetchTransport, withBearer } from '@maru/contract/client';
import { localeOfPath, localePath, type WordPart } from '@maru/words';
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Account } from '../account/account.ts';
import { prepareStorage, TokenStore } from '../account/token-store.ts';
import { parseSiteSettings } from '../browser/site-settings.ts';
import { browserStorage } from '../browser/tab-storage.ts';
import { createLoadedWords, wordsQuery } from '../i18n/load-words.ts';
import { createWords } from '../i18n/words.tsx';
import { provideState } from './page-state.tsx';
import { watchScripts } from './reload-guard.ts';
import { createSiteRouter } from './router.tsx';

/** Hydrates the page. Its messages come from the address that the document preloads; if that fails, from the bundle. */
async function start() {
  const storage = browserStorage('local');
  prepareStorage(storage);
  const root = document.documentElement;
  const locale = localeOfPath(location.pathname);
  const site = parseSiteSettings(root.dataset.site);
  const hosts = {
    property: chooseApiUrl(site.propertyApiUrl, location.host),
    common: chooseApiUrl(site.commonApiUrl, location.host),
  };
  const transport = fetchTransport(hosts, locale);
  const account = new Account({
    tokens: new TokenStore(storage),
    transport,
    go: (path) => location.assign(localePath(locale, path)),
  });
  account.start();
  const version = root.dataset.words ?? '';
  // For the server that rendered the page, wherever the APIs are.
  const own = createClient(fetchTransport('', locale));
  const words = createLoadedWords(locale, {
    fetchParts: async (parts) => {
      const { messages } = await own.loadTranslation({ query: wordsQuery(locale, version, parts) });
      return messages;
    },
    loadBundled: async (one) => (await import('@maru/words/bundled')).loadBundledWords(one),
    log: (text, error) => console.error(text, error),
  });
  provideState(document);
  await words.load(root.dataset.parts?.split(',') as WordPart[]);
  const router = createSiteRouter({
    client: createClient(withBearer(transport, account)),
    locale,
    words: createWords(locale, words.messages, version, (error) => console.error(error)),
    loadWords: words.load,
    publicUrl: root.dataset.publicUrl ?? location.origin,
    site,
    hosts,
    account,
  });
  watchScripts(router);
  startTransition(() => {
    hydrateRoot(document, <RouterClient router={router} />);
  });
  const { afterStart } = await import('./after-start.ts');
  await afterStart({ router, own, site, storage, buildId: root.dataset.build });
}

start().catch((error: unknown) => console.error('The page could not be taken over.', error));
