const MAX_TEXT = 100;

/** At most 100 well-formed characters, NFC, half width, single spaces. Keeps case: Shift changes Korean letters. */
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

/** "Irvine, CA 92620-1234" → "92620"; "926" → "926" */
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

/** "irvine ca", "캘리포니아 어바인": qualifiers at the end and longer ones come first. */
export function splitQualifier(text: string): { rest: string; qualifier: string; isLast: boolean }[] {
  const words = text.split(/[\s,-]+/).filter(Boolean);
  const counts = [3, 2, 1].filter((count) => count < words.length);
  const part = (from: number, to?: number) => words.slice(from, to).join(' ');
  return [
    ...counts.map((n) => ({ rest: part(0, -n), qualifier: part(-n), isLast: true })),
    ...counts.map((n) => ({ rest: part(n), qualifier: part(0, n), isLast: false })),
  ];
}
