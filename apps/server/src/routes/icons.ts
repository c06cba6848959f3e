import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { invalidRequest, notFoundAt } from '../http/api-error.ts';
import { isKnown } from '../http/conditional-request.ts';
import { EncodedBody, sendEncoded } from '../http/encoded-body.ts';
import { RecentAnswers } from '../http/recent-answers.ts';
import { ICON_COLLECTION, selectIcons } from '../site/icon-set.ts';

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const MAX_ICONS = 100;
/** Cached responses; one of a hundred icons has about 30 KB. */
const MAX_ANSWERS = 200;
const CACHE_CONTROL = 'public, max-age=86400, stale-while-revalidate=604800';

/**
 * GET /api/_nuxt_icon/{collection}.json?icons=a,b (rule S7.5), in Iconify's JSON. Another collection than ours is 404; `not_found`
 * lists unknown names; missing or malformed names are 400. Bodies are cached compressed, by the set of names.
 */
export function registerIconRoutes(app: FastifyInstance): void {
  const answers = new RecentAnswers<{ body: EncodedBody; etag: string }>(MAX_ANSWERS);
  app.get<{ Params: { file: string }; Querystring: Record<string, unknown> }>(
    '/api/_nuxt_icon/:file',
    async (request, reply) => {
      const [, collection] = /^(.+)\.json$/.exec(request.params.file) ?? [];
      const { icons } = request.query;
      if (icons === undefined || icons === '') throw invalidRequest([{ field: 'icons', reason: 'missing' }]);
      const names = [icons].flat().flatMap((one) => String(one).split(','));
      if (names.length > MAX_ICONS) throw invalidRequest([{ field: 'icons', reason: 'too_many' }]);
      if (!names.every((name) => name.length <= 60 && NAME.test(name)))
        throw invalidRequest([{ field: 'icons', reason: 'malformed' }]);
      if (collection !== ICON_COLLECTION) throw notFoundAt(request.url);
      const asked = [...new Set(names)].sort();
      const { body, etag } = answers.find(asked.join(','), '', () => makeAnswer(asked));
      reply.headers({ 'cache-control': CACHE_CONTROL, etag, vary: 'Accept-Encoding' });
      if (isKnown(etag, request.headers)) return reply.code(304).send();
      return await sendEncoded(body, request, reply.type('application/json; charset=utf-8'));
    },
  );
}

/** `etag` is weak: the encodings differ in bytes. */
function makeAnswer(names: readonly string[]): { body: EncodedBody; etag: string } {
  const plain = Buffer.from(JSON.stringify(selectIcons(names)));
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 16);
  return { body: new EncodedBody(plain), etag: `W/"${tag}"` };
}
