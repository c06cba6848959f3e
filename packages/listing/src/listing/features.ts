/**
 * Filters of `has=`: structured facts only, never words of the remarks (rule R8). A home has, lacks or does not state
 * each feature, stored as two bit sets in the order of this list: `featuresYes`, and `featuresStated` for known
 * answers.
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

/** Bit set of a list of features. */
export function featureBits(features: readonly Feature[]): number {
  return features.reduce((bits, feature) => bits | (1 << FEATURES.indexOf(feature)), 0);
}

/** Both bit sets of a home; missing and null answers are not stated. */
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
