import type { FastifyInstance } from 'fastify';
import { isSameSecret } from '../auth/same-secret.ts';
import { ApiError } from '../http/api-error.ts';
import type { Parts } from '../parts.ts';

/**
 * GET /metrics in Prometheus' format, and the duration of every response. Production requires `METRICS_TOKEN`; without that setting the
 * page is 404. Open in trial mode, which listens on loopback only.
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
    if (!isOpen && !isSameSecret(request.headers.authorization ?? '', `Bearer ${settings.metricsToken}`)) {
      reply.header('www-authenticate', 'Bearer');
      throw new ApiError(401, 'unauthorized');
    }
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.read());
  });
}
