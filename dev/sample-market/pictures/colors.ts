const channels = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** `color` moved towards `target` by `part`, 0 to 1. Colors are "#rrggbb". */
export function mix(color: string, target: string, part: number): string {
  const to = channels(target);
  const mixed = channels(color).map((from, i) => Math.round(from + (to[i]! - from) * part));
  return `#${mixed.map((one) => one.toString(16).padStart(2, '0')).join('')}`;
}

/** `color` moved towards black (negative) or white (positive) by up to 1. */
export function shade(color: string, by: number): string {
  return mix(color, by < 0 ? '#000000' : '#ffffff', Math.abs(by));
}

export function isDark(color: string): boolean {
  return channels(color).reduce((sum, one) => sum + one, 0) < 300;
}
