import { AGENT_LANGUAGES, type AgentLanguage, SPECIALTIES, type Specialty } from '@maru/listing/people';

/** The search parameters of the URL. */
export interface AgentSearch {
  /** As typed, or a slug. */
  place: string;
  name: string;
  license: string;
  language: AgentLanguage | '';
  specialty: Specialty | '';
  cursor: string;
}

type PageSearch = Record<string, string | string[] | undefined>;

function readText(search: PageSearch, key: string, maxLength = 100): string {
  const value = search[key];
  return (Array.isArray(value) ? (value[0] ?? '') : (value ?? '')).trim().slice(0, maxLength);
}

/** Parses a URL's query; unknown values are ignored. */
export function parseAgentSearch(search: PageSearch): AgentSearch {
  const text = (key: string) => readText(search, key);
  return {
    place: text('place'),
    name: text('name'),
    license: text('license').slice(0, 40),
    language: AGENT_LANGUAGES.find((one) => one === text('language')) ?? '',
    specialty: SPECIALTIES.find((one) => one === text('specialty')) ?? '',
    cursor: readText(search, 'cursor', 400),
  };
}

/** The path of a search, without /ko and empty fields. */
export function agentSearchPath(search: Partial<AgentSearch>): string {
  const order = ['place', 'name', 'license', 'language', 'specialty', 'cursor'] as const;
  const query = new URLSearchParams(
    order.flatMap((key): [string, string][] => (search[key] ? [[key, search[key]]] : [])),
  ).toString();
  return `/_maru_agent${query === '' ? '' : `?${query}`}`;
}

/** A list of videos (`view=videos`): of one agent, or by place and topic. */
export interface VideoSearch {
  /** Of the agent; empty for all. */
  id: string;
  /** As typed, or a slug. */
  place: string;
  term: string;
  cursor: string;
}

/** Undefined for the address of another page. */
export function parseVideoSearch(search: PageSearch): VideoSearch | undefined {
  if (search.view !== 'videos') return undefined;
  return {
    id: readText(search, 'id'),
    place: readText(search, 'place'),
    term: readText(search, 'term', 40),
    cursor: readText(search, 'cursor', 400),
  };
}

/** The address of a list of videos, without /ko; empty fields are left out. */
export function videoSearchPath(search: Partial<VideoSearch>): string {
  const query = new URLSearchParams({ view: 'videos' });
  for (const key of ['id', 'place', 'term', 'cursor'] as const) if (search[key]) query.set(key, search[key]);
  return `/_maru_agent?${query}`;
}

/** The page of one agent, without /ko. */
export function agentPath(agentId: string): string {
  return `/_maru_agent?id=${encodeURIComponent(agentId)}`;
}
