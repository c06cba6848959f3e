import type { ListingMedia } from '../listing/listing.ts';

/** `[]` when the caption mentions none. Most feeds state alterations only there ("Living room - Virtually Staged"). */
export function alterationInCaption(caption: string | null): string[] {
  if (caption === null || !HINT.test(caption) || ORIGINAL.test(caption)) return [];
  const found = ALTERED.find(([words]) => words.test(caption));
  return found === undefined ? [] : [found[1]];
}

/** Whether the picture adds or hides something (California B&P 10140.8). */
export function isAltered(picture: Pick<ListingMedia, 'mediaAlteration'>): boolean {
  return picture.mediaAlteration.some((one) => one !== 'None');
}

/**
 * The unaltered original of each altered picture, by media keys (rule R7): a neighbor in the gallery that is unaltered and
 * says so ("original", "before") or names the same room. Altered pictures without one have no entry: a wrong original
 * would mislead again.
 */
export function findOriginals(media: readonly Captioned[]): Map<string, string> {
  const photos = media.filter((one) => one.mediaCategory === 'Photo').sort((a, b) => a.order - b.order);
  const pairs = photos.flatMap((altered, index) => {
    if (!isAltered(altered)) return [];
    const [before, after] = [photos[index - 1], photos[index + 1]].map((one) =>
      one !== undefined && isOriginal(one, altered) ? one : undefined,
    );
    return [{ altered, before, after }];
  });
  // If both neighbors match, take the side where the gallery has its other originals.
  const isBefore = pairs.some(({ before, after }) => before !== undefined && after === undefined);
  const originals = new Map<string, string>();
  for (const { altered, before, after } of pairs) {
    const original = isBefore ? (before ?? after) : (after ?? before);
    if (original !== undefined) originals.set(altered.mediaKey, original.mediaKey);
  }
  return originals;
}

type Captioned = Pick<
  ListingMedia,
  'mediaKey' | 'order' | 'mediaCategory' | 'mediaAlteration' | 'shortDescription'
>;

function isOriginal(one: Captioned, altered: Captioned): boolean {
  if (isAltered(one)) return false;
  const room = parseRoom(one.shortDescription);
  const alteredRoom = parseRoom(altered.shortDescription);
  if (ORIGINAL.test(one.shortDescription ?? '')) {
    // "Front, unaltered" beside "Front (sky digitally altered)".
    const said = alteredRoom.split(' ');
    return room === '' || alteredRoom === '' || room.split(' ').every((word) => said.includes(word));
  }
  return room !== '' && room === alteredRoom;
}

/** Fast path: most captions contain none of these. */
const HINT = /virtual|digital|twilight|stag|render|declutter|comput|\bAI\b|enhanc|conceptual|artist/i;

const ORIGINAL =
  /\b(originals?|before|unaltered|un-?staged|un-?edited|actual|as[- ]is|not\s+(?:virtually|digitally)|no\s+virtual)\b/i;

const ALTERED: [words: RegExp, alteration: string][] = [
  [
    /\b(?:virtual(?:ly)?|digital(?:ly)?|AI)[- ]+(?:re-?)?stag|\bstaged (?:virtually|digitally)/i,
    'Virtual Staging - Item Addition',
  ],
  [/\b(?:virtual|digital|AI)[- ]+(?:twilight|dusk)|\btwilight (?:conversion|edit)/i, 'Twilight Conversion'],
  [/\b(?:virtual(?:ly)?|digital(?:ly)?)[- ]+(?:renovat|remodel)/i, 'Virtual Renovation'],
  [/\b(?:virtual(?:ly)?|digital(?:ly)?)[- ]+(?:declutter|remov)/i, 'Decluttered - Item Removed'],
  [/\b(?:virtual(?:ly)?|digital(?:ly)?|AI)[- ]+enhanc/i, 'Virtual Enhancements'],
  [
    /\brendering\b|\bartist'?s (?:conception|impression)|\bconceptual (?:image|design)/i,
    'Virtual Representation - To Be Built',
  ],
  [
    /\b(?:virtual(?:ly)?|digital(?:ly)?|computer|AI)[- ]+(?:alter|edit|modif|generat|chang)/i,
    'Other Media Modification',
  ],
];

/** "Living room (virtually staged)" and "Living room, original photo" → "living room". */
function parseRoom(caption: string | null): string {
  return (caption ?? '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !ABOUT_THE_PICTURE.has(word))
    .join(' ');
}

const ABOUT_THE_PICTURE = new Set(
  (
    'a ai after actual altered as been before computer conversion declutter decluttered digital digitally dusk edited ' +
    'enhanced furniture generated has image in is item items modified no not of original originals photo picture ' +
    'removed rendering renovated staged staging the this to twilight unaltered unedited unstaged version virtual virtually with'
  ).split(' '),
);
