import { type Random, randomOf } from '../random.ts';
import { each, place, range } from './arrange.ts';
import { shade } from './colors.ts';
import { type Look, lit, type Tree } from './palette.ts';
import { circle, ellipse, path, poly, rect, stroke, trace, triangle } from './shapes.ts';

/** One tree standing at (`x`, `y`); `s` 1 is about 200 px tall. `look` is the look outdoors. */
export function tree(kind: Tree, look: Look, x: number, y: number, s: number): string {
  const drawn = kind === 'round' && look.season === 'winter' ? bareTree(look) : TREES[kind](look);
  return place(ellipse(16, 2, 56, 8, '#000', 'opacity=".12"') + drawn, x, y, s);
}

/** Trees of the home's region side by side, each moved and sized by chance. */
export function treeRow(look: Look, xs: number[], y: number, low: number, high: number): string {
  const random = randomOf(look.salt, 'trees', y);
  const kind = (i: number) => look.trees[i % look.trees.length]!;
  return each(xs, (x, i) => tree(kind(i), look, x + random.int(-22, 22), y, random.between(low, high)));
}

/** Each tree stands on (0, 0). */
const TREES: Record<Tree, (look: Look) => string> = {
  palm: (look) => {
    const green = lit(look, '#6f9a58');
    const frond = (angle: number, i: number) => {
      const side = i % 2 ? -1 : 1;
      const turned = `transform="translate(3 -232) scale(${side} 1) rotate(${angle})"`;
      return path('M0 0Q40 -54 82 16Q36 -28 0 0Z', shade(green, side > 0 ? -0.1 : 0.06), turned);
    };
    const trunk = path('M-7 0Q4 -120 -2 -232H8Q14 -110 8 0Z', lit(look, '#a8845f'));
    return trunk + each([40, 44, 4, 2, -34, -30, -66, -62], frond) + circle(3, -229, 8, lit(look, '#8a6a3f'));
  },
  cypress: (look) => {
    const flame = (left: number, fill: string, more = '') =>
      path(trace`M0 -205Q34 -90 16 -12H${left}Q${left * 2.1} -90 0 -205Z`, fill, more);
    return trunk(look, 8, 20) + flame(-16, lit(look, '#587a58')) + flame(4, '#000', 'opacity=".12"');
  },
  conifer: (look) => {
    const layer = (base: number) => {
      const [half, peak] = [68 - base / 4, base + 100];
      const green = poly(triangle(-half, half, -base, 0, -peak), lit(look, '#4f7a62'));
      const dark = poly(triangle(half * 0.2, half, -base, 0, -peak), '#000', 'opacity=".1"');
      const snow = poly(triangle(half * -0.34, half * 0.34, 34 - peak, 0, -peak), '#fff', 'opacity=".85"');
      return green + dark + (look.season === 'winter' ? snow : '');
    };
    return trunk(look, 14, 34) + each([24, 78, 128], layer);
  },
  cactus: (look) => {
    const green = lit(look, '#7d9a6a');
    const arms = stroke('M0 -60H-38V-104M0 -82H36V-124', green, 18);
    return stroke('M0 0V-150', green, 24) + arms + stroke('M-6 -4V-146M-41 -66V-102', shade(green, 0.2), 3);
  },
  oak: (look) => {
    const forked = path('M-12 0Q-6 -60 -26 -100H26Q6 -60 14 0Z', look.bark);
    return forked + place(crown(look.leaf), 0, -132, 1.25);
  },
  blossom: (look) => trunk(look, 14, 80) + place(crown(lit(look, '#f0bcc4')), 0, -125, 0.95),
  round: (look) => trunk(look, 16, 82) + place(crown(look.leaf), 0, -130),
};

function trunk(look: Look, w: number, h: number): string {
  const color = look.bark;
  return rect(-w / 2, -h, w, h, color) + rect(0, -h, w / 2, h, shade(color, -0.12));
}

function crown(leaf: string): string {
  let out = circle(44, 16, 42, shade(leaf, -0.16)) + circle(-42, 14, 44, shade(leaf, -0.06));
  out += circle(8, 22, 44, shade(leaf, -0.1)) + circle(0, -26, 58, leaf);
  return out + circle(-16, -36, 38, shade(leaf, 0.09)) + circle(-24, -46, 20, shade(leaf, 0.2));
}

function bareTree(look: Look): string {
  const bark = look.bark;
  const boughs = stroke('M0 -70L-48 -140M0 -80L50 -150M0 -118L-20 -186M0 -118L22 -180', bark, 7);
  return stroke('M0 0V-120', bark, 13) + boughs + stroke('M-28 -110L-20 -150M28 -118L22 -152', bark, 4);
}

const BLOOMS = ['#e58fa3', '#f2c14e', '#f7f0e3', '#d9779b', '#b58ad1'];

/** A low bush; flowers at times. */
export function bush(look: Look, x: number, y: number, s: number, random: Random): string {
  const isDull = look.season === 'autumn' || look.season === 'winter';
  const green = lit(look, isDull ? '#7c9367' : '#6d9a5f');
  const dark =
    rect(-34, -12, 80, 12, shade(green, -0.14), 'rx="6"') + ellipse(22, -10, 24, 16, shade(green, -0.1));
  const leaves = dark + ellipse(0, -14, 34, 22, green) + ellipse(-8, -21, 20, 11, shade(green, 0.1));
  if (look.season === 'winter' || !random.chance(0.6)) return place(leaves, x, y, s);
  const bloom = lit(look, random.pick(BLOOMS));
  const flowers = each(range(0, 7), () => circle(random.int(-26, 36), random.int(-30, -6), 3.5, bloom));
  return place(leaves + flowers, x, y, s);
}

export function bushRow(look: Look, random: Random, xs: number[], y: number): string {
  return each(xs, (x) => bush(look, x, y, random.between(0.8, 1.1), random));
}

/** Blades of grass at (`x`, `y`). */
export function tuft(x: number, y: number, s: number, color: string): string {
  return place(stroke('M0 0q-4 -14 -7 -18M0 0q1 -16 3 -24M0 0q6 -12 10 -15', color, 2), x, y, s);
}

/** A potted plant, about 160 px tall. */
export function plant(look: Look, x: number, y: number, s: number): string {
  const leaf = (angle: number, i: number) => {
    const green = shade('#6d9367', (i % 3) * 0.1 - 0.12);
    return path('M0 -40Q-20 -104 0 -160Q20 -104 0 -40Z', green, `transform="rotate(${angle} 0 -40)"`);
  };
  const pot =
    poly('-26,-46 26,-46 19,0 -19,0', look.accent) + poly('8,-46 26,-46 19,0 6,0', '#000', 'opacity=".12"');
  const rim = rect(-28, -50, 56, 9, shade(look.accent, 0.14), 'rx="2"');
  return place(each([-46, 44, -28, 30, 10, -9], leaf) + pot + rim, x, y, s);
}
