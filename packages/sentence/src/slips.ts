import type { Place } from '@maru/listing/places';
import type { Token } from './lex.ts';

/** Words that were read as a misspelled name of a place. */
export interface Slip {
  text: string;
  place: Place;
}

/** The place that a misspelled word or two most likely mean. */
export type FindMisspelled = (name: string) => Place | undefined;

/** Common words that are similar to the name of a town: "large" is not Largo, Florida. */
const NO_SLIP =
  /^(?:large|small|quiet|cozy|modern|clean|sunny|bright|great|beautiful|lovely|spacious|luxury|cheap|affordable|updated|renovated|kitchen|granite|island|garden|gardens|beach|beaches|ocean|mountain|mountains|river|water|trees|school|schools|street|corner|private|public|office|floor|floors|level|walk|walking|distance|close|under|nice|good|best|pretty|purple|green|white|black|brown|open|concept|plan|storage|closet|dining|master|guest|family|living|bedroom|bathroom|vintage|historic|character|charming|cottage|cabin|castle|mansion|estate|ranch|style|colonial|victorian|spanish|craftsman|farmhouse|farm|horse|horses|property|investment|income|invest|rental|market|korean|church|temple|store|stores|shopping|grocery|downtown|suburb|suburbs|rural|urban|country|village|capacitor|ceiling|ceilings|window|windows|wooden|brick|stone|metal|capital|flood|zone|zones|fire|quality|price|cheaper|pricey|expensive)$/i;
/** Shorter texts are similar to too many names. */
const MIN_LATIN = 5;
const MIN_HANGUL = 3;

/**
 * Replaces unknown words by the place that they misspell, if no other place is named, or if one is joined to them by "or":
 * "irvne 3br", "Irvine or Tusitn".
 */
export function correctSlips(
  text: string,
  tokens: readonly Token[],
  findMisspelled: FindMisspelled | undefined,
): { tokens: Token[]; slips: Slip[] } {
  const corrected = [...tokens];
  const slips: Slip[] = [];
  const isSomewhere = tokens.some(
    ({ k }) => k === 'place' || k === 'places' || k === 'points' || k === 'school',
  );
  if (findMisspelled === undefined) return { tokens: corrected, slips };
  for (let at = 0, asked = 0; at < corrected.length && asked < MAX_SLIPS; at += 1) {
    for (const words of [3, 2, 1]) {
      const run = corrected.slice(at, at + words);
      // "Costa mesq" does not mean the hamlet Costa.
      const isHamletFirst = words > 1 && isHamlet(run[0]);
      const unknown = isHamletFirst ? run.slice(1) : run;
      if (run.length < words || unknown.some(({ k }) => k !== 'word')) continue;
      if (isSomewhere && !isHamletFirst && !isJoinedToPlace(corrected, at, at + words)) continue;
      const said = text.slice(run[0]?.start, run.at(-1)?.end);
      if (!mayBeSlip(said)) continue;
      asked += 1;
      const place = findMisspelled(said);
      if (place === undefined) continue;
      const [start, end] = [run[0]?.start ?? 0, run.at(-1)?.end ?? 0];
      corrected.splice(at, words, { k: 'place', place, isMarked: true, start, end });
      slips.push({ text: said, place });
      break;
    }
  }
  return { tokens: corrected, slips };
}

/** A place with fewer inhabitants than this is known to few. */
const HAMLET = 15_000;

function isHamlet(token: Token | undefined): boolean {
  return token?.k === 'place' && token.place.population < HAMLET && token.place.nameKo === null;
}

/** Of one sentence: each costs about a millisecond. */
const MAX_SLIPS = 6;

function mayBeSlip(said: string): boolean {
  if (/\d/.test(said) || said.length > 40) return false;
  if (/[가-힣]/.test(said)) return said.length >= MIN_HANGUL && !/[한된는은던할]$/.test(said);
  return said.length >= MIN_LATIN && !said.split(' ').every((word) => NO_SLIP.test(word));
}

function isJoinedToPlace(tokens: readonly Token[], from: number, to: number): boolean {
  const isPlace = (token: Token | undefined) => token?.k === 'place' || token?.k === 'places';
  const isOr = (token: Token | undefined) =>
    token?.k === 'phrase' && token.senses.some(({ k }) => k === 'and');
  return (
    (isOr(tokens[from - 1]) && isPlace(tokens[from - 2])) || (isOr(tokens[to]) && isPlace(tokens[to + 1]))
  );
}
