import type { HomeFacts } from '../home-facts.ts';
import { type Random, randomOf } from '../random.ts';
import { each, group, place, range } from './arrange.ts';
import { townhouseFront } from './buildings.ts';
import { shade } from './colors.ts';
import { houseFront } from './house-front.ts';
import { type Look, lit } from './palette.ts';
import { bush, tree, treeRow, tuft } from './plants.ts';
import { sky } from './scenery.ts';
import { band, circle, ellipse, path, poly, rails, rect, shadow, trace } from './shapes.ts';

/** Down the street: lawns, trees and neighbors on both sides. */
export function street(home: HomeFacts, look: Look): string {
  const random = randomOf(look.salt, 'street');
  const stripe = shade(look.road, 0.6);
  const [wall, roofColor] = [shade(look.wall, random.between(-0.2, 0.3)), shade(look.roofColor, 0.2)];
  const draw = home.kind === 'townhouse' ? townhouseFront : houseFront;
  const next = draw({ ...home, garage: 2 }, { ...look, wall, roofColor, door: look.accent });
  let out = `<defs>${group(draw(home, look), 'id="own"')}${group(next, 'id="next"')}</defs>${sky(look, 400)}`;
  out += rect(0, 400, 960, 320, look.lawn) + rect(0, 400, 960, 320, 'url(#depth)');
  out += poly(band(418, 542, 404, -60, 1020, 720), look.walk);
  out += poly(band(430, 530, 404, 60, 900, 720), look.road);
  for (const y of [430, 470, 530, 620]) {
    const [near, w] = [y + (y - 398) / 3, (y - 400) / 32];
    out += poly(band(480 - w, 480 + w, y, 478.5 - w * 1.3, 481.5 + w * 1.3, near), stripe);
  }
  for (const i of range(0, 5))
    for (const side of [-1, 1]) {
      const [s, base] = [0.36 + i * 0.2, 412 + i * 34];
      const house = (i + side) % 3 === 0 ? 'own' : 'next';
      const kind = look.trees[(i + (side > 0 ? 1 : 0)) % look.trees.length]!;
      out += place(`<use href="#${house}"/>`, 480 + side * (110 + i * 96), base, s * 0.42);
      out += tree(kind, look, 480 + side * (62 + i * 74), base + 22 * s, s * 0.72);
    }
  return out;
}

/** From above: roofs, yards and the street; the home in the middle has its own roof and pool. */
export function aerial(home: HomeFacts, look: Look): string {
  const random = randomOf(look.salt, 'aerial');
  let out = rect(-200, -200, 1400, 1200, look.lawn);
  for (const row of range(-1, 4)) {
    const y = row * 236 - 60;
    out += rect(-200, y + 168, 1400, 70, look.curb) + rect(-200, y + 176, 1400, 54, look.road);
    out += rails([y + 203], -200, 1200, shade(look.road, 0.6), 4, 'stroke-dasharray="34 28"');
    for (const column of range(-1, 8)) {
      const isOwn = row === 1 && column === 3;
      const lot = isOwn ? ownLot(home, look, random) : lotFromAbove(look, random, random.chance(0.22));
      out += place(lot, column * 152 - 40 + (row % 2) * 40, y + 52);
    }
  }
  return group(out, `transform="rotate(${look.mirrored ? -7 : 6} 480 360)"`);
}

const LOT_WIDTH = 152;

function ownLot(home: HomeFacts, look: Look, random: Random): string {
  const outline = 'stroke="#fffdf5" stroke-width="5" stroke-opacity=".9"';
  if (home.kind === 'land')
    return rect(0, -40, 138, 158, lit(look, '#cdb98c'), `${outline} stroke-dasharray="12 9"`);
  const panels = home.solar
    ? each([14, 36, 58], (x) => rect(x, 8, 19, 26, '#33455a', 'stroke="#8fa3b8"'))
    : '';
  const out = lotFromAbove(look, random, home.pool, look.roofColor) + panels;
  return out + rect(-12, -48, 146, 160, 'none', outline);
}

