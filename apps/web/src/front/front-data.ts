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

/** The place of the newest homes, while it has some: most visitors (Orange County's Koreans) search there. */
const FIRST_PLACE = 'irvine-ca';
/** The county of the collections. */
const FIRST_COUNTY = 'orange-county-ca';
const NEW_HOMES = 8;
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
  /** The county of the collections; null for the whole country. */
  county: NamedPlace | null;
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

/** Loads the page in parallel. Sections that fail are left out. */
export async function loadFront({ client, signal, search, locale }: LoaderContext): Promise<FrontData> {
  const optional = <T>(work: Promise<T>) => work.catch(() => null);
  const [near, districts, county, content, korean, videos, counts] = await Promise.all([
    newHomes(client, signal),
    client.listStates({ signal }),
    optional(client.findCounty({ params: { id: FIRST_COUNTY }, signal })),
    optional(client.loadSiteContent({ query: { locale }, signal })),
    optional(client.listAgents({ query: { language: ['ko'], limit: AGENTS }, signal })),
    optional(client.listRealtorVideos({ query: { limit: VIDEOS }, signal })),
    countCollections(client, signal),
  ]);
  const featured = content?.featured ?? { places: [], agents: [] };
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
  const agents = [
    ...featured.agents.map((agent) => ({ agent, isFeatured: true })),
    ...(korean?.items ?? []).map((agent) => ({ agent, isFeatured: false })),
  ].filter(({ agent }, at, all) => all.findIndex((one) => one.agent.agentId === agent.agentId) === at);
  const first = busiest.find(({ slug }) => slug === near.slug);
  return {
    place: near.slug === null ? null : (first ?? { slug: near.slug, name: near.slug, nameKo: null }),
    homes: near.homes,
    total: near.total,
    sources: near.sources,
    places: [...chosen, ...busiest.filter(({ slug }) => !chosen.some((one) => one.slug === slug))],
    county:
      county === null ? null : { slug: FIRST_COUNTY, name: county.county.name, nameKo: county.county.nameKo },
    collections: counts,
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
    videos: videos?.items ?? [],
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

/** The newest homes for sale in FIRST_PLACE, else in the whole country. */
async function newHomes(client: Client, signal: AbortSignal) {
  const local = await client
    .listHomes({ query: `searchType=sale&place=${FIRST_PLACE}`, signal })
    .catch(() => null);
  const isLocal = local !== null && local.listings.length >= 4;
  const answer = isLocal ? local : await client.listHomes({ query: 'searchType=sale', signal });
  return {
    slug: isLocal ? FIRST_PLACE : null,
    homes: answer.listings.slice(0, NEW_HOMES),
    total: answer.total,
    sources: answer.sources,
  };
}

/** The collections with homes. One whose request fails is left out. */
async function countCollections(client: Client, signal: AbortSignal): Promise<FrontData['collections']> {
  const counted = await Promise.all(
    COLLECTIONS.map(async ({ name, searchType, filters }) => {
      const query = `searchType=${searchType}&place=${FIRST_COUNTY}&${filters}&want=total`;
      const { total } = await client.listHomes({ query, signal }).catch(() => ({ total: 0 }));
      return { name, count: total };
    }),
  );
  return counted.filter(({ count }) => count > 0);
}
