import type {
  AgentAnswer,
  Answerer,
  FieldProblem,
  PlaceLink,
  RealtorAnswer,
  VideoAnswer,
} from '@maru/contract';
import type { Gazetteer } from '@maru/gazetteer';
import { licensePage } from '@maru/listing/people';
import type { Agent, Realtor, RealtorVideo, ResponseTime } from '@maru/store';
import { isoDates } from '../http/answer-values.ts';
import { placeLink } from '../search/place-label.ts';

const MAX_PLACES = 12;
/** Minimum number of contacts for a meaningful response time. */
const MIN_CONTACTS = 5;

/** Looks places up by slug; unknown ones are omitted. */
export function placeLinks(slugs: readonly string[], gazetteer: Pick<Gazetteer, 'findPlace'>): PlaceLink[] {
  return slugs.flatMap((slug) => {
    const place = gazetteer.findPlace(slug);
    return place === undefined ? [] : [placeLink(place)];
  });
}

/** A problem for each slug of a field `places` that is no place. */
export function unknownPlaces(
  slugs: readonly string[] | undefined,
  gazetteer: Pick<Gazetteer, 'findPlace'>,
): FieldProblem[] {
  return (slugs ?? []).flatMap<FieldProblem>((slug, at) =>
    gazetteer.findPlace(slug) === undefined ? [{ field: `places.${at}`, reason: 'unknown_value' }] : [],
  );
}

/**
 * An agent of a feed, with their profile on this site when there is one. The profile never overrides the feed's data.
 */
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
    licenseUrl: licensePage(licenseState, agent.licenseNumber),
    licenseVerified: realtor !== undefined,
    brokerName: realtor?.brokerName ?? agent.brokerName,
    office: office.name === null && office.phone === null ? null : office,
    languages: [...new Set([...agent.languages, ...(realtor?.languages ?? [])])],
    places: placeLinks(places, gazetteer).slice(0, MAX_PLACES),
    specialties: [...new Set([...agent.specialties, ...(realtor?.specialties ?? [])])],
    homesListed: agent.homesListed,
    homesSold: agent.dataset === '' ? null : agent.homesSold,
    lastSoldOn: agent.lastSoldOn,
    realtorId: realtor?.realtorId ?? null,
    picture: realtor === undefined ? null : own.picture,
    bioEn: realtor?.bioEn ?? null,
    bioKo: realtor?.bioKo ?? null,
    response:
      realtor === undefined || own.response === undefined || own.response.received < MIN_CONTACTS
        ? null
        : own.response,
    source: agent.rules?.source ?? null,
    answeredBy: own.answeredBy,
  };
}

/** A profile. `isOwn`, for its owner and admins, includes the email address and the admin's note. */
export function realtorAnswer(
  realtor: Realtor,
  own: { isOwn: boolean; picture: string | null },
  gazetteer: Pick<Gazetteer, 'findPlace'>,
): RealtorAnswer {
  const { isOwn, picture } = own;
  return {
    ...isoDates(realtor),
    licenseUrl: licensePage(realtor.licenseState, realtor.licenseNumber),
    places: placeLinks(realtor.places, gazetteer),
    picture,
    email: isOwn ? realtor.email : null,
    dailySummary: isOwn ? realtor.dailySummary : null,
    verificationNote: isOwn ? realtor.verificationNote : null,
  };
}

/** A realtor's video as the API sends it. */
export function videoAnswer(
  video: RealtorVideo,
  { gazetteer }: { gazetteer: Pick<Gazetteer, 'findPlace'> },
): VideoAnswer {
  return {
    ...isoDates(video),
    places: placeLinks(video.places, gazetteer),
    picture: video.hasPicture ? `/uploads/youtube/${video.youtubeId}.webp` : null,
  };
}
