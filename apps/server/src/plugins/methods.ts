import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../env.ts';
import { ApiError } from '../http/api-error.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
type Method = (typeof METHODS)[number];

/**
 * CORS for the origins of `CORS_ORIGINS`; off when there are none. Cookies are not sent, so sessions cannot be
 * refreshed from other sites, except from the site itself when the API is on another host.
 */
export async function registerCors(
  app: FastifyInstance,
  { corsOrigins, publicUrl }: Pick<Settings, 'corsOrigins' | 'publicUrl'>,
): Promise<void> {
  if (corsOrigins.length === 0) return;
  await app.register(cors, {
    origin: [...corsOrigins],
    methods: [...METHODS],
    allowedHeaders: [
      'accept-language',
      'authorization',
      'content-type',
      'idempotency-key',
      'if-match',
      'if-none-match',
    ],
    exposedHeaders: ['etag', 'location', 'ratelimit', 'ratelimit-policy', 'retry-after'],
    credentials: false,
    strictPreflight: false,
    // OPTIONS without a preflight is answered by `watchMethods`.
    preflight: true,
    maxAge: 600,
  });
  const own = new URL(publicUrl).origin;
  // Handlers that set Vary themselves may omit Origin.
  app.addHook('onSend', async ({ headers }, reply) => {
    if (headers.origin === own && reply.getHeader('access-control-allow-origin') === own)
      reply.header('access-control-allow-credentials', 'true');
    const vary = String(reply.getHeader('vary') ?? '');
    if (!/\borigin\b/i.test(vary)) reply.header('vary', vary === '' ? 'Origin' : `${vary}, Origin`);
  });
}

/**
 * Records the methods of each route. Call the returned function after all routes: it adds handlers for the other
 * methods, OPTIONS with 204 and `Allow`, the rest with 405 and `Allow`, before the body is read.
 */
export function watchMethods(app: FastifyInstance): () => void {
  const known = new Map<string, Set<string>>();
  let isWatching = true;
  app.addHook('onRoute', ({ url, method }) => {
    if (!isWatching || url.includes('*')) return;
    const methods = known.get(url) ?? new Set();
    known.set(url, methods);
    for (const one of [method].flat()) methods.add(one);
  });
  return () => {
    isWatching = false;
    for (const [url, methods] of known) {
      if (methods.has('GET')) methods.add('HEAD');
      const allow = [...METHODS.filter((one) => methods.has(one)), 'OPTIONS'].join(', ');
      const others = METHODS.filter((one) => !methods.has(one));
      if (!methods.has('OPTIONS')) {
        app.options(url, async (_, reply) => {
          const patch = methods.has('PATCH') ? { 'accept-patch': ACCEPT_PATCH } : {};
          return reply
            .code(204)
            .headers({ allow, ...patch })
            .send();
        });
      }
      if (others.length > 0) refuseOthers(app, url, others, allow);
    }
  };
}

const ACCEPT_PATCH = 'application/merge-patch+json, application/json';

function refuseOthers(app: FastifyInstance, url: string, others: readonly Method[], allow: string): void {
  app.route({
    // Fastify adds HEAD with GET.
    method: others.filter((one) => one !== 'HEAD' || !others.includes('GET')),
    url,
    onRequest: async (request, reply) => {
      reply.header('allow', allow);
      throw new ApiError(405, 'method_not_allowed', { values: { method: request.method } });
    },
    handler: async () => undefined,
  });
}
