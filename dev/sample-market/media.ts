import type { HomeFacts } from './home-facts.ts';
import { randomOf } from './random.ts';
import type { ResoRow } from './reso-row.ts';

/** What a picture of a home shows. */
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
  | 'laundry';

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
};

/** The scenes of a home in the order of its photos; the first is always the outside. */
export function scenesOf(home: HomeFacts): Scene[] {
  if (home.kind === 'land')
    return (['land', 'aerial', 'street', 'land', 'aerial'] as Scene[]).slice(0, home.photosCount);
  const outside: Scene = home.kind === 'condo' || home.kind === 'apartment' ? 'balcony' : 'garden';
  const scenes: Scene[] = ['front', 'living', 'kitchen', 'bedroom', 'bath', home.pool ? 'pool' : outside];
  // A street is seen once: the second stands in only where the first place went to the garden.
  const more: Scene[] = [
    'dining',
    home.pool ? outside : 'street',
    'bedroom',
    'aerial',
    'office',
    'bath',
    'laundry',
    'bedroom',
  ];
  if (home.pool) more.push('street');
  if (home.communityPool) more.splice(2, 0, 'amenity');
  for (const scene of more) if (scenes.length < home.photosCount) scenes.push(scene);
  return scenes;
}

/** RESO Media of a home. The array is not always in the order of `Order`, as in real feeds. */
export function mediaOf(home: HomeFacts, mediaBase: string, timestamp: string): ResoRow[] {
  const random = randomOf(home.salt, 'media', home.photosVersion);
  const altered = randomOf(home.salt, 'altered').chance(0.02);
  const scenes = scenesOf(home);
  const rows = scenes.map(
    (scene, index): ResoRow => ({
      MediaKey: `${home.key}-${home.photosVersion}-${index + 1}`,
      MediaURL: `${mediaBase}/photos/${home.key}/${index + 1}.jpg${home.photosVersion > 1 ? `?v=${home.photosVersion}` : ''}`,
      Order: index + 1,
      MediaCategory: 'Photo',
      MediaType: 'jpeg',
      MediaStatus: 'Active',
      ShortDescription: CAPTIONS[scene],
      ImageWidth: 1024,
      ImageHeight: 768,
      MediaAlteration:
        altered && (scene === 'living' || scene === 'bedroom') ? ['Virtual Staging - Item Addition'] : null,
      PreferredPhotoYN: index === 0,
      ResourceName: 'Property',
      ResourceRecordKey: home.key,
      MediaModificationTimestamp: timestamp,
    }),
  );
  return random.chance(0.3) ? random.shuffle(rows) : rows;
}
