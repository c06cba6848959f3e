import type { HomeCard } from '../listing/home.ts';
import { STATES } from './states.ts';
import { DIRECTIONS, wordPairs } from './street.ts';

/** "123 North Oak Street, Apt. 4" and "123 N Oak St #4" give the same words. Long forms from USPS Publication 28. */
const SHORT_FORMS: Readonly<Record<string, string>> = Object.fromEntries([
  ...wordPairs(
    'alley aly|avenue ave|av ave|bend bnd|boulevard blvd|boul blvd|branch br|bridge brg|brook brk|' +
      'canyon cyn|center ctr|centre ctr|circle cir|court ct|courts cts|cove cv|creek crk|crescent cres|' +
      'crossing xing|drive dr|estate est|estates ests|expressway expy|extension ext|fort ft|' +
      'freeway fwy|garden gdn|gardens gdns|glen gln|green grn|grove grv|harbor hbr|heights hts|' +
      'highway hwy|hill hl|hills hls|hollow holw|island is|junction jct|knoll knl|lake lk|landing lndg|' +
      'lane ln|manor mnr|meadow mdw|meadows mdws|mount mt|mountain mtn|orchard orch|park park|' +
      'parkway pkwy|pky pkwy|place pl|plaza plz|point pt|ranch rnch|ridge rdg|river riv|road rd|' +
      'route rte|saint st|shore shr|spring spg|springs spgs|square sq|station sta|street st|str st|' +
      'terrace ter|trace trce|trail trl|turnpike tpke|valley vly|view vw|village vlg|vista vis|way way',
  ),
  ...DIRECTIONS,
  ...wordPairs(
    'first 1st|second 2nd|third 3rd|fourth 4th|fifth 5th|sixth 6th|seventh 7th|eighth 8th|ninth 9th|' +
      'tenth 10th',
  ),
  // States of one word; a Washington Street is then a "wa st" on both sides, which does no harm.
  ...STATES.filter(({ name }) => !name.includes(' ')).map(({ name, code }) => [
    name.toLowerCase(),
    code.toLowerCase(),
  ]),
]);
const LONG_FORMS = Object.keys(SHORT_FORMS);
const UNIT_MARKERS = new Set(['apt', 'apartment', 'unit', 'suite', 'ste', 'no']);

/** Identifies the rules: data written with other rules must not be used. */
export const WORD_RULES = JSON.stringify([SHORT_FORMS, [...UNIT_MARKERS]]);

export interface TypedWord {
  raw: string;
  word: string;
}

/** Long forms shortened, unit markers removed. */
export function addressWords(text: string): string[] {
  if (/^\d+$/.test(text)) return [text];
  return typedWords(text).map(({ word }) => word);
}

export function typedWords(text: string): TypedWord[] {
  // Nearly all of them, in a fifth of the time.
  if (/^[A-Za-z0-9 ]*$/.test(text)) return toTypedWords(text.toLowerCase().split(' '));
  return toTypedWords(
    text
      .normalize('NFKD')
      .replace(/[\u0300-\u036f'’]/g, '')
      .toLowerCase()
      // ZIP+4: nobody's listing is found by the last four.
      .replace(/\b(\d{5})-\d{4}\b/g, '$1')
      .split(/[^\p{L}\p{N}]+/u),
  );
}

function toTypedWords(raws: string[]): TypedWord[] {
  return raws
    .filter((raw) => raw !== '' && !UNIT_MARKERS.has(raw))
    .map((raw) => ({ raw, word: shortForm(raw) }));
}

/** The short forms of which a half-typed word may be the beginning: "stre" → st; "nor" → n. */
export function findCompletions(raw: string): string[] {
  if (raw.length < 2) return [];
  return LONG_FORMS.filter((long) => long.startsWith(raw)).map(shortForm);
}

/** "123 N Oak St" → ["123"], "N Oak St". "5th Ave" has no number. The street is null when nothing follows the number. */
export function splitStreetLine(streetLine: string): { number: string[]; street: string | null } {
  const match = /^\s*(\d+(?:-\d+)?[a-z]?)\s+(\S.*)$/i.exec(streetLine);
  if (match?.[1] !== undefined && match[2] !== undefined) {
    return { number: addressWords(match[1]), street: match[2].trim() };
  }
  const whole = streetLine.trim();
  return { number: [], street: whole === '' ? null : whole };
}

function shortForm(raw: string): string {
  return Object.hasOwn(SHORT_FORMS, raw) ? (SHORT_FORMS[raw] ?? raw) : raw;
}

/** The slug of a street's name, the same for all its spellings: "North Oak Street" → "n-oak-st". */
export function streetSlug(name: string): string {
  return addressWords(name).join('-');
}

/** Whether a home is on the street of that slug, in any place. One whose address is withheld is on none. */
export function isOnStreet(
  { addressWithheld, streetLine }: Pick<HomeCard, 'addressWithheld' | 'streetLine'>,
  slug: string,
): boolean {
  if (addressWithheld || streetLine === null) return false;
  const { street } = splitStreetLine(streetLine);
  const own = streetSlug(street ?? '');
  return own !== '' && own === streetSlug(slug.replaceAll('-', ' '));
}
