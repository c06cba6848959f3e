import type { SentenceAnswer, Suggestion } from '@maru/contract';
import type { MessageKey } from '@maru/words';
import type { Words } from '../../i18n/words.tsx';
import type { KeptSearch } from '../../listing/kept/saved-things.ts';
import type { RecentSearch } from './recent-searches.ts';

/** An option of the place box. */
export type Option =
  | { suggestion: Suggestion }
  | { search: RecentSearch }
  | { kept: KeptSearch }
  /** Meters around the visitor. */
  | { nearMe: number }
  /** An understood sentence, in one of the places that it may name. */
  | { sentence: SentenceAnswer; path: string; label?: string; count: number | null };

/** Options under a heading; null for no heading. */
export interface Group {
  label: string | null;
  options: Option[];
}

/** A home or a street, and no place. */
export function isHome({ kind }: Suggestion): boolean {
  return kind === 'address' || kind === 'listing' || kind === 'street';
}

/** A place that contains homes; their number is shown. */
export function isPlace(one: Suggestion): boolean {
  return !isHome(one) && one.kind !== 'school' && one.kind !== 'district';
}

/** The groups of suggestions by kind, in this order. */
const GROUPS: [key: MessageKey, kinds: readonly string[]][] = [
  ['place.group.places', ['state', 'county', 'city', 'neighborhood', 'zip']],
  ['place.group.addresses', ['street', 'address']],
  ['place.group.listings', ['listing']],
  ['place.group.schools', ['district', 'school']],
];

/** The options of a sentence: one, or one for each place of an ambiguous name or, without a place, for each offered. */
export function sentenceOptions(sentence: SentenceAnswer): Extract<Option, { sentence: SentenceAnswer }>[] {
  const { path, placeLink, otherPlaces, total } = sentence;
  const offered = sentence.ambiguous?.places ?? sentence.where;
  if (offered === undefined) {
    const others = otherPlaces.filter((one) => !one.isExcluded);
    const label = placeLink === null ? undefined : [placeLink, ...others].map((one) => one.label).join(' · ');
    return [{ sentence, path, label, count: total }];
  }
  return offered.slice(0, 4).map(({ path, label, total: count }) => ({ sentence, path, label, count }));
}

/** The options for a text, in groups: places and homes, the sentence, then guesses. */
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
  // If an address comes first, its group does too.
  const [first] = sure;
  if (first !== undefined && isHome(first)) {
    kinds.sort((a, b) => Number(holds(b, first)) - Number(holds(a, first)));
  }
  const ways = sentence === null ? [] : sentenceOptions(sentence);
  const isGuess = sentence?.didYouMean !== undefined;
  const title = sentence?.where === undefined ? 'place.group.sentence' : 'place.where';
  const said = ways.length === 0 || isGuess ? [] : [{ label: t(title), options: ways }];
  const guesses: Option[] = [
    ...(isGuess ? ways : []),
    ...list.filter((one) => one.guessed).map((suggestion) => ({ suggestion })),
  ];
  const guessed = guesses.length === 0 ? [] : [{ label: t('place.guessed'), options: guesses }];
  const groups: Group[] = sure.some(isHome) ? [...kinds, ...said] : [...said, ...kinds];
  // A single group needs no heading.
  const only = groups.length === 1 && said.length === 0 ? groups[0] : undefined;
  if (only !== undefined) only.label = null;
  return [...groups, ...guessed];
}

function holds({ options }: Group, wanted: Suggestion): boolean {
  return options.some((option) => 'suggestion' in option && option.suggestion === wanted);
}
