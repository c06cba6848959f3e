export const VOTES = ['yes', 'maybe', 'no'] as const;
export type Vote = (typeof VOTES)[number];

export interface ShortlistVote {
  homeId: string;
  personId: string;
  /** Null: withdrawn. */
  vote: Vote | null;
  note: string | null;
  /** Time of the vote, ms UTC. */
  at: number;
}

export const MAX_ON_SHORTLIST = { homes: 40, people: 20, note: 500, name: 60, personName: 40 } as const;

/** Per person and home the latest vote wins. Ties go to the greater text, so that all replicas agree. */
export function mergeVotes<V extends ShortlistVote>(...sides: readonly (readonly V[])[]): V[] {
  const last = new Map<string, V>();
  for (const one of sides.flat()) {
    const key = `${one.homeId} ${one.personId}`;
    const known = last.get(key);
    if (known === undefined || isLaterVote(one, known)) last.set(key, one);
  }
  return [...last.values()];
}

function isLaterVote(one: ShortlistVote, other: ShortlistVote): boolean {
  if (one.at !== other.at) return one.at > other.at;
  return voteText(one) > voteText(other);
}

/** Time of a new vote: later than the last one, also after the clock was set back. */
export function nextVoteTime(now: number, last: Pick<ShortlistVote, 'at'> | undefined): number {
  return last === undefined ? now : Math.max(now, last.at + 1);
}

/** Sort key of simultaneous votes, as in the store. */
const voteText = ({ vote, note }: ShortlistVote) => `${vote ?? ''}\n${note === null ? '' : `+${note}`}`;
