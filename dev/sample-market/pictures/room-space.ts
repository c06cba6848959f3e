import { each, place, range } from './arrange.ts';
import { shade } from './colors.ts';
import type { Look } from './palette.ts';
import { band, lines, poly, rect, round, trace } from './shapes.ts';

/**
 * A place in a room, in centimeters: `x` from the middle to the right, `y` up from the floor, `z` from the back wall to
 * the viewer, who stands on the open side and looks straight at the back wall.
 */
export type Spot = readonly [x: number, y: number, z: number];
type Pair = readonly [number, number];
/** Width, height, depth in centimeters. */
export type Size = readonly [w: number, h: number, d: number];

const [HALF, CEILING, OPEN] = [220, 260, 300];
const [EYE, HORIZON] = [220, 140];

/** Pixels of a centimeter at depth `z`. */
function scaleAt(z: number): number {
  return 854 / (569 - z);
}

/** Where a spot is on the sheet. */
export function at([x, y, z]: Spot): [x: number, y: number] {
  return [480 + x * scaleAt(z), HORIZON + (EYE - y) * scaleAt(z)];
}

/** Puts a flat drawing in centimeters, with (0, 0) at its foot, upright at a spot. */
export function stand(content: string, spot: Spot): string {
  return place(content, ...at(spot), scaleAt(spot[2]));
}

/** An upright rectangle that faces the viewer; the spot is the middle of its foot. */
export function panel([x, y, z]: Spot, [w, h]: Pair, fill: string, more = ''): string {
  const [left, top] = at([x - w / 2, y + h, z]);
  return rect(left, top, w * scaleAt(z), h * scaleAt(z), fill, more);
}

/** A level rectangle, such as a rug; the spot is the middle of its rear edge. `slant` moves its front edge right. */
export function flat([x, y, z]: Spot, [w, d]: Pair, fill: string, more = '', slant = 0): string {
  const [[left, far], [right]] = [at([x - w / 2, y, z]), at([x + w / 2, y, z])];
  const [[left2, near], [right2]] = [at([x - w / 2 + slant, y, z + d]), at([x + w / 2 + slant, y, z + d])];
  return poly(band(left, right, far, left2, right2, near), fill, more);
}

/** A rectangle that faces left or right, from depth `z` to `z + d`. */
export function flank([x, y, z]: Spot, [d, h]: Pair, fill: string, more = ''): string {
  const [[farX, low], [, high]] = [at([x, y, z]), at([x, y + h, z])];
  const [[nearX, low2], [, high2]] = [at([x, y, z + d]), at([x, y + h, z + d])];
  return poly(trace`${farX},${low} ${farX},${high} ${nearX},${high2} ${nearX},${low2}`, fill, more);
}

/** A box standing on the middle of its rear edge: lit from above, dark at the side; `soft` rounds its edges (px). */
export function box([x, y, z]: Spot, [w, h, d]: Size, fill: string, soft = 0): string {
  const face = (tone: string) => (soft ? round(tone, soft) : '');
  const [top, side] = [shade(fill, 0.16), shade(fill, -0.14)];
  const edge = x - w / 2 > 0 ? x - w / 2 : x + w / 2 < 0 ? x + w / 2 : null;
  let out = edge === null ? '' : flank([edge, y, z], [d, h], side, face(side));
  out += y + h < EYE ? flat([x, y + h, z], [w, d], top, face(top)) : flat([x, y, z], [w, d], side);
  return out + panel([x, y, z + d], [w, h], fill, face(fill));
}

/** Four straight legs under a top of `size` whose rear edge stands at the spot. */
export function legs([x, y, z]: Spot, [w, h, d]: Size, fill: string, thick = 5): string {
  const xs = [x - w / 2 + thick, x + w / 2 - thick];
  const pair = (depth: number) => each(xs, (leg) => panel([leg, y, depth], [thick, h], fill));
  return pair(z) + pair(z + d - thick);
}

/** The dark under furniture that covers `w` by `d` of the floor. */
export function floorShadow([x, , z]: Spot, [w, d]: Pair): string {
  return flat([x + 3, 0, z], [w + 14, d + 10], '#000', 'opacity=".13"');
}

/** The empty room: floor, walls, ceiling. */
export function shell(look: Look, wall: string, floor: 'planks' | 'carpet' | 'tile'): string {
  const ground = { planks: look.floor, carpet: look.carpet, tile: '#dcdcd6' }[floor];
  const [skirting, width] = [shade(wall, 0.65), HALF * 2];
  const line = (x: number, z: number, x2: number, z2: number) =>
    trace`M${at([x, 0, z])[0]} ${at([x, 0, z])[1]}L${at([x2, 0, z2])[0]} ${at([x2, 0, z2])[1]}`;
  let joints = '';
  if (floor === 'tile') {
    joints += each(range(-HALF, HALF, 40), (x) => line(x, 0, x, OPEN));
    joints += each(range(0, OPEN, 40), (z) => line(-HALF, z, HALF, z));
  } else if (floor === 'planks')
    for (const x of range(-HALF, HALF, 40)) {
      const z = (x * x) % 130;
      joints += line(x, 0, x, OPEN) + line(x, z, x + 40, z);
    }
  let out = flat([0, CEILING, 0], [width, OPEN], shade(wall, 0.6)) + panel([0, 0, 0], [width, CEILING], wall);
  out += panel([0, 0, 0], [width, CEILING], 'url(#light)', 'opacity=".5"');
  out += flank([-HALF, 0, 0], [OPEN, CEILING], shade(wall, -0.09));
  out += flank([HALF, 0, 0], [OPEN, CEILING], shade(wall, -0.04)) + flat([0, 0, 0], [width, OPEN], ground);
  out += lines(joints, shade(ground, -0.13), 1.5, 'opacity=".6"') + panel([0, 0, 0], [width, 8], skirting);
  return out + each([-HALF, HALF], (x) => flank([x, 0, 0], [OPEN, 8], shade(skirting, -0.05)));
}
