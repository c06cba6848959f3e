import { LANGUAGE_TAGS, LOCALES, type Locale, localePath } from '@maru/words';

/** Limit of sitemaps.org ("Sitemap file requirements"); ours stay far below 50 MB. */
export const ADDRESSES_A_SITEMAP = 50_000;

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** A page: URL without /ko, and last change (UTC) when known. */
export interface SitemapPage {
  path: string;
  changedAt?: Date;
}

/** `en-US-sitemap.xml`, `en-US-sitemap-2.xml`, …; numbers start at 1. */
export function sitemapName(locale: Locale, number: number): string {
  return `${LANGUAGE_TAGS[locale]}-sitemap${number === 1 ? '' : `-${number}`}.xml`;
}

/** The sitemap index of both languages (sitemaps.org, "Sitemap index files"). */
export function sitemapIndex(publicUrl: string, sitemaps: number): string {
  const rows = LOCALES.flatMap((locale) =>
    Array.from({ length: sitemaps }, (_, at) => {
      return `<sitemap><loc>${publicUrl}/${sitemapName(locale, at + 1)}</loc></sitemap>\n`;
    }),
  );
  return `${HEAD}<sitemapindex ${XMLNS}>\n${rows.join('')}</sitemapindex>\n`;
}

/** A sitemap as a stream of text; each page links its translation (hreflang). */
export async function* sitemapText(
  publicUrl: string,
  locale: Locale,
  pages: AsyncIterable<SitemapPage[]>,
): AsyncGenerator<string, void, undefined> {
  yield `${HEAD}<urlset ${XMLNS} xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`;
  for await (const some of pages) yield some.map((page) => pageText(publicUrl, locale, page)).join('');
  yield '</urlset>\n';
}

function pageText(publicUrl: string, locale: Locale, { path, changedAt }: SitemapPage): string {
  const address = (of: Locale) => escapeXml(publicUrl + localePath(of, path));
  const link = (tag: string, of: Locale) =>
    `<xhtml:link rel="alternate" hreflang="${tag}" href="${address(of)}"/>`;
  const twins = [...LOCALES.map((of) => link(LANGUAGE_TAGS[of], of)), link('x-default', 'en')].join('');
  const changed = changedAt === undefined ? '' : `<lastmod>${changedAt.toISOString()}</lastmod>`;
  return `<url><loc>${address(locale)}</loc>${changed}${twins}</url>\n`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
