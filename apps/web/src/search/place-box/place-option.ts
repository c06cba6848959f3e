import type { SentenceAnswer, Suggestion } from '@maru/contract';
import type { KeptSearch } from '../../listing/kept/saved-things.ts';
import type { RecentSearch } from './recent-searches.ts';

/** What the place box offers. */
export type Option =
  | { suggestion: Suggestion }
  | { search: RecentSearch }
  | { kept: KeptSearch }
  /** Metres around the visitor. */
  | { nearMe: number }
  /** A sentence as it was understood, in one of the places that it may name. */
  | { sentence: SentenceAnswer; path: string; label?: string; count: number | null };

/** Options of a kind under their heading; null: they need none. */
export interface Group {
  label: string | null;
  options: Option[];
}

/** A home or a street, and no place. */
export function isHome({ kind }: Suggestion): boolean {
  return kind === 'address' || kind === 'listing' || kind === 'street';
}

/** A place with homes in it: they are counted. */
export function isPlace(one: Suggestion): boolean {
  return !isHome(one) && one.kind !== 'school' && one.kind !== 'district';
}
