import { createServer, type RequestListener, type Server } from 'node:http';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { CallLimits } from './call-limits.ts';
import { frontDoor } from './front-door.ts';
import { loggedRequest } from './logged-request.ts';
import type { Parts } from './parts.ts';
import { BODY_LIMIT, registerBodies } from './plugins/bodies.ts';
import { registerDocs } from './plugins/docs.ts';
import { refuseUnreadable, registerErrors, sendNotFound } from './plugins/errors.ts';
import { putHeaders, registerHeaders } from './plugins/headers.ts';
import { registerLimits } from './plugins/limits.ts';
import { registerCors, watchMethods } from './plugins/methods.ts';
import { registerPages } from './plugins/pages.ts';
import { registerSession } from './plugins/session.ts';
import { RealtorPictures } from './realtor-pictures.ts';
import { registerAdminDetailRoutes } from './routes/admin-detail.ts';
import { registerAdminFeedRoutes } from './routes/admin-feeds.ts';
import { registerAdminSiteRoutes } from './routes/admin-site.ts';
import { registerAdminUserRoutes } from './routes/admin-users.ts';
import { registerAdminWordRoutes } from './routes/admin-words.ts';
import { registerAgentRoutes } from './routes/agent.ts';
import { registerDistrictRoutes } from './routes/district.ts';
import { registerHomeRoutes } from './routes/home.ts';
import { registerHomeCardsRoute } from './routes/home-cards.ts';
import { registerHomeListRoute } from './routes/home-list.ts';
import { registerIconRoutes } from './routes/icons.ts';
import { registerMarketRoutes } from './routes/market.ts';
import { registerMediaRoutes } from './routes/media.ts';
import { registerMetricsRoutes } from './routes/metrics.ts';
import { registerOauthRoutes } from './routes/oauth.ts';
import { registerOpenHouseRoute } from './routes/open-house.ts';
import { registerParseRoute } from './routes/parse.ts';
import { registerPlainForms } from './routes/plain-forms.ts';
import { registerPreviewRoutes } from './routes/previews.ts';
import { registerRealtorRoutes } from './routes/realtor.ts';
import { registerRealtorContactRoutes } from './routes/realtor-contacts.ts';
import { registerRealtorVideoRoutes } from './routes/realtor-youtube.ts';
import { registerRemarksRoute } from './routes/remarks.ts';
import { registerReviewRoutes } from './routes/review.ts';
import { registerSavedRoutes } from './routes/saved.ts';
import { registerShortlistRoutes } from './routes/shortlist.ts';
import { registerSiteRoutes } from './routes/site.ts';
import { registerSitemapRoutes } from './routes/sitemaps.ts';
import { registerSourceRoutes } from './routes/source.ts';
import { registerSurroundingsRoute } from './routes/surroundings.ts';
import { registerTileRoutes } from './routes/tiles.ts';
import { registerTokenRoutes } from './routes/token.ts';
import { registerUnsubscribeRoutes } from './routes/unsubscribe.ts';
import { registerUploadRoutes } from './routes/uploads.ts';
import { registerUserRoutes } from './routes/user.ts';
import { VideoFacts } from './video-facts.ts';

/**
 * The whole service, in the order in which a request meets it. Starts nothing and listens to nothing.
 * `pages: false` leaves the web part out, for tests of the API alone.
 */
export async function buildApp(parts: Parts, options: { pages?: boolean } = {}): Promise<FastifyInstance> {
  const { settings } = parts;
  const limits = new CallLimits(settings);
  const app: FastifyInstance = Fastify({
    serverFactory: (inside): Server => {
      const server = createServer(frontDoor({ ...parts, limits }, inside as RequestListener));
      // As Fastify has it for servers of its own: longer than a proxy before us keeps one.
      server.keepAliveTimeout = 72_000;
      server.requestTimeout = 60_000;
      server.headersTimeout = 15_000;
      return server;
    },
    // Asked to end, what is on its way is answered.
    return503OnClosing: false,
    logger: {
      level: settings.logLevel,
      redact: ['req.headers.authorization', 'req.headers.cookie'],
      serializers: { req: loggedRequest },
    },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: limits.trust,
    bodyLimit: BODY_LIMIT,
    routerOptions: { maxParamLength: 2_000, ignoreDuplicateSlashes: false },
    // A broken percent-escape is a bad request, in the one error shape.
    frameworkErrors: (error, request, reply) => {
      putHeaders(reply as never, settings);
      void app.errorHandler(error, request, reply as never);
    },
    clientErrorHandler: refuseUnreadable,
  });
  limits.onUnbelieved = ({ network }) =>
    app.log.warn(
      { network },
      'somebody says in X-Forwarded-For for whom they ask, and TRUST_PROXY does not name it: if it is a proxy, all its visitors are counted as one',
    );
  registerErrors(app);
  registerHeaders(app, settings);
  // Calls of the server to itself ask for no encoding and get none; pages and assets bring their own.
  await app.register(compress, {
    threshold: 1_024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  await registerCors(app, settings);
  registerLimits(app, limits);
  registerSession(app, parts);
  registerBodies(app);
  const refuseOtherMethods = watchMethods(app);
  registerDocs(app, settings.publicUrl);
  registerMetricsRoutes(app, parts);
  registerSiteRoutes(app, parts);
  registerHomeListRoute(app, parts);
  registerHomeRoutes(app, parts);
  registerHomeCardsRoute(app, parts);
  registerSurroundingsRoute(app, parts);
  registerRemarksRoute(app, parts);
  registerOpenHouseRoute(app, parts);
  registerParseRoute(app, parts);
  registerDistrictRoutes(app, parts);
  registerMarketRoutes(app, parts);
  registerSourceRoutes(app, parts);
  registerMediaRoutes(app, parts);
  registerTileRoutes(app, parts, limits);
  registerIconRoutes(app);
  registerPreviewRoutes(app, parts);
  const videoFacts = new VideoFacts({ ...parts, log: app.log });
  const people = { ...parts, realtorPictures: new RealtorPictures(parts), videoFacts };
  registerAgentRoutes(app, people);
  registerRealtorRoutes(app, people);
  registerRealtorContactRoutes(app, people);
  registerRealtorVideoRoutes(app, people);
  registerReviewRoutes(app, people);
  registerUploadRoutes(app, people.realtorPictures, videoFacts);
  registerAdminFeedRoutes(app, parts, limits);
  registerAdminDetailRoutes(app, parts);
  registerAdminUserRoutes(app, parts);
  registerAdminWordRoutes(app, parts);
  registerAdminSiteRoutes(app, people);
  await registerSavedRoutes(app, parts);
  await registerShortlistRoutes(app, parts);
  await registerUnsubscribeRoutes(app, parts);
  await registerPlainForms(app, parts);
  // Cookies are read where people sign in, and nowhere else.
  await app.register(async (scope) => {
    await scope.register(cookie);
    registerTokenRoutes(scope, parts);
    await registerOauthRoutes(scope, parts);
    registerUserRoutes(scope, parts);
  });
  refuseOtherMethods();
  if (options.pages === false) {
    app.setNotFoundHandler(async (request, reply) => sendNotFound(request, reply));
    registerSitemapRoutes(app, parts, []);
  } else {
    const { indexedPaths } = await registerPages(app, parts);
    registerSitemapRoutes(app, parts, indexedPaths);
  }
  return app;
}
