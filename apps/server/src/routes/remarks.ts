import { ROUTES, type TranslatedRemarksAnswer } from '@maru/contract';
import type { FastifyInstance } from 'fastify';
import { createTranslator, TranslationFailed } from '../feeds/translator.ts';
import { ApiError, orNotFound } from '../http/api-error.ts';
import { serve } from '../http/serve.ts';
import type { Parts } from '../parts.ts';

type RemarksParts = Pick<Parts, 'settings' | 'store' | 'clock' | 'translator'>;

/** `Retry-After` in seconds when the provider fails. */
const RETRY_AFTER = 30;

/** GET /home/remarks: a listing's remarks in Korean, translated by the configured service. */
export function registerRemarksRoute(app: FastifyInstance, parts: RemarksParts): void {
  const { settings, store, clock } = parts;
  const own = createTranslator(settings);
  serve(app, 'translateRemarks', async (request): Promise<TranslatedRemarksAnswer> => {
    const { homeId } = request.query;
    const translator = parts.translator ?? own;
    const nothing = new ApiError(404, 'not_found', { values: { path: ROUTES.translateRemarks.path } });
    if (translator === null) throw nothing;
    const home = orNotFound(await store.loadHome(homeId), 'home_not_found', { homeId });
    // A dataset whose license is not known to this process may not be displayed.
    orNotFound(clock.findSource(home.listing.dataset), 'home_not_found', { homeId });
    const { publicRemarks } = home.listing;
    if (publicRemarks === null) throw nothing;
    try {
      const text = await translator.translate(publicRemarks);
      return { homeId, locale: 'ko', text, provider: translator.host };
    } catch (error) {
      if (!(error instanceof TranslationFailed)) throw error;
      request.log.warn({ provider: translator.host, reason: error.message }, 'no translation');
      throw new ApiError(503, 'unavailable', { retryAfter: RETRY_AFTER });
    }
  });
}
