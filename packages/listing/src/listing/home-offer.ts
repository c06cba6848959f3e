/** `leaseAmountFrequency` of a rent by area, where the feed has no word for it. */
export const PER_SQUARE_FOOT = 'Per Square Foot';

/** "$/SF/YR", "Per Square Foot", "Per Acre": the rent of a space for business or of farm land. */
export function isLeaseByArea(frequency: string): boolean {
  return /\bsq\b|\bsqft\b|square|\b(?:sf|psf|acres?)\b/i.test(frequency);
}
