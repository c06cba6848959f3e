/** The visitor's position as `near=lat,lon,meters` for an address; null if refused. Call it on a press only. */
export function findNearMe(meters: number): Promise<string | null> {
  return new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve(null);
    navigator.geolocation.getCurrentPosition(
      // Four decimals are about 10 m.
      ({ coords: { latitude, longitude } }) =>
        resolve(`near=${Number(latitude.toFixed(4))},${Number(longitude.toFixed(4))},${meters}`),
      () => resolve(null),
      { maximumAge: 60_000, timeout: 10_000 },
    );
  });
}
