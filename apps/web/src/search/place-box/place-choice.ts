import type { Suggestion } from '@maru/contract';

/**
 * What Enter means when no suggestion is lit (rule R14): go, only when the text names one place or home and nothing
 * else; otherwise show what it may mean. `isGuess`: the text is a slip of the one place with homes that is called
 * nearly so, and the page that opens must say that it was not what was typed.
 */
export type PlaceChoice = { go: Suggestion; isGuess?: true } | { choose: true } | { nothing: true };

/** `resolved` is the slug of the one place that the API says the text means, where it has said so. */
export function choosePlace(
  text: string,
  suggestions: readonly Suggestion[],
  resolved?: string,
): PlaceChoice {
  if (suggestions.length === 0) return { nothing: true };
  const sure = suggestions.filter((one) => !one.guessed);
  const exact = sure.filter((one) => listNames(one.name).includes(plain(text)));
  const candidates = [
    exact,
    // A namesake without a single home is not what one is looking for here.
    exact.filter((one) => one.count > 0),
    suggestions.length === 1 ? sure : [],
    sure.filter((one) => resolved !== undefined && one.slug === resolved),
  ];
  const only = candidates.find((list) => list.length === 1)?.[0];
  if (only !== undefined) return { go: only };
  const [guess, ...others] = sure.length > 0 ? [] : suggestions.filter((one) => one.count > 0);
  return guess !== undefined && others.length === 0 && isSlip(text, guess)
    ? { go: guess, isGuess: true }
    : { choose: true };
}

/** So short a word is near to too many. */
const LEAST_LETTERS = 4;

/** Of the same script: what was typed on the other keyboard is only offered (rule R79). */
function isSlip(text: string, { name }: Suggestion): boolean {
  const typed = plain(text);
  return typed.length >= LEAST_LETTERS && listNames(name).some((one) => one[0] === typed[0]);
}

/** "어바인 (Irvine), CA" is called that, "어바인", "Irvine", "어바인, CA" and "Irvine, CA". */
function listNames(name: string): string[] {
  const [head = '', ...rest] = name.split(', ');
  const tail = rest.length > 0 ? `, ${rest.join(', ')}` : '';
  const gloss = /^(.*?)\s*\((.*)\)$/.exec(head);
  const heads = gloss ? [head, gloss[1] ?? '', gloss[2] ?? ''] : [head];
  return [name, ...heads, ...heads.map((one) => one + tail)].map(plain);
}

/** Letters and digits only, composed, in lower case: commas and blanks are typed as one likes. */
function plain(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
