import type { SchoolLevel } from '@maru/listing/places';
import { schoolDistrictId } from '@maru/listing/search';
import { LEXICON } from './lexicon.ts';
import type { Named, Point } from './place-reader.ts';

/** The length of a word is limited, to keep the time linear on a text without blanks. */
const ENGLISH =
  /((?:\p{L}[\p{L}'.]{0,30}[ -]){1,4}?)(unified(?: school district)?|usd|(?:(?:elementary|union|joint|high|city) )*school district)(?![\p{L}\p{N}])/iuy;
const KOREAN = /([\uac00-\ud7a3]{2,8}) ?(?:통합 ?교육구|통합 ?학군)/uy;

/**
 * Reads a school district's name: "Irvine Unified School District", "Tustin USD", "어바인 통합교육구". The name must be a
 * place's, or be written as a proper name. A district is a fact of a location; ratings are never a filter (rule R28).
 */
export function readSchoolDistrict(
  text: string,
  at: number,
  findPlace: (name: string) => Named,
): { id: string; end: number } | undefined {
  const before = text[at - 1] ?? ' ';
  if (/[\p{L}\p{N}]/u.test(before)) return undefined;
  ENGLISH.lastIndex = at;
  const english = ENGLISH.exec(text);
  if (english !== null) {
    const name = (english[1] ?? '').trim();
    const kind = (english[2] ?? '').replace(/^usd$/i, 'Unified');
    if (findPlace(name) === undefined && !isWrittenAsName(name)) return undefined;
    const id = schoolDistrictId(`${name} ${kind}`);
    return id === null ? undefined : { id, end: ENGLISH.lastIndex };
  }
  KOREAN.lastIndex = at;
  const korean = KOREAN.exec(text);
  if (korean === null) return undefined;
  const found = findPlace(korean[1] ?? '');
  const id = found !== undefined && 'place' in found ? schoolDistrictId(`${found.place.name} Unified`) : null;
  return id === null ? undefined : { id, end: KOREAN.lastIndex };
}

/** "Saddleback Valley": capitals, and no word of ours. */
function isWrittenAsName(name: string): boolean {
  const words = name.split(/[ -]/);
  return words.every((word) => {
    const lower = word.toLowerCase();
    return /^\p{Lu}\p{Ll}/u.test(word) && !LEXICON.findAt(lower, 0).some(({ end }) => end === lower.length);
  });
}

/** A school that is known. */
export interface NamedSchool extends Partial<Point> {
  /** As in `school` of a search. */
  id: string;
  name: string;
  /** Slugs of the places that it lies in. */
  placeIds: readonly string[];
}

/** Looks up a school by its name without "High School"; none for an unknown one. */
export type FindSchools = (name: string, level: SchoolLevel) => readonly NamedSchool[];

const LEVELS: Readonly<Record<string, SchoolLevel>> = {
  high: 'high',
  middle: 'middle',
  intermediate: 'middle',
  'junior high': 'middle',
  elementary: 'elementary',
  고등학교: 'high',
  고교: 'high',
  중학교: 'middle',
  초등학교: 'elementary',
};
const ENGLISH_SCHOOL =
  /((?:\p{L}[\p{L}'.]{0,30}[ -]){1,3}?)(high|middle|intermediate|junior high|elementary)( school)?(?![\p{L}\p{N}-])/iuy;
const KOREAN_SCHOOL = /([\uac00-\ud7a3]{2,10}) ?(고등학교|고교|중학교|초등학교)/uy;
/** No part of a name: "near Bellevue High" begins after it. */
const NOT_FIRST =
  /^(?:near|nearby|by|in|at|to|for|of|the|a|an|with|zoned|assigned|and|or|good|great|best|top|rated|any|close|around|feeds?|into|attends?|highly|very|no|not)$/i;
/** What may follow "high" or "middle" that is no school: "high ceilings", "high end". */
const NO_SCHOOL = /^ (?:ceilings?|end|rise|speed|quality|floors?|demand|rating|ratings|class|income)/i;

/**
 * A school by its name and level: "Northwood High", "벨뷰 고등학교". One that is not known is a token without schools if
 * its words say that it is one, so that no place of that name is searched instead.
 */
export function readSchool(
  text: string,
  at: number,
  findSchools: FindSchools,
): { schools: readonly NamedSchool[]; end: number } | undefined {
  if (/[\p{L}\p{N}]/u.test(text[at - 1] ?? ' ')) return undefined;
  for (const pattern of [ENGLISH_SCHOOL, KOREAN_SCHOOL]) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) continue;
    const end = pattern.lastIndex;
    const name = (match[1] ?? '').trim();
    const level = LEVELS[(match[2] ?? '').toLowerCase()];
    if (level === undefined || NOT_FIRST.test(name.split(/[ -]/)[0] ?? '')) continue;
    if (match[3] === undefined && NO_SCHOOL.test(text.slice(end, end + 12))) continue;
    const schools = findSchools(name, level);
    const saysSchool =
      pattern === KOREAN_SCHOOL ||
      match[3] !== undefined ||
      /(?:zoned|assigned|near|by)(?: \p{L}+)? $/iu.test(text.slice(Math.max(0, at - 24), at));
    if (schools.length > 0 || saysSchool) return { schools, end };
  }
  return undefined;
}
