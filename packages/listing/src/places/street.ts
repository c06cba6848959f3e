/** USPS Publication 28, appendix C1: "123 North Culver Drive" and "123 N. Culver Dr" → "123 n culver dr". */
export function normalizeStreet(text: string): string {
  const words = tokenizeAddress(text);
  return words.map((word, i) => (i > 0 && (SUFFIXES.get(word) ?? DIRECTIONS.get(word))) || word).join(' ');
}

/** Whether a name, such as a subdivision's, derives from the street: "Lakeview Estates" on Lakeview Dr. */
export function isNamedAfterStreet(name: string, streetName: string | null): boolean {
  const bare = bareStreet(shortForms(streetName ?? ''));
  return bare.length > 0 && ` ${shortForms(name).join(' ')} `.includes(` ${bare.join(' ')} `);
}

/** Whether a text contains the street in any spelling: with its suffix, or the house number before the bare name. */
export function namesStreet(
  text: string,
  { streetNumber, streetName }: { streetNumber: string | null; streetName: string | null },
): boolean {
  const street = shortForms(streetName ?? '');
  const before = directionBefore(street);
  const name = withoutDirections(street);
  const bare = bareStreet(street);
  const number = tokenizeAddress(streetNumber ?? '');
  const said = ` ${shortForms(text).join(' ')} `;
  const isSaid = (words: string[]) => words.length > 1 && said.includes(` ${words.join(' ')} `);
  if (isSaid(name)) return true;
  return number.length > 0 && (isSaid([...number, ...bare]) || isSaid([...number, ...before, ...bare]));
}

/**
 * Whether a text contains any street ("12486 laurel springs ct", "on Ridgewood Ter"), for listings whose own is unknown.
 * Prefers false positives: "Union Square" matches.
 */
export function namesAnyStreet(text: string): boolean {
  return NUMBERED_STREET.test(text) || CAPITALIZED_STREET.test(text);
}

/** "Drive", "Dr": a word that ends the name of a street. */
export function isStreetSuffix(word: string): boolean {
  const lower = word.toLowerCase();
  return SUFFIXES.has(lower) || SHORT_SUFFIXES.has(lower);
}

function directionBefore(street: string[]): string[] {
  return street.length > 2 && SHORT_DIRECTIONS.has(street[0] ?? '') ? street.slice(0, 1) : [];
}

function withoutDirections(street: string[]): string[] {
  const after = street.length > 2 && SHORT_DIRECTIONS.has(street.at(-1) ?? '') ? 1 : 0;
  return street.slice(directionBefore(street).length, street.length - after);
}

/** The street name without direction and suffix. */
function bareStreet(street: string[]): string[] {
  const name = withoutDirections(street);
  return SHORT_SUFFIXES.has(name.at(-1) ?? '') ? name.slice(0, -1) : name;
}

function shortForms(text: string): string[] {
  return tokenizeAddress(text).map((word) => SUFFIXES.get(word) ?? DIRECTIONS.get(word) ?? word);
}

export function tokenizeAddress(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’.]/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** "long short|long short|…" */
export function wordPairs(text: string): [long: string, short: string][] {
  return text.split('|').map((pair) => pair.split(' ') as [string, string]);
}

export const DIRECTIONS = new Map(
  wordPairs('north n|south s|east e|west w|northeast ne|northwest nw|southeast se|southwest sw'),
);

const SUFFIXES = new Map(
  wordPairs(
    'alley aly|avenue ave|av ave|boulevard blvd|circle cir|court ct|cove cv|crescent cres|' +
      'crossing xing|drive dr|drv dr|expressway expy|freeway fwy|highway hwy|lane ln|loop loop|' +
      'parkway pkwy|pky pkwy|place pl|plaza plz|point pt|ridge rdg|road rd|route rte|square sq|' +
      'street st|str st|terrace ter|terr ter|trail trl|trace trce|turnpike tpke|way way',
  ),
);

const SHORT_DIRECTIONS = new Set(DIRECTIONS.values());
const SHORT_SUFFIXES = new Set(SUFFIXES.values());

const SUFFIX_WORDS = [...new Set([...SUFFIXES.keys(), ...SHORT_SUFFIXES])];
const NUMBERED_STREET = new RegExp(
  `\\b\\d{1,6}[a-z]?\\s+(?:[\\p{L}\\d'’.]+\\s+){1,3}(?:${SUFFIX_WORDS.join('|')})\\b`,
  'iu',
);
// One digit and a bounded word are enough to test a text; without a bound the time is quadratic in a run of them.
const CAPITALIZED_STREET = new RegExp(
  `(?:\\p{Lu}[\\p{L}\\d'’]{0,60}\\.?|\\d(?:st|nd|rd|th))\\s+(?:${SUFFIX_WORDS.map(
    (word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}|${word.toUpperCase()}`,
  ).join('|')})\\b`,
  'u',
);
