import type { Random } from '../random.ts';
import { each, range } from './arrange.ts';
import { isDark, shade } from './colors.ts';
import type { Look } from './palette.ts';
import { plant } from './plants.ts';
import { box, flat, floorShadow, legs, panel, type Size, type Spot, stand } from './room-space.ts';
import { circle, ellipse, path, poly, rect, stroke, trace } from './shapes.ts';

/** A box of a piece: where it stands from the middle of the piece's rear edge, its size, shade and softness. */
type Part = [spot: Spot, size: Size, by: number, soft: number];

/** Upholstered pieces on legs, as boxes from the rear to the front. */
const SEATS = {
  sofa: [
    [[0, 8, 0], [206, 34, 86], -0.1, 10],
    [[0, 40, 0], [206, 42, 22], -0.02, 12],
    [[-47, 44, 22], [90, 12, 64], 0.08, 8],
    [[47, 44, 22], [90, 12, 64], 0.08, 8],
    [[-104, 8, 0], [20, 54, 88], -0.04, 12],
    [[104, 8, 0], [20, 54, 88], -0.04, 12],
  ],
  chair: [
    [[0, 44, 0], [46, 54, 6], -0.08, 8],
    [[0, 40, 0], [48, 8, 46], 0.04, 6],
  ],
  chairFromBehind: [
    [[0, 40, 0], [48, 8, 46], 0.04, 6],
    [[0, 44, 40], [46, 54, 6], -0.04, 8],
  ],
} satisfies Record<string, Part[]>;

export function seat(look: Look, name: keyof typeof SEATS, x: number, z: number): string {
  const parts: Part[] = SEATS[name];
  const [w, d] = name === 'sofa' ? [206, 86] : [48, 46];
  let out = floorShadow([x, 0, z], [w, d]);
  out += legs([x, 0, z], [w - 8, 40, d - 4], shade(look.wood, -0.3), 4);
  for (const [[dx, y, dz], size, by, soft] of parts)
    out += box([x + dx, y, z + dz], size, shade(look.sofa, by), soft);
  return out;
}

/** A cabinet with its doors or drawers, `columns` by `rows`; handles are near the upper edge, or the lower of a high one. */
export function cabinet(color: string, [x, y, z]: Spot, [w, h, d]: Size, columns = 1, rows = 1): string {
  const [doorW, doorH, handle] = [w / columns, h / rows, isDark(color) ? '#f0e2c2' : '#9b8a72'];
  let out = (y < 20 ? floorShadow([x, 0, z], [w, d]) : '') + box([x, y, z], [w, h, d], color);
  for (const column of range(0, columns))
    for (const row of range(0, rows)) {
      const [doorX, doorY] = [x + (column + 0.5) * doorW - w / 2, y + row * doorH];
      out += panel([doorX, doorY + 3, z + d], [doorW - 5, doorH - 6], shade(color, -0.07));
      out += panel([doorX, doorY + (y > 100 ? 8 : doorH - 10), z + d], [10, 2], handle);
    }
  return out;
}

/** A table with four legs. */
export function table(look: Look, [x, , z]: Spot, [w, h, d]: Size): string {
  const below = floorShadow([x, 0, z], [w - 14, d - 10]);
  const top = box([x, h - 5, z], [w, 5, d], shade(look.wood, 0.06));
  return below + legs([x, 0, z + 3], [w - 8, h - 5, d - 6], shade(look.wood, -0.2)) + top;
}

