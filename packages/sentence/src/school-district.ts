import { schoolDistrictId } from '@maru/listing/search';
import { LEXICON } from './lexicon.ts';
import type { Named } from './place-reader.ts';

const ENGLISH =
  /((?:[\p{L}'.]+[ -]){1,4}?)(unified(?: school district)?|usd|(?:(?:elementary|union|joint|high|city) )*school district)(?![\p{L}\p{N}])/iuy;
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

/** "Saddleback Valley": capitalized, and no word of the lexicon. */
function isWrittenAsName(name: string): boolean {
  const words = name.split(/[ -]/);
  return words.every((word) => {
    const lower = word.toLowerCase();
    return /^\p{Lu}\p{Ll}/u.test(word) && !LEXICON.findAt(lower, 0).some(({ end }) => end === lower.length);
  });
}
