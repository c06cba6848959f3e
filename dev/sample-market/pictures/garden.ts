import type { HomeFacts } from '../home-facts.ts';
import { randomOf } from '../random.ts';
import { each, place, range } from './arrange.ts';
import { shade } from './colors.ts';
import { cover, glassWall, roof, wall, windowAt } from './facade.ts';
import type { Look } from './palette.ts';
import { bush, bushRow, plant, tree, treeRow } from './plants.ts';
import { sky, towers } from './scenery.ts';
import {
  band,
  bars,
  ellipse,
  lines,
  path,
  poly,
  rails,
  rect,
  round,
  shadow,
  stroke,
  trace,
} from './shapes.ts';

/** Behind the house: patio, fence, lawn, and the pool when there is one. */
export function garden(home: HomeFacts, look: Look, hasPool: boolean): string {
  const random = randomOf(look.salt, 'garden');
  let out = sky(look, 360) + treeRow(look, range(240, 1000, 120), 400, 0.75, 1.15);
  out += rect(0, 352, 960, 70, look.fence) + bars(range(0, 960, 24), 352, 422, shade(look.fence, -0.12), 1.5);
  out += rect(0, 346, 960, 9, shade(look.fence, -0.12)) + rect(0, 418, 960, 302, look.lawn);
  out += path('M0 470Q480 440 960 480V720H0Z', shade(look.lawn, -0.05)) + shadow(0, 418, 960, 12);
  out += bushRow(look, random, range(330, 960, 96), 430) + houseBack(home, look);
  out += poly(band(-20, 330, 468, -20, 430, 720), look.drive);
  out += each([506, 560, 630], (y) => rails([y], -20, 345 + (y - 468) * 0.38, shade(look.drive, -0.08), 2));
  out += shadow(74, 642, 170, 10) + umbrella(look.accent, 154, 610, 1.5) + chair(look, 20, 650, 0.55);
  out += chair(look, 212, 650, 0.55) + rect(148, 590, 12, 60, shade(look.wood, -0.2));
  out += ellipse(154, 586, 86, 20, look.wood) + ellipse(154, 581, 86, 20, shade(look.wood, 0.14));
  if (hasPool) {
    out += pool(look, [545, 885, 512, 480, 915, 660]) + lounger(620, 446) + lounger(730, 446);
    if (home.spa) out += pool(look, [790, 860, 634, 780, 865, 650]);
    return out + ellipse(620, 610, 28, 18, look.accent) + ellipse(620, 608, 13, 7, look.water);
  }
  out += each(range(0, 5), (i) => ellipse(470 + i * 62, 650 - i * 26, 30 - i * 2, 10 - i, look.drive));
  if (home.adu) {
    out += wall(look, 560, 300, 240, 130) + cover(look, 560, 240, 302, 56) + windowAt(look, 690, 340, 70, 46);
    out += rect(600, 336, 46, 94, look.door);
  }
  out += tree(look.trees.includes('cactus') ? 'cactus' : 'round', look, 770, 600, 1.35);
  return out + bush(look, 520, 470, 0.9, random) + bush(look, 900, 690, 1.6, random);
}

/** The back of the house at the left, in its own colors. */
function houseBack(home: HomeFacts, look: Look): string {
  const isTwoStory = home.stories > 1;
  const top = isTwoStory ? 74 : 194;
  let out = wall(look, -20, top - 4, 300, 474 - top) + shadow(-20, top, 300, 12);
  out += roof(look, trace`-20,${top} 300,${top} 278,${top - 38} -20,${top - 80}`);
  if (isTwoStory) out += windowAt(look, 50, 116, 60, 70) + windowAt(look, 170, 116, 60, 70);
  return out + glassWall(look, 42, 290, 190, 178);
}

/** A parasol whose pole stands at (`x`, `y`). */
function umbrella(color: string, x: number, y: number, s: number): string {
  const canopy = poly('-76,-68 0,-112 76,-68', color) + poly('0,-112 76,-68 32,-68', '#000', 'opacity=".12"');
  const sunny = poly('-76,-68 0,-112 -38,-68', '#fff', 'opacity=".14"');
  return place(rect(-2, -110, 4, 110, '#7a6553') + canopy + sunny, x, y, s);
}

