import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { homePath } from '@maru/listing/places';
import { searchPath } from '@maru/listing/search';
import type { SitemapPlace } from '@maru/store';
import { LANGUAGE_TAGS, LOCALES, type Locale, localePath } from '@maru/words';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../http/api-error.ts';
import { takesEncoding } from '../http/encoded-body.ts';
import { HourCache } from '../http/hour-cache.ts';
import type { Parts } from '../parts.ts';
import {
  ADDRESSES_A_SITEMAP,
  type SitemapPage,
  sitemapIndex,
  sitemapName,
  sitemapText,
} from '../site/sitemap-xml.ts';

const CACHE_CONTROL = 'public, max-age=3600';
/** @fastify/compress would compress megabytes anew for each request. */
const NOT_COMPRESSED = { compress: false } as const;
/** Size of the cache in bytes; 50,000 URLs take about 2 MB compressed. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * GET /index-sitemap.xml and /sitemap.xml (the index), /en-US-sitemap.xml, /ko-KR-sitemap.xml with their numbered successors,
 * /robots.txt. Each language lists the same pages in the same order: `staticPaths` (without /ko), places by search type, homes by id.
 * Rebuilt every hour and when the index changes, so that homes that were taken down are not listed.
 */
export function registerSitemapRoutes(
  app: FastifyInstance,
  { settings, store, index, now }: Pick<Parts, 'settings' | 'store' | 'index' | 'now'>,
  staticPaths: readonly string[],
): void {
  const { publicUrl } = settings;
  const rows = store.sitemapRows;

  const texts = new HourCache<Buffer>(now, MAX_BYTES, ({ length }) => length);
  const counts = new HourCache<number>(now, 1, () => 1);

  /** Number of sitemaps of each language; at least one. */
  const countSitemaps = (version: string) =>
    counts.find('sitemaps', version, async () => {
      const [places, homes] = await Promise.all([rows.places(), rows.countHomes()]);
      return Math.max(1, Math.ceil((staticPaths.length + places.length + homes) / ADDRESSES_A_SITEMAP));
    });

  async function sendIndex(reply: FastifyReply) {
    return startXml(reply).send(sitemapIndex(publicUrl, await countSitemaps(index.version())));
  }

  async function sendSitemap(request: FastifyRequest, reply: FastifyReply, locale: Locale, number: number) {
    const name = sitemapName(locale, number);
    const version = index.version();
    if (number > 1 && number > (await countSitemaps(version))) {
      throw new ApiError(404, 'not_found', { values: { path: `/${name}` } });
    }
    const packed = await texts.find(name, version, () =>
      pipeline(Readable.from(sitemapText(publicUrl, locale, pagesOf(number))), createGzip(), (source) =>
        buffer(source),
      ),
    );
    startXml(reply).header('vary', 'Accept-Encoding');
    // For clients without gzip it is unpacked as it is sent, and not compressed again (`NOT_COMPRESSED`).
    if (takesEncoding(request.headers['accept-encoding'], 'gzip')) {
      return reply.header('content-encoding', 'gzip').send(packed);
    }
    return reply.send(Readable.from([packed]).pipe(createGunzip()));
  }

  /** The pages of a sitemap, a few thousand at a time. */
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
    app.get(`/${sitemapName(locale, 1)}`, NOT_COMPRESSED, (request, reply) =>
      sendSitemap(request, reply, locale, 1),
    );
    app.get<{ Params: { number: string } }>(
      `/${LANGUAGE_TAGS[locale]}-sitemap-:number(^(?:[2-9]|[1-9]\\d{1,5})).xml`,
      NOT_COMPRESSED,
      (request, reply) => sendSitemap(request, reply, locale, Number(request.params.number)),
    );
  }

  app.get('/robots.txt', (_, reply) =>
    reply
      .header('cache-control', CACHE_CONTROL)
      .type('text/plain; charset=utf-8')
      .send(robotsText(publicUrl)),
  );
}

/** Private pages. Other pages that must not be indexed say `noindex` themselves, and crawlers must be able to read that. */
const PRIVATE = ['/my-page', '/_my-page', '/realtor/', '/admin/', '/receipt', '/shortlist'];

function robotsText(publicUrl: string): string {
  const barred = PRIVATE.flatMap((path) => LOCALES.map((locale) => `Disallow: ${localePath(locale, path)}`));
  return ['User-agent: *', ...barred, '', `Sitemap: ${publicUrl}/index-sitemap.xml`, ''].join('\n');
}

function placePath({ place, searchType }: SitemapPlace): string {
  return searchPath({ searchType, place });
}

function startXml(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', CACHE_CONTROL).type('application/xml; charset=utf-8');
}
