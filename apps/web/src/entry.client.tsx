import { createClient, fetchTransport } from '@maru/contract/client';
import { localeOfPath } from '@maru/words';
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createWords } from './i18n/words.tsx';
import { createSiteRouter } from './router.tsx';

/**
 * Takes over the page that the server rendered. The words come from the same address that the document preloads;
 * when they cannot be had, the page stays as it is and says so in the console (SPEC.md point 8).
 */
async function start() {
  const root = document.documentElement;
  const locale = localeOfPath(location.pathname);
  const version = root.dataset.words ?? '';
  const client = createClient(fetchTransport('', locale));
  const words = await client.loadTranslation({ query: `locale=${locale}&v=${version}` });
  const router = createSiteRouter({
    client,
    locale,
    words: createWords(locale, words.messages, words.version, (error) => console.error(error)),
    publicUrl: root.dataset.publicUrl ?? location.origin,
    site: JSON.parse(root.dataset.site ?? '{}'),
  });
  startTransition(() => {
    hydrateRoot(document, <RouterClient router={router} />);
  });
}

start().catch((error: unknown) => console.error('The words of this page could not be loaded.', error));
