import { ApiError, type Client } from '@maru/contract/client';
import { AgentDetail, type AgentDetailProps } from '../agents/agent-detail.tsx';
import { AgentList } from '../agents/agent-list.tsx';
import {
  type AgentSearch,
  agentPath,
  agentSearchPath,
  parseAgentSearch,
  parseVideoSearch,
  type VideoSearch,
  videoSearchPath,
} from '../agents/agent-search.ts';
import { VideoList, type VideoListProps } from '../agents/video-list.tsx';
import { orderNames } from '../contact/agent-words.ts';
import type { Words } from '../i18n/words.tsx';
import { MixedSources, SourceNotes } from '../listing/card/attribution.tsx';
import { definePage, type LoaderContext, type PageHead } from '../site/page-module.ts';

export const page = definePage({ loader, head, Page });

type Sources = Awaited<ReturnType<Client['listCards']>>['sources'];
type Data =
  | ({ kind: 'videos' } & VideoListProps)
  | ({ kind: 'one'; sources: Sources } & AgentDetailProps)
  | {
      kind: 'list';
      search: AgentSearch;
      placeName: string | null;
      agents: Awaited<ReturnType<Client['listAgents']>>['items'];
      next: string | undefined;
    };

/** Homes and sales of an agent on the page. */
const HOMES_SHOWN = 8;
const VIDEOS_SHOWN = 12;
const VIDEOS_OF_LIST = 24;

/** A list of videos by `?view=videos`, one agent by `?id=`, else the search of the URL. */
async function loader(context: LoaderContext): Promise<Data> {
  const { search, client, signal, locale } = context;
  const videos = parseVideoSearch(search);
  if (videos !== undefined) return await loadVideos(videos, context);
  const id = search.id;
  if (typeof id === 'string' && id !== '') return await loadOne(id.slice(0, 100), client, signal);
  const asked = parseAgentSearch(search);
  const place = asked.place === '' ? undefined : await findPlace(asked.place, { client, signal });
  const { name, license, language, specialty, cursor } = asked;
  const { items, next } = await client.listAgents({
    query: {
      place: place?.slug,
      name: name || undefined,
      license: license || undefined,
      language: language === '' ? undefined : [language],
      specialty: specialty === '' ? undefined : [specialty],
      cursor: cursor || undefined,
      limit: 20,
    },
    signal,
  });
  return {
    kind: 'list',
    search: { ...asked, place: place?.slug ?? asked.place },
    placeName: formatPlace(place, locale),
    agents: items,
    next,
  };
}

async function loadVideos(
  asked: VideoSearch,
  { client, signal, locale }: LoaderContext,
): Promise<Extract<Data, { kind: 'videos' }>> {
  const [agent, place] = await Promise.all([
    asked.id === '' ? undefined : client.listAgents({ query: { id: asked.id }, signal }),
    asked.place === '' ? undefined : findPlace(asked.place, { client, signal }),
  ]);
  const one = agent?.items[0];
  const hasVideos = one === undefined || one.realtorId !== null;
  const found = hasVideos
    ? await client.listRealtorVideos({
        query: {
          realtorId: one?.realtorId ?? undefined,
          place: place?.slug,
          term: asked.term || undefined,
          cursor: asked.cursor || undefined,
          limit: VIDEOS_OF_LIST,
        },
        signal,
      })
    : { items: [], next: undefined };
  return {
    kind: 'videos',
    search: { ...asked, place: place?.slug ?? asked.place },
    placeName: formatPlace(place, locale),
    agentName: one === undefined ? null : orderNames(one, locale).first,
    videos: found.items,
    next: found.next,
  };
}

function formatPlace(
  place: { name: string; nameKo: string | null } | undefined,
  locale: string,
): string | null {
  return place === undefined ? null : (locale === 'ko' && place.nameKo) || place.name;
}

async function loadOne(id: string, client: Client, signal: AbortSignal): Promise<Data> {
  const [{ items }, homes] = await Promise.all([
    client.listAgents({ query: { id }, signal }),
    client.listAgentHomes({ query: { id, limit: HOMES_SHOWN }, signal }),
  ]);
  // The call answers 404 for an unknown id.
  const agent = items[0] as (typeof items)[number];
  const homeIds = [...homes.listed.homeIds, ...homes.sold.homes.map(({ homeId }) => homeId)];
  const [cards, videos] = await Promise.all([
    homeIds.length === 0 ? undefined : client.listCards({ query: { homeId: homeIds }, signal }),
    agent.realtorId === null
      ? undefined
      : client.listRealtorVideos({ query: { realtorId: agent.realtorId, limit: VIDEOS_SHOWN }, signal }),
  ]);
  const findCards = (homeId: string) => cards?.listings.filter((card) => card.homeId === homeId) ?? [];
  return {
    kind: 'one',
    agent,
    listed: { total: homes.listed.total, homes: homes.listed.homeIds.flatMap(findCards) },
    sold:
      agent.homesSold === null && agent.source !== null
        ? null
        : {
            total: homes.sold.total,
            homes: homes.sold.homes.map(({ homeId, closeDate }) => ({
              closeDate,
              home: findCards(homeId)[0] ?? null,
            })),
          },
    videos: videos?.items ?? [],
    hasMoreVideos: videos?.next !== undefined,
    sources: cards?.sources ?? [],
    now: Date.now(),
  };
}

/** The place of a typed text; undefined if it is unknown. */
async function findPlace(text: string, { client, signal }: Pick<LoaderContext, 'client' | 'signal'>) {
  try {
    return (await client.findPlace({ query: { text }, signal })).place;
  } catch (error) {
    if (error instanceof ApiError && (error.statusCode === 404 || error.statusCode === 400)) return undefined;
    throw error;
  }
}

function head(data: Data, { words }: { words: Words }): PageHead {
  const { t, locale } = words;
  if (data.kind === 'one') {
    const { agent } = data;
    const facts = [agent.brokerName, t('agents.listed_count', { count: agent.homesListed })];
    return {
      title: orderNames(agent, locale).first,
      description: facts.filter((fact) => fact !== null).join(' · '),
      canonical: agentPath(agent.agentId),
    };
  }
  if (data.kind === 'videos') {
    const { search, agentName } = data;
    return {
      title: agentName === null ? t('agents.videos_title') : t('agents.videos_of', { name: agentName }),
      description: t('agents.videos_about'),
      canonical: videoSearchPath({ id: search.id, place: data.placeName === null ? '' : search.place }),
      index: search.term === '' && search.cursor === '',
    };
  }
  const { place, language, name, license, specialty, cursor } = data.search;
  return {
    title: t('agents.title'),
    description: t('agents.about'),
    canonical: agentSearchPath({ place: data.placeName === null ? '' : place, language }),
    index: name === '' && license === '' && specialty === '' && cursor === '',
  };
}

function Page({ data }: { data: Data }) {
  if (data.kind === 'list') return <AgentList {...data} />;
  if (data.kind === 'videos') return <VideoList {...data} />;
  return (
    <MixedSources sources={data.sources}>
      <AgentDetail key={data.agent.agentId} {...data} />
      {data.sources.length === 0 ? null : (
        <div className="mx-auto max-w-[1180px] space-y-2 px-4 text-quiet text-sm md:px-6">
          <SourceNotes sources={data.sources} />
        </div>
      )}
    </MixedSources>
  );
}
