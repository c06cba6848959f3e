import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../http/api-error.ts';
import type { Parts } from '../parts.ts';

/**
 * GET /metrics in Prometheus' format, and the timing of every answer. In production only for who sends
 * `METRICS_TOKEN`; without that setting there is no such page. A trial listens to loopback alone, and is open.
 */
export function registerMetricsRoutes(
  app: FastifyInstance,
  { metrics, settings }: Pick<Parts, 'metrics' | 'settings'>,
): void {
  app.addHook('onResponse', async (request, reply) => {
    metrics.httpAnswer({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: reply.elapsedTime,
    });
  });

  app.get('/metrics', async (request, reply) => {
    const isOpen = settings.mode !== 'production';
    if (!isOpen && settings.metricsToken === '') {
      throw new ApiError(404, 'not_found', { values: { path: '/metrics' } });
    }
    if (!isOpen && !isSame(request.headers.authorization ?? '', `Bearer ${settings.metricsToken}`)) {
      reply.header('www-authenticate', 'Bearer');
      throw new ApiError(401, 'unauthorized');
    }
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.read());
  });
}

function isSame(given: string, own: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(own)];
  return a.length === b.length && timingSafeEqual(a, b);
}
