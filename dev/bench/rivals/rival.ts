import type { SearchAnswer, SearchRequest } from '@maru/listing/search';

/** An answer with the ids of the page instead of cards, which favors the other engines. */
export type PlainAnswer = Omit<SearchAnswer, 'listings'> & { ids: string[] };

/** An engine that answers the searches of a measurement, filled and warmed up. */
export interface Rival {
  readonly name: string;
  answer(request: SearchRequest): Promise<PlainAnswer>;
  close(): Promise<void>;
}

export function withoutCards({ listings, ...answer }: SearchAnswer): PlainAnswer {
  return { ...answer, ids: listings.map(({ homeId }) => homeId) };
}
