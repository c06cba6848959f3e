import type { Client } from '@maru/contract/client';
import type { Locale } from '@maru/words';
import type { ComponentType } from 'react';
import type { Words } from './i18n/words.tsx';

/** What a page is to the table of routes, and what it is given; apart from the table, so that pages need not know it. */

/** The frames that a page may stand in (SPEC.md point 2). */
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
  signal: AbortSignal;
}

/** Title, description, canonical address (without /ko) and whether search engines may keep the page. */
export interface PageHead {
  title: string;
  description?: string;
  canonical?: string;
  index?: boolean;
  image?: string;
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

/** What of the owner's settings the pages' scripts must know; all of it is public. */
export interface SiteSettings {
  /** Won for a dollar, of which day; a sample in trial mode. */
  wonRate?: { won: number; asOf: string; isSample: boolean };
  googleMaps?: { key: string; scriptUrl: string };
}

/** What the server or the browser gives to every loader and to the document. */
export interface RouterContext {
  client: Client;
  locale: Locale;
  words: Words;
  /** Where the site is, for canonical addresses; no slash at the end. */
  publicUrl: string;
  site: SiteSettings;
}
