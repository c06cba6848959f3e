/** Maximum number of characters used. */
const MAX_TEXT = 100;

/**
 * Normalizes any text: at most 100 well-formed characters, NFC (macOS uses NFD), half width, single spaces. Keeps case,
 * because Shift changes letters on a Korean keyboard.
 */
export function cleanQuery(text: string): string {
  return text
    .slice(0, 4 * MAX_TEXT)
    .toWellFormed()
    .normalize('NFC')
    .slice(0, MAX_TEXT)
    .toWellFormed()
    .replace(/[！-～]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim();
}

/** "92620", "92620-1234", "Irvine, CA 92620" → "92620"; "926" → "926"; none when there is no such end. */
export function zipDigits(text: string): string | undefined {
  return /^(\d{1,5})(?:-\d{0,4})?$/.exec(text)?.[1] ?? /[\s,](\d{5})(?:-\d{0,4})?$/.exec(text)?.[1];
}

/** "어바인시" → "어바인" and "city"; "Orange County" → "Orange" and "county". */
export function withoutKindWord(
  text: string,
): { rest: string; kind: 'city' | 'county' | 'state' } | undefined {
  const match =
    /^(.*\S)\s*(시|카운티|주)$/u.exec(text) ?? /^(.*\S)\s+(city|town|county|parish|state)$/iu.exec(text);
  const [, rest = '', word = ''] = match ?? [];
  if (rest === '') return undefined;
  const kind = KIND_WORDS[word.toLowerCase()];
  return kind === undefined ? undefined : { rest, kind };
}

const KIND_WORDS: Readonly<Record<string, 'city' | 'county' | 'state'>> = {
  시: 'city',
  city: 'city',
  town: 'city',
  카운티: 'county',
  county: 'county',
  parish: 'county',
  주: 'state',
  state: 'state',
};

/**
 * Ways to split a text into name and qualifier: "irvine ca", "캘리포니아 어바인". Qualifiers at the end come first ("New York,
 * NY" is not NY in New York), and longer ones before shorter ones.
 */
export function splitQualifier(text: string): { rest: string; qualifier: string; isLast: boolean }[] {
  const words = text.split(/[\s,-]+/).filter(Boolean);
  const counts = [3, 2, 1].filter((count) => count < words.length);
  const part = (from: number, to?: number) => words.slice(from, to).join(' ');
  return [
    ...counts.map((n) => ({ rest: part(0, -n), qualifier: part(-n), isLast: true })),
    ...counts.map((n) => ({ rest: part(n), qualifier: part(0, n), isLast: false })),
  ];
}
