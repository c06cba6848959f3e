const KM_PER_DEGREE = 111.195;

/** Flat-earth approximation, accurate to 1 % within a few hundred kilometers. Positions in degrees. */
export function distanceKm(
  latitudeA: number,
  longitudeA: number,
  latitudeB: number,
  longitudeB: number,
): number {
  const y = latitudeA - latitudeB;
  const x = (longitudeA - longitudeB) * Math.cos((((latitudeA + latitudeB) / 2) * Math.PI) / 180);
  return Math.sqrt(x * x + y * y) * KM_PER_DEGREE;
}

/** Degrees of latitude and of longitude that `km` span at a latitude. */
export function toDegrees(km: number, latitude: number): { latitude: number; longitude: number } {
  const degrees = km / KM_PER_DEGREE;
  return { latitude: degrees, longitude: degrees / Math.max(0.1, Math.cos((latitude * Math.PI) / 180)) };
}
