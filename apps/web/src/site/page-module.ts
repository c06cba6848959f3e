import type { ApiHosts, Client } from '@maru/contract/client';
import type { Locale, WordPart } from '@maru/words';
import type { ReactNode } from 'react';
import type { Account } from '../account/account.ts';
import type { SiteSettings } from '../browser/site-settings.ts';
import type { Words } from '../i18n/words.tsx';

/** The interface between pages and the table of routes. Pages import this file, never the table. */

/** The layouts of pages (rule S2.1). */
export type Layout =
  | 'default'
  | 'list-page-layout'
  | 'my-page-layout'
  | 'realtor-detail-layout'
  | 'realtor-layout'
  | 'none';

/** The argument of a page's loader. `search` is the raw query of the URL. */
export interface LoaderContext<Params = Record<string, string>> {
  params: Params;
  search: Record<string, string | string[]>;
  client: Client;
  locale: Locale;
  words: Words;
  /** In the browser only: loads messages beyond those that the page's row names. */
  loadWords?: RouterContext['loadWords'];
  signal: AbortSignal;
}

/** Title, description, canonical path (without /ko) and whether search engines may index the page. */
export interface PageHead {
  title: string;
  description?: string;
  canonical?: string;
  index?: boolean;
  /** The preview image of a shared link, 1200 × 630 px, and its alternative text. */
  image?: { path: string; alt: string };
  /** schema.org data, given the absolute URL of the page. */
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

/**
 * A page without the type of its data, for the table of routes. Methods are compared bivariantly, so every `PageOfData` is
 * assignable.
 */
export interface AnyPage {
  loader?(context: LoaderContext): unknown;
  head?(data: unknown, context: HeadContext): PageHead;
  Page(props: { data: unknown }): ReactNode;
}

/** What a file of routes/ exports: its page, or its pages by the names of their rows. */
export type PageModule = { page: AnyPage } | { pages: Readonly<Record<string, AnyPage>> };

/** Declares a page. The compiler checks `head` and `Page` against the loader; without a loader they receive no data. */
export function definePage<Data, Params>(page: PageOfData<Data, Params>): PageOfData<Data, Params>;
export function definePage(page: { Page: () => ReactNode }): AnyPage;
export function definePage(page: unknown): unknown {
  return page;
}

/** The router's context, set by the server for a request and by the browser for a visit. */
export interface RouterContext {
  client: Client;
  locale: Locale;
  words: Words;
  /** In the browser only: loads messages that are not there yet. The server has all of them. */
  loadWords?: (parts: readonly WordPart[]) => Promise<void>;
  /** Origin of the site for canonical URLs, without a trailing slash. */
  publicUrl: string;
  site: SiteSettings;
  /** The build that serves the page; undefined in development. */
  buildId?: string;
  hosts: ApiHosts;
  /** The signed-in account; undefined on the server. */
  account?: Account;
}
