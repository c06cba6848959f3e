import { LANGUAGE_TAGS, parseLocale } from '@maru/words';
import { WORD_PARTS, wordsOfParts } from '@maru/words/parts';
import { compileMessages } from '@maru/words/server';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { inTurn } from '../front-door/current-visit.ts';
import { FairQueue } from '../front-door/fair-queue.ts';
import { isKnown } from '../http/conditional-request.ts';
import { EncodedBody, sendEncoded } from '../http/encoded-body.ts';
import { serve } from '../http/serve.ts';
import type { Parts } from '../parts.ts';
import { assignExperiments } from '../site/assign-experiments.ts';

/** Cached bodies of all message sets. Pages request a dozen combinations of parts of each. */
const MAX_BODIES = 200;
/** Brotli quality: compressed once, cached forever by browsers. */
const WORDS_QUALITY = 9;
/** Anybody can request any combination of parts: one is made at a time, fair by address. */
const MAKING = { total: 1, perKey: 1, waiting: 1_000, waitingPerKey: 20, patience: 10_000 };

/** GET /ping, /translation, /healthz, /readyz. */
export function registerSiteRoutes(
  app: FastifyInstance,
  parts: Pick<Parts, 'isReady' | 'lag' | 'admission' | 'settings' | 'content'>,
): void {
  serve(app, 'ping', async () => ({ ok: true as const }));
  serve(app, 'commonPing', async () => ({ ok: true as const }));

  /** By message set, form and parts. */
  const bodies = new LRUCache<string, EncodedBody>({ max: MAX_BODIES });
  const making = new FairQueue(MAKING);
  /** By message set. */
  const compiled = new WeakMap<object, ReturnType<typeof compileMessages>>();
  serve(app, 'loadTranslation', async (request, reply) => {
    const { query, headers, log } = request;
    const locale = parseLocale(query.locale) ?? 'en';
    const words = await parts.content.findWords(locale, query.v);
    const { version, messages } = words;
    const asked = query.parts?.split(',');
    const wanted = asked === undefined ? [] : WORD_PARTS.filter((part) => asked.includes(part));
    const isCompiled = query.form === 'compiled';
    const name = [
      locale,
      version,
      isCompiled ? 'compiled' : 'icu',
      asked === undefined ? 'all' : wanted.join(),
    ];
    const key = name.join(' ');
    const acceptEncoding = headers['accept-encoding'];
    const load = async (): Promise<EncodedBody> => {
      const found = bodies.get(key) ?? new EncodedBody(Buffer.from(writeMessages()), WORDS_QUALITY);
      bodies.set(key, found);
      await found.in(acceptEncoding).body;
      return found;
    };
    const writeMessages = () => {
      let all: ReturnType<typeof compileMessages> = messages;
      if (isCompiled) {
        const onError = (error: Error, key: string) =>
          log.error({ err: error, key }, 'a message could not be read');
        all = compiled.get(words) ?? compileMessages(messages, onError);
        compiled.set(words, all);
      }
      const some = asked === undefined ? all : wordsOfParts(all, wanted);
      return JSON.stringify({ locale: LANGUAGE_TAGS[locale], version, messages: some });
    };
    const etag = `W/"${version}"`;
    reply.header('etag', etag);
    reply.header(
      'cache-control',
      query.v === version ? 'public, max-age=31536000, immutable' : 'public, max-age=60',
    );
    if (isKnown(etag, headers)) return reply.code(304).send();
    reply.header('vary', 'accept-encoding');
    const cached = bodies.get(key);
    const body = cached?.isReady(acceptEncoding) ? cached : await inTurn(making, load);
    return await sendEncoded(body, request, reply.type('application/json; charset=utf-8'));
  });

  serve(app, 'loadExperiments', async ({ query, headers }, reply) => {
    const { experiments } = parts.settings.thirdParties;
    const isOptedOut = headers['sec-gpc'] === '1';
    reply.header('cache-control', 'private, no-store');
    return { assignments: isOptedOut ? {} : assignExperiments(experiments, query.visitor) };
  });

  app.get('/healthz', async () => ({ ok: true }));
  app.get('/readyz', async (_, reply) => {
    const readiness = describeReadiness(parts);
    return reply
      .code(readiness.ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(readiness);
  });
}

/**
 * Whether a load balancer should send requests here, and why not. A process that cannot reach the store stays ready: with the store
 * down for all processes none would be left.
 */
function describeReadiness({
  isReady,
  lag,
  admission,
  settings,
}: Pick<Parts, 'isReady' | 'lag' | 'admission' | 'settings'>) {
  const behind = lag();
  const isLate = behind !== undefined && !behind.isStoreAway && behind.seconds > settings.maxLag;
  return {
    ready: isReady() && !isLate && !admission.isDraining,
    ...(admission.isDraining ? { ending: true } : {}),
    ...(behind === undefined
      ? {}
      : {
          lag: { changes: behind.changes, seconds: behind.seconds },
          isStoreAway: behind.isStoreAway,
          ...(behind.isReloading ? { isReloading: true } : {}),
        }),
  };
}
