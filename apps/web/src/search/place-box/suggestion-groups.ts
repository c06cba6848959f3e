import type { SentenceAnswer, Suggestion } from '@maru/contract';
import type { MessageKey } from '@maru/words';
import type { Words } from '../../i18n/words.tsx';
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

/** Suggestions are grouped by kind, in this order. */
const GROUPS: [key: MessageKey, kinds: readonly string[]][] = [
  ['place.group.places', ['state', 'county', 'city', 'neighborhood', 'zip']],
  ['place.group.addresses', ['street', 'address']],
  ['place.group.listings', ['listing']],
  ['place.group.schools', ['district', 'school']],
];

/** What a sentence may mean: one search, or one for each of the places of a name. */
export function sentenceOptions(sentence: SentenceAnswer): Extract<Option, { sentence: SentenceAnswer }>[] {
  const { ambiguous, path, placeLink, total } = sentence;
  if (ambiguous === undefined) return [{ sentence, path, label: placeLink?.label, count: total }];
  return ambiguous.places
    .slice(0, 4)
    .map(({ path, label, total: count }) => ({ sentence, path, label, count }));
}

/** The options for a typed text, under headings: places and homes, the sentence, then guesses. */
export function suggestionGroups(
  list: readonly Suggestion[],
  sentence: SentenceAnswer | null,
  t: Words['t'],
): Group[] {
  const sure = list.filter((one) => !one.guessed);
  const kinds = GROUPS.flatMap(([key, kinds]) => {
    const options = sure.filter((one) => kinds.includes(one.kind)).map((suggestion) => ({ suggestion }));
    return options.length === 0 ? [] : [{ label: t(key, { count: options.length }), options }];
  });
  // What came first stands first: an address before places, where one was typed.
  const [first] = sure;
  if (first !== undefined && isHome(first)) {
    kinds.sort((a, b) => Number(holds(b, first)) - Number(holds(a, first)));
  }
  const ways = sentence === null ? [] : sentenceOptions(sentence);
  const isGuess = sentence?.didYouMean !== undefined;
  const said = ways.length === 0 || isGuess ? [] : [{ label: t('place.group.sentence'), options: ways }];
  const guesses: Option[] = [
    ...(isGuess ? ways : []),
    ...list.filter((one) => one.guessed).map((suggestion) => ({ suggestion })),
  ];
  const guessed = guesses.length === 0 ? [] : [{ label: t('place.guessed'), options: guesses }];
  const groups: Group[] = sure.some(isHome) ? [...kinds, ...said] : [...said, ...kinds];
  // One group of what was typed needs no name.
  const only = groups.length === 1 && said.length === 0 ? groups[0] : undefined;
  if (only !== undefined) only.label = null;
  return [...groups, ...guessed];
}

function holds({ options }: Group, wanted: Suggestion): boolean {
  return options.some((option) => 'suggestion' in option && option.suggestion === wanted);
}
