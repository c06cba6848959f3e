/**
 * Filters of `has=`: structured facts only, never words of the remarks (rule R8). Stored as two bit sets in this order:
 * `featuresYes`, and `featuresStated` for features whose answer is known.
 */
export const FEATURES = [
  'pool',
  'communitypool',
  'ac',
  'heating',
  'garage',
  'laundry',
  'elevator',
  'adu',
  'view',
  'waterfront',
  'pets',
  'accessible',
  'fireplace',
] as const;
export type Feature = (typeof FEATURES)[number];

export function featureBits(features: readonly Feature[]): number {
  return features.reduce((bits, feature) => bits | (1 << FEATURES.indexOf(feature)), 0);
}

export function featureAnswers(answers: Partial<Record<Feature, boolean | null>>): {
  featuresYes: number;
  featuresStated: number;
} {
  const stated = FEATURES.filter((feature) => typeof answers[feature] === 'boolean');
  return {
    featuresYes: featureBits(stated.filter((feature) => answers[feature] === true)),
    featuresStated: featureBits(stated),
  };
}
