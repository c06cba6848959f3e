import type { Random } from '../random.ts';
import type { Look, Tree } from './palette.ts';
import { circle, ellipse, path, poly, rect, shade, triangle } from './shapes.ts';

/** One tree standing at (`x`, `y`); `s` 1 is about 200 px tall. */
export function tree(kind: Tree, look: Look, x: number, y: number, s: number): string {
  const dim = look.hour === 'dusk' ? -0.28 : 0;
  const leaf = shade(look.leaf, dim);
  const trunk = shade('#8a6a4f', dim);
  const shadow = ellipse(x + 14 * s, y + 2, 54 * s, 8 * s, '#000', 'opacity=".1"');
  switch (kind) {
    case 'palm': {
      const green = shade('#6f9a58', dim);
      let out =
        shadow +
        path(
          `M${x - 7 * s} ${y} Q${x + 4 * s} ${y - 120 * s} ${x - 2 * s} ${y - 232 * s} L${x + 8 * s} ${y - 232 * s} Q${x + 14 * s} ${y - 110 * s} ${x + 8 * s} ${y}Z`,
          shade('#a8845f', dim),
        );
      const top = y - 232 * s;
      for (const [dx, dy, bend] of [
        [-78, 14, -58],
        [-64, -34, -50],
        [-24, -62, -40],
        [30, -62, -44],
        [70, -30, -52],
        [80, 18, -56],
        [-44, 48, -20],
        [50, 50, -18],
      ] as const) {
        out += path(
          `M${x + 3 * s} ${top} Q${x + dx * 0.5 * s} ${top + bend * s} ${x + dx * s} ${top + dy * s} Q${x + dx * 0.42 * s} ${top + (bend + 26) * s} ${x + 3 * s} ${top}Z`,
          dx < 0 ? green : shade(green, -0.1),
        );
      }
      return out + circle(x + 3 * s, top + 3 * s, 8 * s, shade('#8a6a3f', dim));
    }
    case 'cypress': {
      const green = shade('#587a58', dim);
      return (
        shadow +
        rect(x - 4 * s, y - 20 * s, 8 * s, 20 * s, trunk) +
        path(
          `M${x} ${y - 205 * s} Q${x + 34 * s} ${y - 90 * s} ${x + 16 * s} ${y - 12 * s} L${x - 16 * s} ${y - 12 * s} Q${x - 34 * s} ${y - 90 * s} ${x} ${y - 205 * s}Z`,
          green,
        ) +
        path(
          `M${x} ${y - 205 * s} Q${x + 34 * s} ${y - 90 * s} ${x + 16 * s} ${y - 12 * s} L${x + 4 * s} ${y - 12 * s} Q${x + 14 * s} ${y - 90 * s} ${x} ${y - 205 * s}Z`,
          '#000',
          'opacity=".1"',
        )
      );
    }
    case 'conifer': {
      const green = shade('#4f7a62', dim);
      let out = shadow + rect(x - 7 * s, y - 34 * s, 14 * s, 34 * s, trunk);
      for (const [base, half, peak] of [
        [24, 62, 120],
        [78, 50, 175],
        [128, 36, 235],
      ] as const) {
        out += poly(triangle(x - half * s, x + half * s, y - base * s, x, y - peak * s), green);
        out += poly(
          triangle(x + half * 0.2 * s, x + half * s, y - base * s, x, y - peak * s),
          '#000',
          'opacity=".09"',
        );
        if (look.season === 'winter')
          out += poly(
            triangle(x - half * 0.36 * s, x + half * 0.36 * s, y - (peak - 34) * s, x, y - peak * s),
            '#fff',
            'opacity=".8"',
          );
      }
      return out;
    }
    case 'cactus': {
      const green = shade('#7d9a6a', dim);
      const arm = (dx: number, low: number, high: number) =>
        path(
          `M${x} ${y - low * s} H${x + dx * s} V${y - high * s}`,
          'none',
          `stroke="${green}" stroke-width="${18 * s}" stroke-linecap="round" stroke-linejoin="round"`,
        );
      return (
        shadow +
        path(
          `M${x} ${y} V${y - 150 * s}`,
          'none',
          `stroke="${green}" stroke-width="${24 * s}" stroke-linecap="round"`,
        ) +
        arm(-38, 60, 104) +
        arm(36, 82, 124)
      );
    }
    case 'oak':
      return (
        shadow +
        path(
          `M${x - 12 * s} ${y} Q${x - 6 * s} ${y - 60 * s} ${x - 26 * s} ${y - 100 * s} L${x + 26 * s} ${y - 100 * s} Q${x + 6 * s} ${y - 60 * s} ${x + 14 * s} ${y}Z`,
          trunk,
        ) +
        crown(x, y - 132 * s, s * 1.25, leaf)
      );
    case 'blossom':
      return (
        shadow +
        rect(x - 7 * s, y - 80 * s, 14 * s, 80 * s, trunk) +
        crown(x, y - 125 * s, s * 0.95, shade('#f0bcc4', dim))
      );
    default:
      if (look.season === 'winter') return shadow + bare(x, y, s, trunk);
      return shadow + rect(x - 8 * s, y - 82 * s, 16 * s, 82 * s, trunk) + crown(x, y - 130 * s, s, leaf);
  }
}

