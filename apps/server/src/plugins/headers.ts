import type { FastifyInstance, FastifyReply } from 'fastify';
import { isLoopback, type Settings } from '../env.ts';
import { ApiError } from '../http/api-error.ts';

/** Headers of every response. In trial mode only loopback host names are served (against DNS rebinding). */
export function registerHeaders(app: FastifyInstance, settings: Settings): void {
  app.addHook('onRequest', async (request, reply) => {
    putHeaders(reply, settings);
    if (settings.mode !== 'production' && !isLoopback(request.hostname)) {
      throw new ApiError(400, 'invalid_request');
    }
  });
}

/** For responses to malformed URLs, which skip the hooks. */
export function putHeaders(reply: FastifyReply, settings: Settings): void {
  reply.headers(securityHeaders(settings));
}

export function securityHeaders({ mode }: Pick<Settings, 'mode'>): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(self)',
    ...(mode === 'production' ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}
