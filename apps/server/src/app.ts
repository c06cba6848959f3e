import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Parts } from './parts.ts';
import { registerDocs } from './plugins/docs.ts';
import { refuseUnreadable, registerErrors, sendNotFound } from './plugins/errors.ts';
import { putHeaders, registerHeaders } from './plugins/headers.ts';
import { registerLimits } from './plugins/limits.ts';
import { registerPages } from './plugins/pages.ts';
import { registerDistrictRoutes } from './routes/district.ts';
import { registerHomeRoutes } from './routes/home.ts';
import { registerMediaRoutes } from './routes/media.ts';
import { registerMetricsRoutes } from './routes/metrics.ts';
import { registerSiteRoutes } from './routes/site.ts';
import { registerSourceRoutes } from './routes/source.ts';
import { registerTileRoutes } from './routes/tiles.ts';

/**
 * The whole service, in the order in which a request meets it. Starts nothing and listens to nothing.
 * `pages: false` leaves the web part out, for tests of the API alone.
 */
export async function buildApp(parts: Parts, options: { pages?: boolean } = {}): Promise<FastifyInstance> {
  const { settings } = parts;
  const app = Fastify({
    logger: { level: settings.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.mode === 'production' ? 'loopback' : false,
    bodyLimit: 256 * 1024,
    routerOptions: { maxParamLength: 2_000, ignoreDuplicateSlashes: false },
    // A broken percent-escape is a bad request, in the one error shape.
    frameworkErrors: (error, request, reply) => {
      putHeaders(reply as never, settings);
      void app.errorHandler(error, request, reply as never);
    },
    clientErrorHandler: refuseUnreadable,
    ajv: {
      customOptions: { coerceTypes: 'array', removeAdditional: false, useDefaults: true, allErrors: true },
    },
  });
  registerErrors(app);
  registerHeaders(app, settings);
  // Calls of the server to itself ask for no encoding and get none; pages and assets bring their own.
  await app.register(compress, {
    threshold: 1_024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  await registerLimits(app, settings);
  await registerDocs(app, settings.publicUrl);
  registerMetricsRoutes(app, parts);
  registerSiteRoutes(app, parts);
  registerHomeRoutes(app, parts);
  registerDistrictRoutes(app, parts);
  registerSourceRoutes(app, parts);
  registerMediaRoutes(app, parts);
  registerTileRoutes(app, parts);
  if (options.pages === false) app.setNotFoundHandler(async (request, reply) => sendNotFound(request, reply));
  else await registerPages(app, parts);
  return app;
}
