/** How far down the sheet stands at each stop, of its own height in px; as in search.css. */
export const SHEET_STOPS = {
  full: (_height: number) => 0,
  half: (height: number) => height * 0.46,
  peek: (height: number) => height - 168,
} as const;

export type SheetStop = keyof typeof SHEET_STOPS;

/** How far ahead a flick is followed. */
const FLICK_MS = 180;

/** The stop nearest to where the sheet was let go (px from full), thrown on by its speed (px per ms, down positive). */
export function nearestStop(top: number, speed: number, height: number): SheetStop {
  const aim = top + speed * FLICK_MS;
  const stops = Object.keys(SHEET_STOPS) as SheetStop[];
  return stops.reduce((best, one) =>
    Math.abs(SHEET_STOPS[one](height) - aim) < Math.abs(SHEET_STOPS[best](height) - aim) ? one : best,
  );
}
