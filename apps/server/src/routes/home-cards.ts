import type { HomeCardsAnswer } from '@maru/contract';
import type { HomeCard } from '@maru/listing';
import { loanFactors } from '@maru/listing/money';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../http/api-error.ts';
import { serve } from '../http/serve.ts';
import type { Parts } from '../parts.ts';
import { cardAnswer } from '../search/card-answer.ts';
import { costAnswer } from '../search/home-list-json.ts';
import { createLoan, loanAnswer } from '../search/list-question.ts';

type CardParts = Pick<Parts, 'index' | 'isReady' | 'gazetteer' | 'clock' | 'settings'>;

/** GET /home/cards: read from the index, which has only homes that may be displayed. */
export function registerHomeCardsRoute(app: FastifyInstance, parts: CardParts): void {
  const { index, gazetteer, clock, settings } = parts;
  serve(app, 'listCards', async (request, reply): Promise<HomeCardsAnswer> => {
    // Every home would be missing from an index that is not loaded.
    if (!parts.isReady()) throw new ApiError(503, 'unavailable', { retryAfter: 5 });
    const ids = [...new Set(request.query.homeId)];
    const cards = ids.flatMap((id): HomeCard | HomeCard[] => index.findCard(id) ?? []);
    const found = new Set(cards.map(({ homeId }) => homeId));
    const terms = createLoan({ searchType: 'sale' }, settings);
    const factors = loanFactors(terms);
    reply.header('cache-control', 'private, max-age=0');
    return {
      listings: cards.map((card) => ({
        ...cardAnswer(card, gazetteer),
        monthlyCost: costAnswer(card, factors),
      })),
      gone: ids.filter((id) => !found.has(id)),
      loan: loanAnswer(terms, true, settings),
      sources: clock.sources(),
    };
  });
}
