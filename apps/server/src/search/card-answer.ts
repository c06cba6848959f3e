import type { HomeCardAnswer } from '@maru/contract';
import type { Gazetteer } from '@maru/gazetteer';
import { type HomeCard, toStatusFilter } from '@maru/listing';
import { homePath } from '@maru/listing/places';

const iso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

/**
 * A card as the API sends it, with the page's path and the city's Korean name and without internal fields. Every field
 * is listed explicitly, since it becomes public.
 */
export function cardAnswer(card: HomeCard, gazetteer: Pick<Gazetteer, 'findPlace'>): HomeCardAnswer {
  const { city } = card.placeIds;
  return {
    homeId: card.homeId,
    path: homePath(card),
    searchType: card.searchType,
    dataset: card.dataset,
    listingId: card.listingId,
    homeType: card.homeType,
    standardStatus: card.standardStatus,
    listPrice: card.listPrice,
    previousListPrice: card.previousListPrice,
    priceChangedAt: iso(card.priceChangedAt),
    bedroomsTotal: card.bedroomsTotal,
    bathroomsTotalDecimal: card.bathroomsTotalDecimal,
    livingArea: card.livingArea,
    lotSizeSquareFeet: card.lotSizeSquareFeet,
    yearBuilt: card.yearBuilt,
    associationFeeMonthly: card.associationFeeMonthly,
    ...(card.searchType === 'rent' ? { requiredFeesMonthly: card.requiredFeesMonthly } : {}),
    ...(toStatusFilter(card.standardStatus) === 'sold' ? { closeDate: card.closeDate } : {}),
    listedAt: iso(card.listedAt),
    streetLine: card.streetLine,
    unitNumber: card.unitNumber,
    city: card.city,
    cityKo: city === null ? null : (gazetteer.findPlace(city)?.nameKo ?? null),
    stateOrProvince: card.stateOrProvince,
    postalCode: card.postalCode,
    addressWithheld: card.addressWithheld,
    latitude: card.latitude,
    longitude: card.longitude,
    photo: card.photo,
    photoAlteration: [...card.photoAlteration],
    photosCount: card.photosCount,
    nextOpenHouse: card.nextOpenHouse,
    listAgentFullName: card.listAgentFullName,
    listAgentStateLicense: card.listAgentStateLicense,
    listOfficeName: card.listOfficeName,
    listOfficePhone: card.listOfficePhone,
  };
}
