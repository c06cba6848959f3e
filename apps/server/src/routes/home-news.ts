import type { SearchQuery, Want } from '@maru/listing/search';
import type { FastifyInstance } from 'fastify';
import { serve } from '../http/serve.ts';
import type { Parts } from '../parts.ts';
import { localeOfRequest } from '../plugins/errors.ts';
import { findAskedHomes } from '../search/asked-homes.ts';
import { createLoan, parseListQuestion } from '../search/list-question.ts';
import { requirePlaces } from '../search/place-not-found.ts';

/** A change is seen in the ledger some seconds before the index has it, ms: told twice rather than never. */
const MARGIN = 10_000;
const TOTAL: ReadonlySet<Want> = new Set(['total']);

/** GET /home/news: counts by the ledger, so that a browser need not know the homes of a search. Nothing is stored. */
export function registerHomeNewsRoute(app: FastifyInstance, parts: Parts): void {
  const { engine, gazetteer, settings, now } = parts;
  serve(
    app,
    'countNews',
    async (request) => {
      const { query } = parseListQuestion({ ...request.query, want: 'total' });
      requirePlaces(query, gazetteer, localeOfRequest(request));
      const { since, ...search } = query;
      const at = new Date(now() - MARGIN).toISOString();
      const count = async (kind?: NonNullable<SearchQuery['since']>['kind']) => {
        if (kind !== undefined && since === undefined) return 0;
        const asked =
          kind === undefined || since === undefined ? search : { ...search, since: { ...since, kind } };
        const keyword = await findAskedHomes(asked, parts);
        return (
          await engine.search({ query: asked, want: TOTAL, loan: createLoan(asked, settings), keyword })
        ).total;
      };
      const [total, fresh, cheaper] = await Promise.all([count(), count('new'), count('cut')]);
      return { at, total, fresh, cheaper };
    },
    // As of `listHomes`.
    { validatorCompiler: () => () => true },
  );
}
