import { createServer, type RequestListener, type Server } from 'node:http';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import { SEARCH_TYPES } from '@maru/listing';
import { MINUTE_MS } from '@maru/listing/time';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { noteConnection } from './front-door/accept-first.ts';
import { frontDoor } from './front-door/front-door.ts';
import { RateLimits } from './front-door/rate-limits.ts';
import { RequestClasses, ROUTER_OPTIONS } from './front-door/request-class.ts';
import { loggedRequest } from './http/logged-request.ts';
import type { Warn } from './http/rare-warning.ts';
import { RealtorPictures } from './media/realtor-pictures.ts';
import { SourceLogos } from './media/source-logos.ts';
import { VideoFacts } from './media/video-facts.ts';
import type { Parts } from './parts.ts';
import { registerAdmission } from './plugins/admission.ts';
import { BODY_LIMIT, registerBodies } from './plugins/bodies.ts';
import { registerDevPages } from './plugins/dev-pages.ts';
import { registerDocs } from './plugins/docs.ts';
import { refuseUnreadable, registerErrors, sendNotFound } from './plugins/errors.ts';
import { putHeaders, registerHeaders } from './plugins/headers.ts';
import { registerCors, watchMethods } from './plugins/methods.ts';
import { registerPages } from './plugins/pages.ts';
import { registerRateLimits } from './plugins/rate-limits.ts';
import { registerSession } from './plugins/session.ts';
import { registerAdminDetailRoutes } from './routes/admin/admin-detail.ts';
import { registerAdminFeedRoutes } from './routes/admin/admin-feeds.ts';
import { registerAdminSiteRoutes } from './routes/admin/admin-site.ts';
import { registerAdminUserRoutes } from './routes/admin/admin-users.ts';
import { registerAdminWordRoutes } from './routes/admin/admin-words.ts';
import { registerDistrictRoutes } from './routes/district.ts';
import { registerHomeRoutes } from './routes/home.ts';
import { registerHomeCardsRoute } from './routes/home-cards.ts';
import { registerHomeListRoute } from './routes/home-list.ts';
import { registerHomeNewsRoute } from './routes/home-news.ts';
import { registerIconRoutes } from './routes/icons.ts';
import { registerMarketRoutes } from './routes/market.ts';
import { registerMediaRoutes, registerSourceLogoRoute } from './routes/media.ts';
import { registerMetricsRoutes } from './routes/metrics.ts';
import { registerOpenHouseRoute } from './routes/open-house.ts';
import { registerParseRoute } from './routes/parse.ts';
import { registerOauthRoutes } from './routes/people/oauth.ts';
import { registerReviewRoutes } from './routes/people/review.ts';
import { registerSavedRoutes } from './routes/people/saved.ts';
import { registerShortlistRoutes } from './routes/people/shortlist.ts';
import { registerTokenRoutes } from './routes/people/token.ts';
import { registerUnsubscribeRoutes } from './routes/people/unsubscribe.ts';
import { registerUploadRoutes } from './routes/people/uploads.ts';
import { registerUserRoutes } from './routes/people/user.ts';
import { registerPreviewRoutes } from './routes/previews.ts';
import { registerAgentRoutes } from './routes/realtors/agent.ts';
import { registerAgentLinkRoutes } from './routes/realtors/agent-links.ts';
import { registerPlainForms } from './routes/realtors/plain-forms.ts';
import { registerRealtorRoutes } from './routes/realtors/realtor.ts';
import { registerRealtorContactRoutes } from './routes/realtors/realtor-contacts.ts';
import { registerRealtorVideoRoutes } from './routes/realtors/realtor-youtube.ts';
import { registerRemarksRoute } from './routes/remarks.ts';
import { registerSecurityTxt } from './routes/security-txt.ts';
import { registerSiteRoutes } from './routes/site.ts';
import { registerSitemapRoutes } from './routes/sitemaps.ts';
import { registerSourceRoutes } from './routes/source.ts';
import { registerSurroundingsRoute } from './routes/surroundings.ts';
import { registerTileRoutes } from './routes/tiles.ts';

/**
 * Builds the service; plugins and routes are registered in request order. Does not listen. `pages: false` omits the web
 * pages, for tests of the API.
 */
