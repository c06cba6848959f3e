import type { Client } from '@maru/contract/client';
import { CATALOGUES, compileMessages } from '@maru/words/server';
import { createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { createWords, WordsProvider } from '../i18n/words.tsx';

export interface PageParts {
  /** The calls that the page makes. */
  client: Partial<Client>;
  /** An `Account`, as far as the page uses it. */
  account?: object;
}

/** For component tests: renders a part of a page in English. `close` unmounts it. */
export async function openPage(children: ReactNode, { client, account }: PageParts) {
  const words = createWords('en', compileMessages(CATALOGUES.en), 'test');
  const context = { client, account, locale: 'en', words, site: {} };
  const router = createRouter({ routeTree: createRootRoute(), context } as never);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <RouterContextProvider router={router as never}>
        <WordsProvider words={words}>{children}</WordsProvider>
      </RouterContextProvider>,
    ),
  );
  return {
    press: async (name: string) => {
      const button = [...document.querySelectorAll('button')].find((one) => one.textContent?.includes(name));
      if (button === undefined) throw new Error(`no button "${name}" in: ${document.body.textContent}`);
      await act(async () => button.click());
    },
    close: async () => {
      await act(async () => root.unmount());
      document.body.replaceChildren();
    },
  };
}
