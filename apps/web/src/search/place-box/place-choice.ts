import type { Suggestion } from '@maru/contract';

/**
 * The effect of Enter without an active option (rule R14): go only if the text names exactly one place or home, else
 * show the options. `isGuess`: the text is a misspelling of the only similar place with homes, and the next page must
 * say so.
 */
export type PlaceChoice = { go: Suggestion; isGuess?: true } | { choose: true } | { nothing: true };

/** `resolved`: slug of the place that the API resolves the text to, if it was asked. */
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
    // Ignore namesakes without homes.
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

/** Shorter words are similar to too many names. */
const LEAST_LETTERS = 4;

/** In the same script only: a text typed on the other keyboard layout is merely suggested (rule R79). */
function isSlip(text: string, { name }: Suggestion): boolean {
  const typed = plain(text);
  return typed.length >= LEAST_LETTERS && listNames(name).some((one) => one[0] === typed[0]);
}

/** "어바인 (Irvine), CA" matches itself, "어바인", "Irvine", "어바인, CA" and "Irvine, CA". */
function listNames(name: string): string[] {
  const [head = '', ...rest] = name.split(', ');
  const tail = rest.length > 0 ? `, ${rest.join(', ')}` : '';
  const gloss = /^(.*?)\s*\((.*)\)$/.exec(head);
  const heads = gloss ? [head, gloss[1] ?? '', gloss[2] ?? ''] : [head];
  return [name, ...heads, ...heads.map((one) => one + tail)].map(plain);
}

/** Letters and digits only, NFC, lower case. */
function plain(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
