/** FIPS 5-2 state codes, the prefix of a GEOID. */
const STATES =
  '01AL 02AK 04AZ 05AR 06CA 08CO 09CT 10DE 11DC 12FL 13GA 15HI 16ID 17IL 18IN 19IA 20KS 21KY 22LA 23ME 24MD 25MA 26MI 27MN ' +
  '28MS 29MO 30MT 31NE 32NV 33NH 34NJ 35NM 36NY 37NC 38ND 39OH 40OK 41OR 42PA 44RI 45SC 46SD 47TN 48TX 49UT 50VT 51VA 53WA ' +
  '54WV 55WI 56WY 72PR';

const BY_FIPS = new Map(STATES.split(' ').map((one) => [one.slice(0, 2), one.slice(2)]));

/** "06" → "CA"; null for unknown codes. */
export function stateOfFips(fips: string | null | undefined): string | null {
  return BY_FIPS.get((fips ?? '').padStart(2, '0')) ?? null;
}
