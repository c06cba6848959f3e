/**
 * What `has=` may ask for: structured facts only, never words of the remarks (rule R8).
 * A home's answer to each is yes, no or not stated; all of them are two whole numbers, one bit a feature in the
 * order of this list: `featuresYes`, and `featuresStated` for those with an answer.
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

/** The bits of a list of features. */
export function featureBits(features: readonly Feature[]): number {
  return features.reduce((bits, feature) => bits | (1 << FEATURES.indexOf(feature)), 0);
}

/** Both numbers of a home from what is known of each feature; a missing or null answer is not stated. */
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
