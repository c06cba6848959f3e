export const VOTES = ['yes', 'maybe', 'no'] as const;
export type Vote = (typeof VOTES)[number];

/** What one person says of one home of a family's list. */
export interface ShortlistVote {
  homeId: string;
  personId: string;
  /** Null: taken back. */
  vote: Vote | null;
  note: string | null;
  /** When it was said, ms UTC. */
  at: number;
}

/** How much a list may hold. */
export const MOST_ON_SHORTLIST = { homes: 40, people: 20, note: 500, name: 60, personName: 40 } as const;

/**
 * All that was said, from however many sides, in whatever order and however often it came: of each person about each home
 * the last word by its time. Two words of one moment: the greater text, so that every side comes to the same.
 */
export function mergeVotes<V extends ShortlistVote>(...sides: readonly (readonly V[])[]): V[] {
  const last = new Map<string, V>();
  for (const one of sides.flat()) {
    const key = `${one.homeId} ${one.personId}`;
    const known = last.get(key);
    if (known === undefined || isLaterVote(one, known)) last.set(key, one);
  }
  return [...last.values()];
}

/** Whether `one` is the word that counts of two of the same person about the same home. */
function isLaterVote(one: ShortlistVote, other: ShortlistVote): boolean {
  if (one.at !== other.at) return one.at > other.at;
  return textOf(one) > textOf(other);
}

/** The time of a new word: later than the last one also where the clock was put back meanwhile. */
export function nextVoteTime(now: number, last: Pick<ShortlistVote, 'at'> | undefined): number {
  return last === undefined ? now : Math.max(now, last.at + 1);
}

/** As the store orders two words of one moment. */
const textOf = ({ vote, note }: ShortlistVote) => `${vote ?? ''}\n${note === null ? '' : `+${note}`}`;
