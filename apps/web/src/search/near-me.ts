/** Where the visitor is, asked for only when they press for it: `near=lat,lon,metres` for an address; null when refused. */
export function findNearMe(meters: number): Promise<string | null> {
  return new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve(null);
    navigator.geolocation.getCurrentPosition(
      // Some ten metres: four decimals.
      ({ coords: { latitude, longitude } }) =>
        resolve(`near=${Number(latitude.toFixed(4))},${Number(longitude.toFixed(4))},${meters}`),
      () => resolve(null),
      { maximumAge: 60_000, timeout: 10_000 },
    );
  });
}
