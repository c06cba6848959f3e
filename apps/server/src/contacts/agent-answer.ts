import type { AgentAnswer, Answerer, PlaceLink, RealtorAnswer } from '@maru/contract';
import type { Gazetteer } from '@maru/gazetteer';
import type { Agent, Realtor, ResponseTime } from '@maru/store';
import { placeLink } from '../search/place-label.ts';

const MOST_PLACES = 12;
/** Fewer contacts say nothing of how soon somebody answers. */
const LEAST_CONTACTS = 5;

/** Places by their slugs; what the gazetteer does not know is left out. */
export function placeLinks(slugs: readonly string[], gazetteer: Pick<Gazetteer, 'findPlace'>): PlaceLink[] {
  return slugs.flatMap((slug) => {
    const place = gazetteer.findPlace(slug);
    return place === undefined ? [] : [placeLink(place)];
  });
}

/** Where anybody may look a licence up; null where we know no such page. */
function licenseUrl(state: string | null, number: string | null): string | null {
  return state === 'CA' && number !== null && /^\d{8}$/.test(number)
    ? `https://www2.dre.ca.gov/PublicASP/pplinfo.asp?License_id=${number}`
    : null;
}

/** An agent with what their profile here says, when there is one: the feed's facts stay the feed's. */
export function agentAnswer(
  agent: Agent,
  own: {
    answeredBy: Answerer;
    realtor: Realtor | undefined;
    picture: string | null;
    response?: ResponseTime | undefined;
  },
  gazetteer: Pick<Gazetteer, 'findPlace'>,
): AgentAnswer {
  const realtor = own.realtor?.verification === 'verified' ? own.realtor : undefined;
  const cities = agent.places.filter((slug) => gazetteer.findPlace(slug)?.kind === 'city');
  const places = [...new Set([...(realtor?.places ?? []), ...cities])];
  const licenseState = agent.licenseState ?? realtor?.licenseState ?? null;
  const office = { name: agent.officeName, phone: agent.officePhone };
  return {
    agentId: agent.agentId,
    name: agent.name,
    nameKo: realtor?.nameKo ?? null,
    licenseNumber: agent.licenseNumber,
    licenseState,
    licenseUrl: licenseUrl(licenseState, agent.licenseNumber),
    licenseVerified: realtor !== undefined,
    brokerName: realtor?.brokerName ?? agent.brokerName,
    office: office.name === null && office.phone === null ? null : office,
    languages: [...new Set([...agent.languages, ...(realtor?.languages ?? [])])],
    places: placeLinks(places, gazetteer).slice(0, MOST_PLACES),
    specialties: [...new Set([...agent.specialties, ...(realtor?.specialties ?? [])])],
    homesListed: agent.homesListed,
    homesSold: agent.dataset === '' ? null : agent.homesSold,
    lastSoldOn: agent.lastSoldOn,
    realtorId: realtor?.realtorId ?? null,
    picture: realtor === undefined ? null : own.picture,
    bioEn: realtor?.bioEn ?? null,
    bioKo: realtor?.bioKo ?? null,
    response:
      realtor === undefined || own.response === undefined || own.response.received < LEAST_CONTACTS
        ? null
        : own.response,
    source: agent.rules?.source ?? null,
    answeredBy: own.answeredBy,
  };
}

/** A profile; its e-mail address and what an admin wrote of it only for `isOwn`: its owner and admins. */
export function realtorAnswer(
  realtor: Realtor,
  own: { isOwn: boolean; picture: string | null },
  gazetteer: Pick<Gazetteer, 'findPlace'>,
): RealtorAnswer {
  return {
    realtorId: realtor.realtorId,
    name: realtor.name,
    nameKo: realtor.nameKo,
    licenseNumber: realtor.licenseNumber,
    licenseState: realtor.licenseState,
    licenseUrl: licenseUrl(realtor.licenseState, realtor.licenseNumber),
    brokerName: realtor.brokerName,
    officeName: realtor.officeName,
    email: own.isOwn ? realtor.email : null,
    phone: realtor.phone,
    bioEn: realtor.bioEn,
    bioKo: realtor.bioKo,
    languages: realtor.languages,
    places: placeLinks(realtor.places, gazetteer),
    specialties: realtor.specialties,
    picture: own.picture,
    dailySummary: own.isOwn ? realtor.dailySummary : null,
    verification: realtor.verification,
    verifiedAt: realtor.verifiedAt?.toISOString() ?? null,
    verificationNote: own.isOwn ? realtor.verificationNote : null,
    createdAt: realtor.createdAt.toISOString(),
    updatedAt: realtor.updatedAt.toISOString(),
    version: realtor.version,
  };
}
