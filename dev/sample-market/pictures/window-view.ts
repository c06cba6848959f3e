import type { HomeFacts } from '../home-facts.ts';
import { each, group, place, range } from './arrange.ts';
import { shade } from './colors.ts';
import { type Look, outdoors } from './palette.ts';
import { tree } from './plants.ts';
import { at, flat } from './room-space.ts';
import { towers } from './scenery.ts';
import { bars, path, poly, rails, rect, trace } from './shapes.ts';

/** A window in the back wall: its middle `x`, its sill `y`, width and height in centimeters. */
export type Opening = readonly [x: number, y: number, w: number, h: number];

/** A window with what grows around this home behind it, and its light on the floor. */
export function windowView(look: Look, home: HomeFacts, [x, y, w, h]: Opening, hasCurtain = false): string {
  const [left, top] = at([x - w / 2, y + h, 0]);
  const [pw, ph] = [w * 1.5, h * 1.5];
  const beam = flat([x, 0, 50], [w, 180], look.beam, `opacity="${look.hour === 'dusk' ? 0.12 : 0.3}"`, 60);
  const clip = `<clipPath id="w${w}">${rect(0, 0, pw, ph, '#000')}</clipPath>`;
  const seen = rect(0, 0, pw, ph, 'url(#sky)') + outlook(look, home, pw, ph);
  const panes = pw > 190 ? 3 : 2;
  let out = clip + rect(-9, -9, pw + 18, ph + 18, look.frame) + group(seen, `clip-path="url(#w${w})"`);
  out += poly(trace`0,${ph} ${pw * 0.34},0 ${pw * 0.5},0 ${pw * 0.16},${ph}`, '#fff', 'opacity=".16"');
  const edges = range(1, panes).map((i) => (pw * i) / panes);
  out += bars(edges, 0, ph, look.frame, 6);
  if (look.panes === 'grid' || look.panes === 'cross') out += rails([ph * 0.36], 0, pw, look.frame, 4);
  out += rect(-14, ph + 8, pw + 28, 9, shade(look.inner, 0.5));
  if (hasCurtain) out += curtains(look, pw, ph + 84);
  return beam + place(out, left, top);
}

/** Hills and trees, or from a high floor the roofs of towers. */
function outlook(look: Look, home: HomeFacts, w: number, h: number): string {
  if (home.lot.floor > 4) return towers(look, range(0, w, 74), h, h * 0.2, h * 0.6);
  const seen = outdoors(look);
  const ridge = trace`M0 ${h}V${h * 0.66}Q${w * 0.3} ${h * 0.5} ${w * 0.55} ${h * 0.66}T${w} ${h * 0.6}V${h}Z`;
  const ground = path(ridge, look.hills) + rect(0, h * 0.8, w, h * 0.2, seen.lawn);
  const near = tree(look.trees[0]!, seen, w * 0.72, h * 0.9, h / 330);
  return ground + near + tree(look.trees.at(-1)!, seen, w * 0.2, h * 0.92, h / 400);
}

function curtains(look: Look, w: number, foot: number): string {
  const cloth = shade(look.textile, 0.42);
  const folds = (x: number) => bars([x + 10, x + 20, x + 30], -24, foot, shade(cloth, -0.1), 3);
  const halves = each([-46, w + 6], (x) => rect(x, -24, 40, foot + 24, cloth) + folds(x));
  return halves + rect(-58, -30, w + 116, 7, shade(look.wood, -0.2), 'rx="3"');
}
