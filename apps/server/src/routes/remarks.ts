import { ROUTES, type TranslatedRemarksAnswer } from '@maru/contract';
import type { FastifyInstance } from 'fastify';
import { createTranslator, TranslationFailed } from '../feeds/translator.ts';
import { ApiError } from '../http/api-error.ts';
import { serve } from '../http/serve.ts';
import type { Parts } from '../parts.ts';

type RemarksParts = Pick<Parts, 'settings' | 'store' | 'clock' | 'translator'>;

/** Seconds after which a provider that has failed may answer. */
const RETRY_AFTER = 30;

/** GET /home/remarks: what a listing says, in Korean, by the machine that the owner has set. */
export function registerRemarksRoute(app: FastifyInstance, parts: RemarksParts): void {
  const { settings, store, clock } = parts;
  const own = createTranslator(settings);
  serve(app, 'translateRemarks', async (request): Promise<TranslatedRemarksAnswer> => {
    const { homeId } = request.query;
    const translator = parts.translator ?? own;
    const nothing = new ApiError(404, 'not_found', { values: { path: ROUTES.translateRemarks.path } });
    if (translator === null) throw nothing;
    const home = await store.loadHome(homeId);
    // As for the home's own page: a dataset whose licence is not known here may not be shown.
    if (home === undefined || clock.sourceOf(home.listing.dataset) === undefined) {
      throw new ApiError(404, 'home_not_found', { data: { homeId } });
    }
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
