/**
 * The visitor's position [latitude, longitude]; null if refused or not available. Call it on a press only. A separate file:
 * the place box loads it on that press.
 */
export function locateVisitor(): Promise<readonly [number, number] | null> {
  return new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve(null);
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve([latitude, longitude]),
      () => resolve(null),
      { maximumAge: 60_000, timeout: 10_000 },
    );
  });
}
