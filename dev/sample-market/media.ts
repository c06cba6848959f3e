import type { HomeFacts } from './home-facts.ts';
import { randomOf } from './random.ts';
import type { ResoRow } from './reso-row.ts';

/** The subject of a picture. */
export type Scene =
  | 'front'
  | 'living'
  | 'kitchen'
  | 'bedroom'
  | 'bath'
  | 'dining'
  | 'office'
  | 'garden'
  | 'pool'
  | 'balcony'
  | 'street'
  | 'aerial'
  | 'land'
  | 'amenity'
  | 'laundry'
  | 'plan';

const CAPTIONS: Record<Scene, string> = {
  front: 'Front',
  living: 'Living room',
  kitchen: 'Kitchen',
  bedroom: 'Bedroom',
  bath: 'Bathroom',
  dining: 'Dining area',
  office: 'Office',
  garden: 'Back yard',
  pool: 'Pool',
  balcony: 'Balcony',
  street: 'Street',
  aerial: 'From above',
  land: 'The lot',
  amenity: 'Community pool',
  laundry: 'Laundry',
  plan: 'Floor plan',
};

/** One picture: its subject and its alteration. */
export interface Shot {
  scene: Scene;
  /** Ordinal of the home's scene of that kind, from 1: two bedrooms look different, the same one always equal. */
  nth: number;
  /** The RESO MediaAlteration of an altered picture. */
  altered: Alteration | null;
  /** Whether it is the unaltered version of an altered picture. */
  original: boolean;
}

export type Alteration =
  | 'Virtual Staging - Item Addition'
  | 'Decluttered - Item Removed'
  | 'Twilight Conversion'
  | 'Virtual Renovation'
  | 'Virtual Enhancements';

const ALTERATIONS: Record<Alteration, { scene: Scene; said: string }> = {
  'Virtual Staging - Item Addition': { scene: 'living', said: 'virtually staged' },
  'Decluttered - Item Removed': { scene: 'bedroom', said: 'furniture digitally removed' },
  'Twilight Conversion': { scene: 'front', said: 'sky digitally altered' },
  'Virtual Renovation': { scene: 'kitchen', said: 'virtually renovated' },
  'Virtual Enhancements': { scene: 'garden', said: 'landscape digitally altered' },
};

/**
 * The pictures of a listing in order; the first one is always the exterior, the original follows its altered version.
 */
export function shotsOf(home: HomeFacts): Shot[] {
  const wanted = listScenes(home);
  const alteration = chooseAlteration(home);
  const staged = alteration === null ? undefined : ALTERATIONS[alteration.kind].scene;
  if (home.kind !== 'land' && home.photosCount > 7 && randomOf(home.salt, 'plan').chance(0.14))
    wanted.splice(-1, 1, 'plan');
  // Two pictures of one scene replace another scene.
  if (alteration?.alone === false && staged !== undefined && wanted.includes(staged)) wanted.splice(-2, 1);
  const seen = new Map<Scene, number>();
  const groups = wanted.map((scene): Shot[] => {
    const nth = (seen.get(scene) ?? 0) + 1;
    seen.set(scene, nth);
    const shot = { scene, nth, altered: null, original: false };
    if (alteration === null || scene !== staged || nth > 1) return [shot];
    const altered = { ...shot, altered: alteration.kind };
    return alteration.alone ? [altered] : [altered, { ...shot, original: true }];
  });
  // The other MLS's agent, and one who retook the pictures, use another order.
  const [front, ...rest] = groups;
  const mixed =
    home.role === 'twin' || home.photosVersion % 3 === 0
      ? randomOf(home.listingSalt, 'order', home.photosVersion).shuffle(rest)
      : rest;
  return [front ?? [], ...mixed].flat();
}