export async function buildApp(parts: Parts, options: { pages?: boolean } = {}): Promise<FastifyInstance> {
  const { settings, gazetteer, index } = parts;
  gazetteer.followAreas({
    version: () => index.version(),
    counts: () => SEARCH_TYPES.map((searchType) => index.countsByPlace(searchType)),
  });
  const limits = new RateLimits(settings);
  const classes = new RequestClasses();
  const app: FastifyInstance = Fastify({
    serverFactory: (inside): Server => {
      // The front door rejects HTTP/1.1 without `Host` with an API error; Node would send an empty body.
      const options = { requireHostHeader: false };
      const server = createServer(
        options,
        frontDoor({ ...parts, limits, classes }, inside as RequestListener),
      );
      // Fastify's default: longer than the idle timeout of common proxies.
      server.keepAliveTimeout = 72_000;
      server.headersTimeout = 15_000;
      // Allows a large photo over a slow mobile connection; `BodyDeadline` ends slower uploads earlier.
      server.requestTimeout = 30 * MINUTE_MS;
      // Ends connections whose client does not read the response.
      server.timeout = 120_000;
      server.on('connection', noteConnection);
      return server;
    },
    // Requests in flight are answered during shutdown.
    return503OnClosing: false,
    logger: {
      level: settings.logLevel,
      redact: ['req.headers.authorization', 'req.headers.cookie'],
      serializers: { req: loggedRequest },
    },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: limits.trust,
    bodyLimit: BODY_LIMIT,
    routerOptions: ROUTER_OPTIONS,
    // A malformed percent-escape is a 400 with an API error.
    frameworkErrors: (error, request, reply) => {
      putHeaders(reply as never, settings);
      void app.errorHandler(error, request, reply as never);
    },
    clientErrorHandler: refuseUnreadable,
  });
  limits.onUnbelieved = ({ network }) =>
    app.log.warn(
      { network },
      'X-Forwarded-For from an address that TRUST_PROXY does not include; if it is a proxy, all its visitors share one rate limit',
    );
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) classes.add(one, url);
  });
  registerErrors(app);
  registerHeaders(app, settings);
  // Injected requests send no Accept-Encoding and stay uncompressed; pages and assets are compressed elsewhere.
  await app.register(compress, {
    threshold: 1_024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  await registerCors(app, settings);
  registerRateLimits(app, limits);
  registerSession(app, parts);
  registerAdmission(app, parts.admission, limits);
  registerBodies(app);
  const refuseOtherMethods = watchMethods(app);
  registerDocs(app, settings.publicUrl);
  registerMetricsRoutes(app, parts);
  registerSiteRoutes(app, parts);
  registerSecurityTxt(app, parts);
  registerHomeListRoute(app, parts);
  registerHomeNewsRoute(app, parts);
  registerHomeRoutes(app, parts);
  registerHomeCardsRoute(app, parts);
  registerSurroundingsRoute(app, parts);
  registerRemarksRoute(app, parts);
  registerOpenHouseRoute(app, parts);
  registerParseRoute(app, parts);
  registerDistrictRoutes(app, parts);
  registerMarketRoutes(app, parts);
  registerSourceRoutes(app, parts);
  const warn: Warn = (facts, message) => app.log.warn(facts, message);
  registerMediaRoutes(app, parts);
  registerSourceLogoRoute(app, { ...parts, logos: new SourceLogos({ warn }) });
  registerTileRoutes(app, parts);
  registerIconRoutes(app);
  registerPreviewRoutes(app, parts);
  const videoFacts = new VideoFacts({ ...parts, log: app.log });
  const people = { ...parts, realtorPictures: new RealtorPictures({ ...parts, warn }), videoFacts };
  registerAgentRoutes(app, people);
  registerRealtorRoutes(app, people);
  registerAgentLinkRoutes(app, people);
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
  // Cookies are parsed only on the sign-in routes.
  await app.register(async (scope) => {
    await scope.register(cookie);
    registerTokenRoutes(scope, parts);
    await registerOauthRoutes(scope, parts);
    await registerUserRoutes(scope, parts);
  });
  refuseOtherMethods();
  if (options.pages === false) {
    app.setNotFoundHandler(async (request, reply) => sendNotFound(request, reply));
    registerSitemapRoutes(app, parts, []);
  } else {
    await registerDevPages(app, parts.settings);
    const { indexedPaths } = await registerPages(app, parts);
    registerSitemapRoutes(app, parts, indexedPaths);
  }
  return app;
}
