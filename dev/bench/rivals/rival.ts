import type { SearchAnswer, SearchRequest } from '@maru/listing/search';

/** An answer without the cards: an engine of others says which homes stand on the page, which favours it. */
export type PlainAnswer = Omit<SearchAnswer, 'listings'> & { ids: string[] };

/** Who answers the questions of a measurement, filled and warm. */
export interface Rival {
  readonly name: string;
  answer(request: SearchRequest): Promise<PlainAnswer>;
  close(): Promise<void>;
}

export function withoutCards({ listings, ...answer }: SearchAnswer): PlainAnswer {
  return { ...answer, ids: listings.map(({ homeId }) => homeId) };
}