/** One home in twenty has an altered picture; where no law requires it, not all include the original too. */
function chooseAlteration(home: HomeFacts): { kind: Alteration; alone: boolean } | null {
  const random = randomOf(home.salt, 'altered');
  if (home.kind === 'land' || !random.chance(0.05)) return null;
  const kind = random.pick<Alteration>([
    'Virtual Staging - Item Addition',
    'Virtual Staging - Item Addition',
    'Virtual Staging - Item Addition',
    'Decluttered - Item Removed',
    'Twilight Conversion',
    'Virtual Renovation',
    'Virtual Enhancements',
  ]);
  return { kind, alone: home.area.state !== 'CA' && random.chance(0.25) };
}

/**
 * The scenes of a home in a photographer's order: at most its bedrooms and bathrooms, and no aerial view of a flat's
 * plot.
 */
function listScenes(home: HomeFacts): Scene[] {
  if (home.kind === 'land')
    return (['land', 'aerial', 'street', 'land', 'aerial'] as Scene[]).slice(0, home.photosCount);
  const isFlat = home.kind === 'condo' || home.kind === 'apartment';
  const outside: Scene = home.pool ? 'pool' : isFlat ? 'balcony' : 'garden';
  const scenes: Scene[] = ['front', 'living', 'kitchen', 'bedroom', 'bath', outside, 'dining'];
  // That drawing shows a street of houses, which does not fit a tower.
  if (home.lot.floors <= 4) scenes.push('street');
  if (home.communityPool) scenes.push('amenity');
  if (home.beds > 1) scenes.push('bedroom');
  if (!isFlat) scenes.push('aerial');
  if (!isFlat || home.beds > 1) scenes.push('office');
  if (home.fullBaths + home.halfBaths > 1) scenes.push('bath');
  scenes.push('laundry');
  if (home.beds > 2) scenes.push('bedroom');
  // A small home gets further views.
  return [...scenes, ...SEEN_AGAIN].slice(0, home.photosCount);
}

const SEEN_AGAIN: readonly Scene[] = ['living', 'kitchen', 'dining', 'living', 'kitchen', 'dining'];

/**
 * RESO Media of a listing; the array is not always in the order of `Order`, as in real feeds.
 *
 * An altered picture and its unaltered original (rule R7) are adjacent and share their MediaObjectID: the altered one
 * has its alteration, the original `MediaAlteration: ['None']`. All other pictures have null: unstated. One altered
 * picture in eight mentions it in its caption only. A floor plan has MediaCategory "Floor Plan".
 */
export function buildMedia(home: HomeFacts, mediaBase: string, timestamp: string): ResoRow[] {
  const random = randomOf(home.listingSalt, 'media', home.photosVersion);
  const captionOnly = home.salt % 8 === 3;
  const version = home.photosVersion > 1 ? `?v=${home.photosVersion}` : '';
  const rows = shotsOf(home).map(
    ({ scene, nth, altered, original }, index): ResoRow => ({
      MediaKey: `${home.key}-${home.photosVersion}-${index + 1}`,
      MediaObjectID: `${home.key}-${scene}-${nth}`,
      MediaURL: `${mediaBase}/photos/${home.key}/${index + 1}.jpg${version}`,
      Order: index + 1,
      MediaCategory: scene === 'plan' ? 'Floor Plan' : 'Photo',
      MediaType: 'jpeg',
      MediaStatus: 'Complete',
      ShortDescription:
        altered !== null
          ? `${CAPTIONS[scene]} (${ALTERATIONS[altered].said})`
          : original
            ? `${CAPTIONS[scene]}, unaltered`
            : CAPTIONS[scene],
      ImageWidth: 960,
      ImageHeight: 720,
      MediaAlteration: captionOnly ? null : altered !== null ? [altered] : original ? ['None'] : null,
      PreferredPhotoYN: index === 0,
      Permission: null,
      ResourceName: 'Property',
      ResourceRecordKey: home.key,
      MediaModificationTimestamp: timestamp,
    }),
  );
  return random.chance(0.3) ? random.shuffle(rows) : rows;
}