/** A cushioned chair, 160 px wide. */
function chair(look: Look, x: number, y: number, s: number): string {
  const legs = each([10, 141], (at) => rect(at, -60, 9, 60, '#6b4d38'));
  let out = ellipse(80, 0, 90, 10, '#000', 'opacity=".14"') + legs;
  out += rect(10, -166, 140, 96, look.sofa, 'rx="22"');
  out += rect(0, -96, 160, 42, shade(look.sofa, -0.1), 'rx="14"');
  return place(out + rect(34, -146, 92, 50, look.textile, 'rx="12"'), x, y, s);
}

function lounger(x: number, y: number): string {
  const legs = shadow(-10, 22, 100, 6) + each([6, 70], (at) => rect(at, 12, 6, 14, '#8a7a68'));
  const back = poly('0,0 -26,-30 -14,-34 12,0', '#f1ebdd');
  return place(legs + rect(0, 0, 88, 12, '#fffdf5', 'rx="5"') + back, x, y);
}

/** A pool between two level edges, as `band` takes them, with its rim. */
function pool(look: Look, area: Parameters<typeof band>): string {
  const [x1, x2, y, x3, x4, y2] = area;
  const [rim, water] = [shade(look.deck, 0.4), look.water];
  // Lines of light: the nearer, the longer.
  const ripple = (part: number, i: number) => {
    const at = y + (y2 - y) * (0.2 + i * 0.17);
    const [from, w] = [x3 + (x4 - x3) * part, (x4 - x3) * (0.13 + i * 0.025)];
    return trace`M${from} ${at}q${w / 4} -10 ${w / 2} 0t${w / 2} 0`;
  };
  let out = poly(band(...area), rim, round(rim, 54)) + poly(band(...area), water, round(water, 28));
  out += poly(band(x1 - 14, x2 + 14, y - 14, x1 - 20, x2 + 20, y + 6), '#000', 'opacity=".14"');
  if (y2 - y < 40) return out;
  return out + stroke(each([0.24, 0.6, 0.4, 0.1, 0.62], ripple), shade(water, 0.5), 4);
}

/** The association's pool: umbrellas, loungers, clubhouse. */
export function amenity(look: Look): string {
  const random = randomOf(look.salt, 'amenity');
  let out = sky(look, 360) + treeRow(look, [60, 170, 800, 900], 420, 1, 1.25);
  out += wall(look, 280, 250, 400, 160) + cover({ ...look, roof: 'hip' }, 280, 400, 252, 84, 30);
  out += glassWall(look, 310, 301, 340, 109) + rect(0, 410, 960, 310, look.deck);
  out += bushRow(look, random, [...range(20, 260, 70), ...range(720, 960, 70)], 424);
  out += pool(look, [270, 690, 482, 130, 830, 666]) + umbrella(look.accent, 142, 540, 1) + lounger(100, 528);
  return out + umbrella(look.textile, 832, 540, 1) + lounger(800, 528);
}

/** A balcony or small terrace with what can be seen from it. */
export function balcony(home: HomeFacts, look: Look): string {
  const isHigh = home.lot.floor > 3 || home.area.character === 'urban';
  const plank = (x: number) => trace`M${480 + (x - 480) * 0.8} 560L${x} 720`;
  let out = sky(look, 430) + rect(0, 500, 960, 40, look.lawn);
  if (isHigh) out += towers(look, range(-10, 960, 74), 540, 130, 300);
  else out += treeRow(look, range(20, 960, 110), 520, 0.8, 1.2);
  out += rect(0, 540, 960, 180, look.wood);
  out += lines(each(range(-200, 1200, 70), plank), shade(look.wood, -0.14), 2);
  out += rect(0, 540, 960, 180, 'url(#depth)');
  out += bars(range(14, 960, 30), 404, 562, shade(look.trim, -0.25), 4);
  out += rect(0, 396, 960, 13, shade(look.wood, -0.15)) + rect(0, 556, 960, 9, shade(look.wood, -0.25));
  out += wall(look, 0, 0, 96, 720) + shadow(84, 0, 12, 720) + shadow(96, 40, 864, 10);
  out += rect(0, 0, 960, 44, shade(look.wall, 0.2)) + chair(look, 260, 686, 1) + chair(look, 550, 686, 1);
  out += rect(481, 626, 10, 60, '#6b4d38') + ellipse(486, 622, 44, 12, shade(look.wood, 0.25));
  out += rect(472, 594, 28, 24, look.accent, 'rx="5"') + plant(look, 176, 702, 1);
  return out + plant(look, 826, 704, 1.15) + plant(look, 906, 700, 0.85);
}
