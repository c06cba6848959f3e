import type { ApiHosts, Client } from '@maru/contract/client';
import type { Locale, WordPart } from '@maru/words';
import type { ReactNode } from 'react';
import type { Account } from '../account/account.ts';
import type { SiteSettings } from '../browser/site-settings.ts';
import type { Words } from '../i18n/words.tsx';

/** What a page is to the table of routes, and what it is given; apart from the table, so that pages need not know it. */

/** The frames that a page may stand in (rule S2.1). */
export type Layout =
  | 'default'
  | 'list-page-layout'
  | 'my-page-layout'
  | 'realtor-detail-layout'
  | 'realtor-layout'
  | 'none';

/** What a page's loader is given. `search` is the raw query of the address. */
export interface LoaderContext<Params = Record<string, string>> {
  params: Params;
  search: Record<string, string | string[]>;
  client: Client;
  locale: Locale;
  words: Words;
  /** In the browser: words beyond those of the page's row. */
  loadWords?: RouterContext['loadWords'];
  signal: AbortSignal;
}

/** Title, description, canonical address (without /ko) and whether search engines may keep the page. */
export interface PageHead {
  title: string;
  description?: string;
  canonical?: string;
  index?: boolean;
  /** What stands for the page when its link is shared: 1200 × 630, and what it shows, in words. */
  image?: { path: string; alt: string };
  /** What machines read of it (schema.org), made with the page's whole address. */
  jsonLd?: (page: { address: string; origin: string }) => Record<string, unknown>;
}

interface HeadContext {
  words: Words;
  locale: Locale;
}

/** A page with a loader: its head and its component receive what the loader returns. */
interface PageOfData<Data, Params> {
  loader: (context: LoaderContext<Params>) => Data | Promise<Data>;
  head?: (data: NoInfer<Data>, context: HeadContext) => PageHead;
  Page: (props: { data: NoInfer<Data> }) => ReactNode;
}

/** A page as the table of routes sees it, whatever its data is. Methods, so that a page of any data is one. */
export interface AnyPage {
  loader?(context: LoaderContext): unknown;
  head?(data: unknown, context: HeadContext): PageHead;
  Page(props: { data: unknown }): ReactNode;
}

/** What a file of routes/ exports. */
export interface PageModule {
  page: AnyPage;
}

/** Declares a page. The compiler checks `head` and `Page` against the loader; without a loader they receive no data. */
export function definePage<Data, Params>(page: PageOfData<Data, Params>): PageOfData<Data, Params>;
export function definePage(page: { Page: () => ReactNode }): AnyPage;
export function definePage(page: unknown): unknown {
  return page;
}

/** What the server or the browser gives to every loader and to the document. */
export interface RouterContext {
  client: Client;
  locale: Locale;
  words: Words;
  /** In the browser: fetches what a page says beyond what is there. The server has all words. */
  loadWords?: (parts: readonly WordPart[]) => Promise<void>;
  /** Where the site is, for canonical addresses; no slash at the end. */
  publicUrl: string;
  site: SiteSettings;
  /** Which build of the site this is; none while one works on it. */
  buildId?: string;
  /** Where the APIs are for a page on this host. */
  hosts: ApiHosts;
  /** Who uses the page; on the server nobody ever does. */
  account?: Account;
}
