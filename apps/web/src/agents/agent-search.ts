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

/** Parses a URL's query; unknown values are ignored. */
export function parseAgentSearch(search: Record<string, string | string[] | undefined>): AgentSearch {
  const text = (key: string) => {
    const value = search[key];
    return (Array.isArray(value) ? (value[0] ?? '') : (value ?? '')).trim().slice(0, 100);
  };
  return {
    place: text('place'),
    name: text('name'),
    license: text('license').slice(0, 40),
    language: AGENT_LANGUAGES.find((one) => one === text('language')) ?? '',
    specialty: SPECIALTIES.find((one) => one === text('specialty')) ?? '',
    cursor: (Array.isArray(search.cursor) ? search.cursor[0] : search.cursor)?.slice(0, 400) ?? '',
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

/** The page of one agent, without /ko. */
export function agentPath(agentId: string): string {
  return `/_maru_agent?id=${encodeURIComponent(agentId)}`;
}
