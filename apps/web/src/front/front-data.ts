import type { AgentAnswer, HomeCardAnswer, SourceAnswer, VideoAnswer } from '@maru/contract';
import type { Client } from '@maru/contract/client';
import type { LoaderContext } from '../site/page-module.ts';

/** Common searches, by facts of the home only: nothing here ranks places by their residents (rule R46). */
export const COLLECTIONS = [
  { name: 'cut', icon: 'maru:arrow-down', searchType: 'sale', filters: 'cut=any' },
  { name: 'open', icon: 'maru:calendar', searchType: 'sale', filters: 'open=weekend' },
  { name: 'built', icon: 'maru:building', searchType: 'sale', filters: 'new=1' },
  { name: 'one_story', icon: 'maru:house', searchType: 'sale', filters: 'stories=1' },
  { name: 'adu', icon: 'maru:plan', searchType: 'sale', filters: 'has=adu' },
  { name: 'rent_pets', icon: 'maru:person', searchType: 'rent', filters: 'has=pets' },
  { name: 'rent_furnished', icon: 'maru:check', searchType: 'rent', filters: 'furnished=1' },
  { name: 'rent_short', icon: 'maru:clock', searchType: 'rent', filters: 'lease=6' },
] as const;
type CollectionName = (typeof COLLECTIONS)[number]['name'];

const NEW_HOMES = 8;
/** With fewer homes for sale in the place, the section shows the whole country. */
const LEAST_LOCAL_HOMES = 4;
const AGENTS = 4;
const VIDEOS = 4;

export interface NamedPlace {
  slug: string;
  name: string;
  nameKo: string | null;
}

/** The sections below the box, in the default order. */
const SECTIONS = ['new', 'since', 'places', 'collections', 'agents', 'videos', 'newcomers', 'feeds'] as const;
export type SectionName = (typeof SECTIONS)[number];
/** The sections in the later script: `since` is a line under the box, `new` is in the page's own script. */
export type LaterSection = Exclude<SectionName, 'since' | 'new'>;

export interface FrontData {
  /** Null for the whole country. */
  place: NamedPlace | null;
  homes: HomeCardAnswer[];
  total: number;
  sources: SourceAnswer[];
  /** `sale` is null where it was not counted. */
  places: (NamedPlace & { sale: number | null })[];
  /** Where the collections are: the county of the front page's place. Null without homes. */
  area: NamedPlace | null;
  collections: { name: CollectionName; count: number }[];
  agents: AgentOnFront[];
  videos: VideoAnswer[];
  sections: SectionName[];
  /** ms UTC. */
  now: number;
  searchType: 'sale' | 'rent';
  /** False for a URL with session parameters, which search engines must not index. */
  isPlain: boolean;
}

export type AgentOnFront = Pick<
  AgentAnswer,
  | 'agentId'
  | 'name'
  | 'nameKo'
  | 'licenseNumber'
  | 'licenseState'
  | 'licenseVerified'
  | 'brokerName'
  | 'picture'
  | 'homesListed'
> & { officeName: string | null; isFeatured: boolean };

/**
 * Loads the page: first the site's content, which names the place, then the rest in parallel. Sections that fail are left
 * out; without the content the page is about the whole country.
 */
export async function loadFront({ client, signal, search, locale }: LoaderContext): Promise<FrontData> {
  const optional = <T>(work: Promise<T>) => work.catch(() => null);
  const content = await optional(client.loadSiteContent({ query: { locale }, signal }));
  const { place, area } = content?.front ?? { place: null, area: null };
  const [near, districts, korean, newestVideos, collections] = await Promise.all([
    newHomes(client, place?.slug, signal),
    client.listStates({ signal }),
    optional(client.listAgents({ query: { language: ['ko'], limit: AGENTS }, signal })),
    optional(client.listRealtorVideos({ query: { limit: VIDEOS }, signal })),
    area === null ? [] : countCollections(client, area.slug, signal),
  ]);
  const featured = content?.featured ?? { places: [], agents: [], videos: [] };
  const busiest = districts.busiestCities.map(({ id, name, nameKo, sale }) => ({
    slug: id,
    name,
    nameKo,
    sale,
  }));
  const chosen = featured.places.map(({ slug, name, nameKo }) => ({
    slug,
    name,
    nameKo,
    sale: busiest.find((one) => one.slug === slug)?.sale ?? null,
  }));
  const videos = [...featured.videos, ...(newestVideos?.items ?? [])].filter(
    ({ videoId }, at, all) => all.findIndex((one) => one.videoId === videoId) === at,
  );
  const agents = [
    ...featured.agents.map((agent) => ({ agent, isFeatured: true })),
    ...(korean?.items ?? []).map((agent) => ({ agent, isFeatured: false })),
  ].filter(({ agent }, at, all) => all.findIndex((one) => one.agent.agentId === agent.agentId) === at);
  return {
    place: near.isLocal ? place : null,
    homes: near.homes,
    total: near.total,
    sources: near.sources,
    places: [...chosen, ...busiest.filter(({ slug }) => !chosen.some((one) => one.slug === slug))],
    area,
    collections,
    agents: agents.slice(0, Math.max(AGENTS, featured.agents.length)).map(({ agent, isFeatured }) => ({
      agentId: agent.agentId,
      name: agent.name,
      nameKo: agent.nameKo,
      licenseNumber: agent.licenseNumber,
      licenseState: agent.licenseState,
      licenseVerified: agent.licenseVerified,
      brokerName: agent.brokerName,
      picture: agent.picture,
      homesListed: agent.homesListed,
      officeName: agent.office?.name ?? null,
      isFeatured,
    })),
    videos: videos.slice(0, Math.max(VIDEOS, featured.videos.length)),
    sections:
      content === null
        ? [...SECTIONS]
        : content.sections.flatMap(
            ({ name, isShown }) => SECTIONS.find((one) => isShown && one === name) ?? [],
          ),
    now: Date.now(),
    searchType: search.searchType === 'rent' ? 'rent' : 'sale',
    isPlain: search.isLoggedIn === undefined && search.loginSuccess === undefined,
  };
}

/** The newest homes for sale in a place while it has several, else in the whole country. */
async function newHomes(client: Client, place: string | undefined, signal: AbortSignal) {
  const local =
    place === undefined
      ? null
      : await client.listHomes({ query: `searchType=sale&place=${place}`, signal }).catch(() => null);
  const isLocal = local !== null && local.listings.length >= LEAST_LOCAL_HOMES;
  const answer = isLocal ? local : await client.listHomes({ query: 'searchType=sale', signal });
  return {
    isLocal,
    homes: answer.listings.slice(0, NEW_HOMES),
    total: answer.total,
    sources: answer.sources,
  };
}

/** The collections with homes in an area. One whose request fails is left out. */
async function countCollections(
  client: Client,
  area: string,
  signal: AbortSignal,
): Promise<FrontData['collections']> {
  const counted = await Promise.all(
    COLLECTIONS.map(async ({ name, searchType, filters }) => {
      const query = `searchType=${searchType}&place=${area}&${filters}&want=total`;
      const { total } = await client.listHomes({ query, signal }).catch(() => ({ total: 0 }));
      return { name, count: total };
    }),
  );
  return counted.filter(({ count }) => count > 0);
}
