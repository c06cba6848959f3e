import type { HomeCardAnswer } from '@maru/contract';
import type { Gazetteer } from '@maru/gazetteer';
import { type HomeCard, homePath } from '@maru/listing';

const iso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

/** A card as the API sends it: the page's path and the city's Korean name added, the inner fields left out. */
export function cardAnswer(card: HomeCard, gazetteer: Gazetteer): HomeCardAnswer {
  const { placeIds, listingKey, closeDate, modificationTimestamp, ...shown } = card;
  return {
    ...shown,
    photoAlteration: [...card.photoAlteration],
    path: homePath(card),
    cityKo: placeIds.city === null ? null : (gazetteer.findPlace(placeIds.city)?.nameKo ?? null),
    priceChangedAt: iso(card.priceChangedAt),
    listedAt: iso(card.listedAt),
  };
}
