import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { ICON_COLLECTION, iconsOf } from '../icon-set.ts';
import { isKnown } from '../page-cache.ts';
import { invalidRequest, notFoundAt } from '../refusal.ts';

/** As Iconify names icons and collections. */
const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const MOST_ICONS = 100;
const CACHE_CONTROL = 'public, max-age=86400, stale-while-revalidate=604800';

/**
 * GET /api/_nuxt_icon/{collection}.json?icons=a,b (SPEC.md point 7, "Icons"), in Iconify's JSON. A collection that we do
 * not ship is 404; names that it lacks stand in `not_found`; no names, or what can be none, is 400.
 */
export function registerIconRoutes(app: FastifyInstance): void {
  app.get<{ Params: { file: string }; Querystring: Record<string, unknown> }>(
    '/api/_nuxt_icon/:file',
    async (request, reply) => {
      const [, collection] = /^(.+)\.json$/.exec(request.params.file) ?? [];
      const { icons } = request.query;
      if (icons === undefined || icons === '') throw invalidRequest([{ field: 'icons', reason: 'missing' }]);
      const names = [icons].flat().flatMap((one) => String(one).split(','));
      if (names.length > MOST_ICONS) throw invalidRequest([{ field: 'icons', reason: 'too_many' }]);
      if (!names.every((name) => name.length <= 60 && NAME.test(name)))
        throw invalidRequest([{ field: 'icons', reason: 'malformed' }]);
      if (collection !== ICON_COLLECTION) {
        throw notFoundAt(request.url);
      }
      const body = JSON.stringify(iconsOf(names));
      const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`;
      reply.header('cache-control', CACHE_CONTROL).header('etag', etag);
      if (isKnown(etag, request.headers['if-none-match'])) return reply.code(304).send();
      return reply.type('application/json; charset=utf-8').send(body);
    },
  );
}
