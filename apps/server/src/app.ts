import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Parts } from './parts.ts';
import { registerDocs } from './plugins/docs.ts';
import { registerErrors, sendNotFound } from './plugins/errors.ts';
import { registerHeaders } from './plugins/headers.ts';
import { registerPages } from './plugins/pages.ts';
import { registerDistrictRoutes } from './routes/district.ts';
import { registerHomeRoutes } from './routes/home.ts';
import { registerMediaRoutes } from './routes/media.ts';
import { registerSiteRoutes } from './routes/site.ts';
import { registerTileRoutes } from './routes/tiles.ts';

/** Requests a minute from one address to the API; pages, pictures and tiles are not counted. */
const CALLS_A_MINUTE = 1_200;

/**
 * The whole service, in the order in which a request meets it. Starts nothing and listens to nothing.
 * `pages: false` leaves the web part out, for tests of the API alone.
 */
export async function buildApp(parts: Parts, options: { pages?: boolean } = {}): Promise<FastifyInstance> {
  const { settings } = parts;
  const app = Fastify({
    logger: { level: settings.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    disableRequestLogging: true,
    trustProxy: settings.mode === 'production' ? 'loopback' : false,
    bodyLimit: 256 * 1024,
    routerOptions: { maxParamLength: 2_000, ignoreDuplicateSlashes: false },
    // A broken percent-escape is a bad request, in the one error shape.
    frameworkErrors: (error, request, reply) => {
      void app.errorHandler(error, request, reply as never);
    },
    ajv: {
      customOptions: { coerceTypes: 'array', removeAdditional: false, useDefaults: true, allErrors: true },
    },
  });
  registerErrors(app);
  registerHeaders(app, settings);
  await app.register(rateLimit, {
    global: false,
    max: CALLS_A_MINUTE,
    timeWindow: '1 minute',
    allowList: (request) =>
      request.headers.host === 'localhost' && request.ip === '127.0.0.1' && settings.mode !== 'production',
  });
  await registerDocs(app, settings.publicUrl);
  registerSiteRoutes(app, parts);
  registerHomeRoutes(app, parts);
  registerDistrictRoutes(app, parts);
  registerMediaRoutes(app, parts);
  registerTileRoutes(app, parts);
  if (options.pages === false) app.setNotFoundHandler(async (request, reply) => sendNotFound(request, reply));
  else await registerPages(app, parts);
  return app;
}