/** A bed `w` wide, its head at the wall. */
export function bed(look: Look, x: number, w: number, head: string, random: Random): string {
  const [pillows, stripe] = [w > 130 ? [-w / 4, w / 4] : [0], shade(look.accent, 0.25)];
  let out = floorShadow([x, 0, 0], [w + 20, 206]) + box([x, 10, 0], [w + 14, 100, 8], head, 10);
  out += box([x, 8, 8], [w + 6, 22, 196], shade(look.wood, -0.1));
  out += box([x, 30, 8], [w, 22, 192], '#fbf8f1', 8) + box([x, 31, 66], [w + 8, 24, 138], look.textile, 10);
  out += flat([x, 56, 66], [w + 8, 26], shade(look.textile, 0.45));
  if (random.chance(0.5)) out += flat([x, 56, 112], [w + 8, 48], stripe);
  else out += each([112, 142], (z) => flat([x, 56, z], [w + 8, 12], stripe));
  out += each(pillows, (dx) => box([x + dx, 54, 16], [66, 12, 26], '#fffdf8', 14));
  return out + box([x, 54, 40], [44, 12, 22], look.accent, 14);
}

/** A lamp with a shade on a foot `h` cm high. */
export function lamp(spot: Spot, h: number, r: number): string {
  const foot = ellipse(0, 0, r * 0.7, 3, '#5d544c') + rect(-1.5, -h, 3, h, '#5d544c');
  const [top, edge] = [-h - r * 1.5, r * 0.65];
  const cover = poly(trace`${-r},${-h} ${r},${-h} ${edge},${top} ${-edge},${top}`, '#fbeecb');
  return stand(circle(0, -h - r * 0.7, r * 3.4, 'url(#glow)') + foot + cover, spot);
}

export function pendant(look: Look, spot: Spot, r: number): string {
  const cord = stroke(trace`M0 ${-r}V-200`, '#6b625a', 1.5);
  const cover = path(trace`M${-r} 0Q${-r} ${-r} 0 ${-r}T${r} 0Z`, look.accent);
  return stand(cord + circle(0, 4, r * 2.6, 'url(#glow)') + cover + ellipse(0, 0, r, r / 5, '#fff0c2'), spot);
}

/** A picture on the back wall; `x` and `y` are the middle of its lower edge. */
export function art(look: Look, x: number, y: number, w: number, h: number, random: Random): string {
  const [l, r, paper] = [3 - w / 2, w / 2 - 3, random.pick(['#f7f1e4', '#f3e8d8', '#eef0ea'])];
  const hill = trace`M${l} -3V${-h * 0.3}Q${-w * 0.15} ${-h * 0.5} ${w * 0.1} ${-h * 0.3}T${r} ${-h * 0.34}V-3Z`;
  let out = rect(2 - w / 2, 3 - h, w, h, '#000', 'opacity=".12"') + rect(-w / 2, -h, w, h, look.wood);
  out += rect(l, 3 - h, w - 6, h - 6, paper) + path(hill, look.textile);
  out += circle(w * random.between(-0.15, 0.15), h * -0.64, Math.min(w, h) * 0.18, look.accent);
  return stand(out, [x, y, 0]);
}

/** A plant in a pot, `h` cm high. */
export function potted(look: Look, spot: Spot, h: number): string {
  const [x, y, z] = spot;
  return (y ? '' : floorShadow([x, 0, z - 16], [h / 4, 26])) + stand(plant(look, 0, 0, h / 160), spot);
}

export function vase(look: Look, spot: Spot): string {
  const stems = stroke('M0 -14Q-10 -26 -16 -36M0 -14V-44M0 -14Q12 -24 17 -34', '#6d9367', 2);
  const blooms =
    circle(-16, -37, 6, '#e58fa3') + circle(0, -45, 6, '#f2c14e') + circle(17, -36, 6, '#d9779b');
  return stand(stems + blooms + rect(-7, -18, 14, 18, shade(look.accent, 0.5), 'rx="4"'), spot);
}

export function rug(look: Look, [x, y, z]: Spot, [w, d]: readonly [number, number]): string {
  const border = 'stroke="#fff" stroke-opacity=".6" stroke-width="4"';
  const carpet = flat([x, y, z], [w, d], shade(look.textile, 0.35));
  return carpet + flat([x, y, z + 10], [w - 24, d - 20], 'none', border);
}

/** A disc lying flat, such as a plate. */
export function disc(spot: Spot, r: number, fill: string): string {
  return stand(ellipse(0, 0, r, r * 0.34, fill), spot);
}
