import { each, range } from './arrange.ts';
import { isDark, shade } from './colors.ts';
import type { Look } from './palette.ts';
import { band, bars, circle, path, poly, rails, rect, shadow, trace, triangle } from './shapes.ts';

// Parts of fronts. The ground is y = 0, so that what stands on it has a negative y.

/** A wall in the home's cladding, lit from the left. */
export function wall(look: Look, x: number, y: number, w: number, h: number, color = look.wall): string {
  const texture = look.cladding === 'stucco' ? '' : rect(x, y, w, h, `url(#${look.cladding})`);
  return rect(x, y, w, h, color) + texture + rect(x, y, w, h, 'url(#light)');
}

export function roof(look: Look, points: string): string {
  const texture = poly(points, look.tiles ? 'url(#tile)' : 'url(#shingle)');
  return poly(points, look.roofColor) + texture + poly(points, 'url(#slope)');
}

/** The roof over a wall of width `w` that ends at `y`, seen from its long side; the eaves reach `over` px beyond. */
export function cover(look: Look, x: number, w: number, y: number, rise: number, over = 20): string {
  const dark = shadow(x, y + 1, w, 14);
  if (look.roof === 'flat') return rect(x - over, y - 15, w + over * 2, 16, look.roofColor) + dark;
  // A hip roof leans in over its walls; a gable's ridge reaches beyond them.
  const inset = look.roof === 'hip' ? Math.min(rise, w / 2.2) : 22 - over;
  const slope = band(x - over, x + w + over, y + 4, x + inset, x + w - inset, y - rise);
  return roof(look, slope) + rect(x - over, y + 2, w + over * 2, 6, shade(look.trim, -0.06)) + dark;
}

export function hasPorch(look: Look): boolean {
  return look.style === 'Craftsman' || look.style === 'Bungalow';
}

/** A gable on a wall of width `w` that ends at `y`, with what its style has in the peak. */
export function gable(look: Look, x: number, w: number, y: number, rise: number, over = 20): string {
  const [peak, top, end] = [x + w / 2, y - rise, x + w + over];
  const foot = y + (over * rise * 2) / w + 2;
  const face = triangle(x, x + w, y + 2, peak, top);
  const rakes = trace`${x - over},${foot} ${peak},${top - 18} ${end},${foot} ${end - 16},${foot + 6} ${peak},${top + 4} ${x - over + 16},${foot + 6}`;
  let out = poly(face, look.wall) + (look.cladding === 'stucco' ? '' : poly(face, `url(#${look.cladding})`));
  out += poly(face, 'url(#light)') + roof(look, rakes);
  if (hasPorch(look))
    return out + each([0.2, 0.8], (part) => rect(x + w * part - 4, y - rise * 0.4, 8, 18, look.trim));
  if (look.tiles || w < 160) return out + circle(peak, y - rise * 0.42, w / 20, shade(look.wall, -0.22));
  const vent = y - rise * 0.55;
  return out + rect(peak - 13, vent, 26, 24, look.frame) + rect(peak - 9, vent + 4, 18, 16, look.glass);
}

/** A rectangle, or one with a round arch on top. */
function opening(look: Look, x: number, y: number, w: number, h: number, fill: string): string {
  if (look.panes !== 'arched') return rect(x, y, w, h, fill);
  const spring = y + w * 0.4;
  return path(trace`M${x} ${y + h}V${spring}Q${x} ${y} ${x + w / 2} ${y}T${x + w} ${spring}V${y + h}Z`, fill);
}

/** Where the crossbars of a window are, as parts of its height, and how many px of its width make a pane. */
const PANES: Record<Look['panes'], [crossbars: number[], paneWidth: number]> = {
  grid: [[1 / 3, 2 / 3], 28],
  cross: [[0.38], 30],
  arched: [[0.48], 40],
  plain: [[], 80],
};

export function windowAt(look: Look, x: number, y: number, w: number, h: number): string {
  const [crossbars, paneWidth] = PANES[look.panes];
  const crown = look.panes === 'arched' ? h * 0.24 : 0;
  const panes = Math.max(1, Math.round(w / paneWidth));
  const edges = range(1, panes).map((i) => x + (w * i) / panes);
  const shutter = (at: number) => rect(at, y - 3, 15, h + 6, look.shutter);
  let out = look.hasShutters ? shutter(x - 22) + shutter(x + w + 7) : '';
  out += opening(look, x - 5, y - 5, w + 10, h + 10, look.frame) + opening(look, x, y, w, h, look.glass);
  // What the sky leaves on the glass, and the dark at its foot.
  out += poly(band(x + w * 0.66, x + w, y + crown, x, x + w * 0.34, y + h), '#fff', 'opacity=".26"');
  out += rect(x, y + crown, w, h - crown, 'url(#depth)') + bars(edges, y, y + h, look.frame, 3.5);
  out +=
    rails(
      crossbars.map((part) => y + h * part),
      x,
      x + w,
      look.frame,
      3,
    ) + rect(x - 8, y + h + 5, w + 16, 6, shade(look.frame, -0.12));
  return out + shadow(x - 6, y + h + 11, w + 12, 4, 0.1);
}

/** Large panes from floor to ceiling. */
export function glassWall(look: Look, x: number, y: number, w: number, h: number): string {
  return windowAt({ ...look, panes: 'plain', hasShutters: false }, x, y, w, h);
}

export function door(look: Look, x: number, w = 50, h = 104, base = 0): string {
  const [y, panel] = [base - h, shade(look.door, -0.16)];
  let out = opening(look, x - 6, y - 6, w + 12, h + 6, look.trim) + opening(look, x, y, w, h, look.door);
  out += opening(look, x + 9, y + 14, w - 18, 28, look.glass);
  out += rect(x + 9, y + 52, w - 18, h - 62, panel, 'rx="2"');
  return out + circle(x + w - 6, y + h * 0.55, 3, '#f0d48a');
}

export function garage(look: Look, x: number, w: number, h = 96): string {
  const [color, lights] = [look.garageDoor, Math.max(2, Math.round(w / 44))];
  const pane = (i: number) => rect(x + (w / lights) * i + 6, 7 - h, w / lights - 12, h / 4 - 11, look.glass);
  let out = rect(x - 6, -h - 6, w + 12, h + 6, isDark(look.trim) ? shade(look.wall, -0.1) : look.trim);
  out += rect(x, -h, w, h, color) + rails([h / -4, h / -2, h * -0.75], x, x + w, shade(color, -0.16), 2);
  return out + each(range(0, lights), pane) + shadow(x, -h, w, 7, 0.16);
}

/** A paved way from the building to the street, wider towards the viewer. */
export function paving(color: string, x: number, w: number, grow = 14): string {
  return poly(band(x, x + w, 0, x - grow, x + w + grow, 74), color);
}
