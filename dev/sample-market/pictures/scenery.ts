import { type Random, randomOf } from '../random.ts';
import { each, group, place, range } from './arrange.ts';
import { shade } from './colors.ts';
import type { Look } from './palette.ts';
import { tree } from './plants.ts';
import { circle, ellipse, path, rails, rect, trace } from './shapes.ts';

const DOWN = 'x2="0" y2="1"';
const BLACK = 'stroke="#000" stroke-opacity=';

/** The gradients and textures that `drawn` fills shapes with, by their id. */
export function definitions(look: Look, drawn: string): string {
  const all = [
    gradient('sky', DOWN, [look.skyTop, 1], [look.skyLow, 1]),
    gradient('light', 'y2=".3"', ['#fff', 0.16], ['#000', 0.13]),
    gradient('slope', DOWN, ['#000', 0.16], ['#fff', 0.12]),
    gradient('depth', DOWN, ['#000', 0], ['#000', 0.16]),
    gradient('glow', '', ['#fff1c4', 0.75], ['#fff1c4', 0]).replaceAll('linear', 'radial'),
    texture('tile', 16, 12, 'M0 3Q4 9 8 3Q12 9 16 3', `${BLACK}".16" stroke-width="2"`),
    texture('shingle', 26, 18, 'M0 9H26M0 18H26M8 0V9M21 9V18', `${BLACK}".08" stroke-width="1.5"`),
    texture('siding', 40, 13, 'M0 12.5H40', `${BLACK}".09" stroke-width="1.6"`),
    texture('batten', 22, 40, 'M11 0V40', `${BLACK}".08" stroke-width="2"`),
    texture('brick', 30, 18, 'M0 9H30M0 18H30M8 0V9M23 9V18', 'stroke="#fff" stroke-opacity=".2"'),
  ];
  const used = all.filter((one) => drawn.includes(`#${/id="(\w+)"/.exec(one)![1]})`));
  return `<defs>${used.join('')}</defs>`;
}

type Stop = [color: string, opacity: number];

function gradient(id: string, direction: string, ...stops: Stop[]): string {
  const tag = ([color, opacity]: Stop, i: number) =>
    `<stop offset="${i}" stop-color="${color}" stop-opacity="${opacity}"/>`;
  return `<linearGradient id="${id}" ${direction}>${each(stops, tag)}</linearGradient>`;
}

function texture(id: string, w: number, h: number, d: string, pen: string): string {
  const size = `width="${w}" height="${h}" patternUnits="userSpaceOnUse"`;
  return `<pattern id="${id}" ${size}>${path(d, 'none', pen)}</pattern>`;
}

/** Sky, sun or moon, clouds and far hills down to `horizon`. */
export function sky(look: Look, horizon = 500): string {
  const random = randomOf(look.salt, 'sky');
  const isDusk = look.hour === 'dusk';
  const [sunX, sunY] = [random.int(120, 840), horizon - 180];
  const star = () => circle(random.int(0, 960), random.int(0, 220), 1.5, '#fff', 'opacity=".7"');
  const puffs =
    ellipse(0, 0, 62, 20, '#fff') + ellipse(46, -16, 44, 26, '#fff') + ellipse(96, -2, 60, 20, '#fff');
  const cloud = () => place(puffs, random.int(-40, 900), random.int(50, 200), random.between(0.6, 1.2));
  let out = rect(0, 0, 960, horizon + 60, 'url(#sky)');
  if (isDusk) out += each(range(0, 16), star) + circle(sunX, 110, 24, '#fdf3dc');
  else if (look.hour !== 'day')
    out += circle(sunX, sunY, 190, 'url(#glow)') + circle(sunX, sunY, 44, '#fff6da');
  out += group(each(range(0, random.int(1, 3)), cloud), `opacity="${isDusk ? 0.25 : 0.75}"`);
  out += ridge(random, horizon - 60, 90, horizon + 60, shade(look.hills, 0.28));
  return out + ridge(random, horizon - 14, 40, horizon + 60, look.hills);
}

/** Far towers at `xs`, 60 px wide and between `low` and `high` tall, with windows lit. */
export function towers(look: Look, xs: number[], foot: number, low: number, high: number): string {
  const random = randomOf(look.salt, 'towers');
  const lights = `stroke-dasharray="12 16" opacity="${look.hour === 'dusk' ? 0.6 : 0.35}"`;
  return each(xs, (x) => {
    const [h, color] = [random.int(low, high), shade(look.hills, random.between(-0.12, 0.12))];
    const rows = range(foot + 20 - h, foot, 22);
    return rect(x, foot - h, 66, h, color) + rails(rows, x + 10, x + 58, '#fff', 10, lights);
  });
}

/** Hills that swing up from `top`, filled down to `foot`. */
function ridge(random: Random, top: number, swing: number, foot: number, color: string): string {
  const crest = each(range(0, 960, 240), (x) => {
    const [peak, end] = [top - swing * 0.4 - random.int(0, swing), top - random.int(-8, swing / 2)];
    return trace`Q${x + 120} ${peak} ${x + 240} ${end}`;
  });
  return path(trace`M0 ${foot}V${top}` + crest + trace`V${foot}Z`, color);
}

/** Sky, lawn, street and trees around a building that is drawn around (0, 0); `look` is the look outdoors. */
export function frontYard(look: Look, building: string): string {
  const random = randomOf(look.salt, 'front');
  const far = shade(look.leaf, look.hour === 'dusk' ? -0.2 : 0.18);
  const crown = (x: number) => circle(x + random.int(-20, 20), random.int(504, 530), random.int(34, 62), far);
  const grow = (x: number, y: number, size: number) =>
    tree(random.pick(look.trees), look, x, y, size * random.between(1, 1.3));
  // Neighbors' trees close the gap between house and hills.
  let out = sky(look) + group(each(range(-20, 980, 92), crown), 'opacity=".75"');
  out += rect(0, 520, 960, 130, look.lawn) + path('M0 548Q480 520 960 552V650H0Z', shade(look.lawn, -0.05));
  out += rect(0, 520, 960, 120, 'url(#depth)') + grow(random.int(60, 120), 556, 1);
  out += grow(random.int(850, 915), 560, 0.95);
  out += place(look.mirrored ? group(building, 'transform="scale(-1 1)"') : building, 480, 566);
  out += rect(0, 640, 960, 24, look.walk) + rect(0, 664, 960, 8, look.curb);
  out += rect(0, 672, 960, 48, look.road);
  out += each(range(40, 960, 190), (x) => rect(x, 696, 90, 5, shade(look.road, 0.6)));
  return random.chance(0.55) ? out + grow(random.chance(0.5) ? 50 : 910, 640, 1.25) : out;
}
