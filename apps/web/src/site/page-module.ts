import type { ApiHosts, Client } from '@maru/contract/client';
import type { Locale, WordPart } from '@maru/words';
import type { ComponentType } from 'react';
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

/**
 * A file of routes/: what it needs, what it says about itself, what it shows. Each page knows its own loader data;
 * the table does not, and hands on what the page's own loader gave.
 */
export interface PageModule {
  loader?(context: LoaderContext): unknown;
  head?(data: unknown, context: { words: Words; locale: Locale }): PageHead;
  Page: ComponentType;
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
