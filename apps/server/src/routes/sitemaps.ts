import { Readable } from 'node:stream';
import { homePath, searchPath } from '@maru/listing';
import type { SitemapPlace } from '@maru/store';
import { LANGUAGE_TAGS, LOCALES, type Locale, localePath } from '@maru/words';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Parts } from '../parts.ts';
import { Refusal } from '../refusal.ts';
import {
  ADDRESSES_A_SITEMAP,
  type SitemapPage,
  sitemapIndex,
  sitemapName,
  sitemapText,
} from '../sitemap-xml.ts';

/** Crawlers come often and read all of it: what changed within the hour is soon enough. */
const CACHE_CONTROL = 'public, max-age=3600';

/**
 * GET /index-sitemap.xml and /sitemap.xml (the index of all), /en-US-sitemap.xml, /ko-KR-sitemap.xml with their
 * numbered successors, /robots.txt. Each language lists the same pages in the same order: first those of `staticPaths` (without
 * /ko), then places by search type, then homes by their ids. Written from the store as it is read.
 */
export function registerSitemapRoutes(
  app: FastifyInstance,
  { settings, store }: Pick<Parts, 'settings' | 'store'>,
  staticPaths: readonly string[],
): void {
  const { publicUrl } = settings;
  const rows = store.sitemapRows;

  async function sendIndex(reply: FastifyReply) {
    const [places, homes] = await Promise.all([rows.places(), rows.countHomes()]);
    const sitemaps = Math.ceil((staticPaths.length + places.length + homes) / ADDRESSES_A_SITEMAP);
    return send(reply, sitemapIndex(publicUrl, Math.max(1, sitemaps)));
  }

  async function sendSitemap(reply: FastifyReply, locale: Locale, number: number) {
    const pages = pagesOf(number);
    const first = await pages.next();
    if (first.done && number > 1) {
      throw new Refusal(404, 'not_found', { values: { path: `/${sitemapName(locale, number)}` } });
    }
    return send(reply, Readable.from(sitemapText(publicUrl, locale, again(first, pages))));
  }

  /** The pages of the sitemap of that number, some thousand at a time. */
  async function* pagesOf(number: number): AsyncGenerator<SitemapPage[], void, undefined> {
    const start = (number - 1) * ADDRESSES_A_SITEMAP;
    const end = start + ADDRESSES_A_SITEMAP;
    const places = await rows.places();
    const first = [...staticPaths, ...places.map(placePath)].map((path) => ({ path }));
    if (start < first.length) yield first.slice(start, end);
    const offset = Math.max(0, start - first.length);
    const limit = end - first.length - offset;
    for await (const homes of rows.homes(offset, Math.max(0, limit))) {
      yield homes.map((home) => ({ path: homePath(home), changedAt: home.changedAt }));
    }
  }

  for (const name of ['/index-sitemap.xml', '/sitemap.xml']) app.get(name, (_, reply) => sendIndex(reply));
  for (const locale of LOCALES) {
    app.get(`/${sitemapName(locale, 1)}`, (_, reply) => sendSitemap(reply, locale, 1));
    app.get<{ Params: { number: string } }>(
      `/${LANGUAGE_TAGS[locale]}-sitemap-:number(^(?:[2-9]|[1-9]\\d{1,5})).xml`,
      (request, reply) => sendSitemap(reply, locale, Number(request.params.number)),
    );
  }

  app.get('/robots.txt', (_, reply) =>
    reply
      .header('cache-control', CACHE_CONTROL)
      .type('text/plain; charset=utf-8')
      .send(robotsText(publicUrl)),
  );
}

/** Pages that are nobody's but their owner's; what else shall not be kept says so itself (noindex), and has to be read for that. */
const PRIVATE = ['/my-page', '/_my-page', '/realtor/', '/admin/', '/receipt', '/shortlist'];

function robotsText(publicUrl: string): string {
  const barred = PRIVATE.flatMap((path) => LOCALES.map((locale) => `Disallow: ${localePath(locale, path)}`));
  return ['User-agent: *', ...barred, '', `Sitemap: ${publicUrl}/index-sitemap.xml`, ''].join('\n');
}

function placePath({ place, searchType }: SitemapPlace): string {
  return searchPath({ searchType, place });
}

function send(reply: FastifyReply, body: string | Readable) {
  return reply.header('cache-control', CACHE_CONTROL).type('application/xml; charset=utf-8').send(body);
}

/** What was read of it already, then the rest. */
async function* again<T>(first: IteratorResult<T, void>, rest: AsyncGenerator<T, void, undefined>) {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