function crown(x: number, y: number, s: number, leaf: string): string {
  return (
    circle(x - 42 * s, y + 14 * s, 44 * s, shade(leaf, -0.05)) +
    circle(x + 44 * s, y + 16 * s, 42 * s, shade(leaf, -0.13)) +
    circle(x, y - 26 * s, 58 * s, leaf) +
    circle(x + 8 * s, y + 22 * s, 44 * s, shade(leaf, -0.07)) +
    circle(x - 20 * s, y - 38 * s, 26 * s, shade(leaf, 0.14), 'opacity=".7"')
  );
}

function bare(x: number, y: number, s: number, trunk: string): string {
  const branch = (d: string, w: number) =>
    path(d, 'none', `stroke="${trunk}" stroke-width="${w * s}" stroke-linecap="round"`);
  return (
    branch(`M${x} ${y} V${y - 120 * s}`, 13) +
    branch(
      `M${x} ${y - 70 * s} L${x - 48 * s} ${y - 140 * s} M${x} ${y - 80 * s} L${x + 50 * s} ${y - 150 * s} M${x} ${y - 118 * s} L${x - 20 * s} ${y - 186 * s} M${x} ${y - 118 * s} L${x + 22 * s} ${y - 180 * s}`,
      7,
    ) +
    branch(
      `M${x - 28 * s} ${y - 110 * s} L${x - 20 * s} ${y - 150 * s} M${x + 28 * s} ${y - 118 * s} L${x + 22 * s} ${y - 152 * s}`,
      4,
    )
  );
}

/** A low bush; flowers at times. */
export function bush(look: Look, x: number, y: number, s: number, random: Random): string {
  const dim = look.hour === 'dusk' ? -0.28 : 0;
  const green = shade(look.season === 'autumn' || look.season === 'winter' ? '#7c9367' : '#6d9a5f', dim);
  let out =
    ellipse(x, y - 14 * s, 34 * s, 22 * s, green) +
    ellipse(x + 22 * s, y - 10 * s, 24 * s, 16 * s, shade(green, -0.1)) +
    rect(x - 34 * s, y - 12 * s, 80 * s, 12 * s, shade(green, -0.06), `rx="6"`);
  if (look.season !== 'winter' && random.chance(0.6)) {
    const bloom = random.pick(['#e58fa3', '#f2c14e', '#f7f0e3', '#d9779b', '#b58ad1']);
    for (let i = 0; i < 6; i++)
      out += circle(x + random.between(-26, 36) * s, y - random.between(6, 30) * s, 3.6 * s, bloom);
  }
  return out;
}
