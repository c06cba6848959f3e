import type { HomeFacts } from '../home-facts.ts';
import { randomOf } from '../random.ts';
import { each, range } from './arrange.ts';
import { lines, path, rails, rect, trace } from './shapes.ts';

const [INK, PAPER] = ['#3d4449', '#fffefb'];
const [LEFT, TOP, WIDTH, HEIGHT] = [150, 96, 660, 500];

/** A room of the plan: its name, its share of the width, and whether it has water. */
type Cell = [name: string, share: number, isWet?: boolean];

/** A schematic plan: living side below, bedrooms and baths above, as many as the home has (at most six each). */
export function floorPlan(home: HomeFacts): string {
  const random = randomOf(home.salt, 'plan drawing');
  const beds = Math.max(1, Math.min(6, home.beds));
  const baths = Math.min(3, home.fullBaths + home.halfBaths);
  const upper = range(0, beds).flatMap((i): Cell[] => {
    const name = home.beds === 0 ? 'Sleeping' : beds > 1 ? `Bed ${i + 1}` : 'Bedroom';
    const bath: Cell[] = i < baths ? [['Bath', 0.8, true]] : [];
    return [[name, 1.6], ...bath];
  });
  const lower: Cell[] = [
    ['Living', 2.2],
    ['Dining', 1.2],
    ['Kitchen', 1.5, true],
  ];
  if (random.chance(0.5)) lower.reverse();
  if (home.garage > 0 && home.kind !== 'apartment' && home.kind !== 'condo') lower.push(['Garage', 1.6]);
  const cut = Math.round(HEIGHT * random.between(0.44, 0.52));
  const levels = home.stories > 1 ? ` · ${home.stories} levels, shown on one` : '';
  const note = `Approx. ${home.livingArea.toLocaleString('en-US')} sq ft${levels} · not to scale`;
  let out = rect(0, 0, 960, 720, '#fbf9f4') + rect(LEFT, TOP, WIDTH, HEIGHT, PAPER);
  out += rowOfRooms(upper, TOP, cut, TOP + cut) + rowOfRooms(lower, TOP + cut, HEIGHT - cut, TOP + cut);
  out += rect(LEFT, TOP, WIDTH, HEIGHT, 'none', `stroke="${INK}" stroke-width="9"`) + label(note, 480, 650);
  return out + path('M866 150l14 40l-14 -10l-14 10Z', INK) + label('N', 866, 132);
}

/** Rooms side by side over the whole width; their doors open to the hall at `hall`. */
function rowOfRooms(cells: Cell[], y: number, h: number, hall: number): string {
  const total = cells.reduce((sum, [, share]) => sum + share, 0);
  const outer = hall === y ? y + h : y;
  const swing = hall === y ? 1 : -1;
  let x = LEFT;
  return each(cells, ([name, share, isWet]) => {
    const w = (WIDTH * share) / total;
    const [left, door] = [x, x + Math.min(20, w * 0.2)];
    x += w;
    let out = rect(left, y, w, h, isWet ? '#e3edf0' : PAPER, `stroke="${INK}" stroke-width="5"`);
    out += label(name, left + w / 2, y + h / 2, w < 80 ? 15 : 20) + rails([hall], door, door + 34, PAPER, 7);
    // The leaf of the door, and the quarter circle of its swing.
    const leaf = trace`M${door} ${hall}v${34 * swing}a34 34 0 0 ${swing < 0 ? 1 : 0} 34 ${-34 * swing}`;
    out += lines(leaf, INK, 1.8);
    if (w <= 90) return out;
    const [from, to] = [left + w * 0.32, left + w * 0.68];
    return out + rails([outer], from, to, PAPER, 6) + rails([outer], from, to, '#6c95a8', 2.5);
  });
}

function label(text: string, x: number, y: number, size = 20): string {
  const font = `font-family="Helvetica, Arial, sans-serif" font-size="${size}" text-anchor="middle"`;
  return `<text x="${Math.round(x)}" y="${Math.round(y)}" ${font} dominant-baseline="middle" fill="${INK}">${text}</text>`;
}