/** A house, its drive and its trees; the house begins at (0, 0). */
function lotFromAbove(look: Look, random: Random, hasPool: boolean, roofColor?: string): string {
  const others = [look.roofColor, shade(look.roofColor, 0.18), lit(look, '#8d8279'), lit(look, '#a58f7d')];
  const color = roofColor ?? random.pick(others);
  const [w, h] = [LOT_WIDTH * random.between(0.64, 0.74), random.between(88, 108)];
  let out = rect(w * 0.55, h, w * 0.34, 122 - h, look.drive) + shadow(9, 9, w, h, 0.18);
  out += hipRoof(0, 0, w, h * 0.74, color) + hipRoof(w * 0.46, h * 0.4, w * 0.54, h * 0.6, color);
  if (hasPool) {
    out += rect(8, -42, 62, 32, look.deck, 'rx="14"') + rect(13, -38, 52, 24, look.water, 'rx="11"');
  }
  for (const i of range(0, 3)) {
    const [r, x, y] = [random.int(11, 21), random.int(0, 122), i === 0 ? 100 : random.int(-40, -16)];
    if (hasPool && y < 0 && x < 84) continue;
    out += circle(x + 5, y + 5, r, '#000', 'opacity=".16"') + circle(x, y, r, look.leaf);
    out += circle(x - r * 0.25, y - r * 0.25, r * 0.55, shade(look.leaf, 0.16));
  }
  return out;
}

/** A hip roof from above: each of its four slopes in its own light. */
function hipRoof(x: number, y: number, w: number, h: number, color: string): string {
  const inset = Math.min(w, h) / 2.3;
  const [end, ridge] = [x + w, y + h / 2];
  const east = poly(trace`${end},${y} ${end},${y + h} ${end - inset},${ridge}`, shade(color, -0.14));
  const north = poly(band(x, end, y, x + inset, end - inset, ridge), shade(color, 0.14));
  const south = poly(band(x, end, y + h, x + inset, end - inset, ridge), shade(color, -0.07));
  return rect(x, y, w, h, color) + north + east + south;
}

/** Bare land: a field, a fence, a sign. */
export function land(home: HomeFacts, look: Look, nth: number): string {
  const random = randomOf(look.salt, 'land', nth);
  const isDry = ['socal', 'desert', 'texas'].includes(home.area.region);
  const [field, fence] = [isDry ? lit(look, '#d8c084') : look.lawn, lit(look, '#9c7a58')];
  let out = sky(look, 430) + treeRow(look, range(-10, 980, 120), 452, 0.4, 0.75);
  out += rect(0, 440, 960, 280, field) + path('M0 520Q300 470 620 520T960 500V720H0Z', shade(field, -0.07));
  out += path('M0 620Q360 570 960 640V720H0Z', shade(field, -0.13));
  for (const i of range(0, 60)) {
    const y = random.int(470, 712);
    out += tuft(random.int(0, 960), y, (y - 400) / 300, shade(field, i % 3 ? -0.22 : 0.25));
  }
  out += each(range(-20, 980, 110), (x) => rect(x, 500 + x * 0.02, 12, 66, fence));
  out += poly('-20,516 980,536 980,543 -20,523', fence) + poly('-20,542 980,562 980,569 -20,549', fence);
  out += place(signBoard(look), nth === 1 ? 330 : 620, 662) + bush(look, 860, 690, 1.4, random);
  return out + bush(look, 90, 650, 1.1, random);
}

/** What hangs at a plot that is for sale; it says nothing. */
function signBoard(look: Look): string {
  const [post, line] = ['#f4efe4', shade(look.accent, 0.6)];
  let out = ellipse(84, 2, 100, 10, '#000', 'opacity=".15"') + rect(0, -192, 13, 192, post);
  out += rect(-8, -188, 178, 12, post) + each([42, 134], (x) => rect(x, -176, 3, 16, '#6b625a'));
  out += rect(24, -162, 132, 96, look.accent, 'rx="5"') + rect(40, -146, 100, 14, '#fffdf5', 'rx="3"');
  return out + rect(40, -122, 72, 10, line, 'rx="3"') + rect(40, -102, 86, 10, line, 'rx="3"');
}
