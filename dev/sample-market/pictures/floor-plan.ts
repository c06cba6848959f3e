import type { HomeFacts } from '../home-facts.ts';
import { randomOf } from '../random.ts';
import { line, path, rect } from './shapes.ts';

const INK = '#3d4449';

interface Cell {
  name: string;
  x: number;
  y: number;
  w: number;
  h: number;
  wet: boolean;
}

/** A schematic plan: living side below, bedrooms and baths above, as many as the home has (at most six each). */
export function floorPlan(home: HomeFacts): string {
  const random = randomOf(home.salt, 'plan drawing');
  const [left, top, width, height] = [150, 96, 660, 500];
  const upper: [string, number, boolean][] = [];
  const beds = Math.max(1, Math.min(6, home.beds));
  const baths = Math.min(3, home.fullBaths + home.halfBaths);
  for (let i = 0; i < beds; i++) {
    upper.push([home.beds === 0 ? 'Sleeping' : beds > 1 ? `Bed ${i + 1}` : 'Bedroom', 1.6, false]);
    if (i < baths) upper.push(['Bath', 0.8, true]);
  }
  const lower: [string, number, boolean][] = random.chance(0.5)
    ? [
        ['Living', 2.2, false],
        ['Dining', 1.2, false],
        ['Kitchen', 1.5, true],
      ]
    : [
        ['Kitchen', 1.5, true],
        ['Dining', 1.2, false],
        ['Living', 2.2, false],
      ];
  if (home.garage > 0 && home.kind !== 'apartment' && home.kind !== 'condo')
    lower.push(['Garage', 1.6, false]);
  const cut = Math.round(height * random.between(0.44, 0.52));
  const cells = [
    ...rowOf(upper, left, top, width, cut),
    ...rowOf(lower, left, top + cut, width, height - cut),
  ];
  let out = rect(0, 0, 960, 720, '#fbf9f4') + rect(left, top, width, height, '#fffefb');
  for (const cell of cells) {
    if (cell.wet) out += rect(cell.x, cell.y, cell.w, cell.h, '#e3edf0');
    out +=
      rect(cell.x, cell.y, cell.w, cell.h, 'none', `stroke="${INK}" stroke-width="5"`) +
      label(cell.name, cell.x + cell.w / 2, cell.y + cell.h / 2, cell.w < 80 ? 15 : 20);
    // The door, with the quarter circle of its swing.
    const inner = cell.y === top ? cell.y + cell.h : cell.y;
    const dx = cell.x + Math.min(20, cell.w * 0.2);
    const swing = cell.y === top ? -1 : 1;
    out +=
      line(dx, inner, dx + 34, inner, '#fffefb', 7) +
      path(
        `M${dx} ${inner} v${34 * swing} a34 34 0 0 ${swing < 0 ? 1 : 0} 34 ${-34 * swing}`,
        'none',
        `stroke="${INK}" stroke-width="1.8"`,
      );
    const outer = cell.y === top ? cell.y : cell.y + cell.h;
    if (cell.w > 90)
      out +=
        line(cell.x + cell.w * 0.32, outer, cell.x + cell.w * 0.68, outer, '#fffefb', 6) +
        line(cell.x + cell.w * 0.32, outer, cell.x + cell.w * 0.68, outer, '#6c95a8', 2.5);
  }
  out += rect(left, top, width, height, 'none', `stroke="${INK}" stroke-width="9"`);
  const storeys = home.stories > 1 ? ` · ${home.stories} levels, shown on one` : '';
  out += label(
    `Approx. ${String(home.livingArea).replace(/\B(?=(\d{3})+$)/g, ',')} sq ft${storeys} · not to scale`,
    480,
    650,
    20,
  );
  return out + path('M866 150 l14 40 l-14 -10 l-14 10Z', INK) + label('N', 866, 132, 20);
}

function rowOf(
  rooms: [string, number, boolean][],
  left: number,
  top: number,
  width: number,
  height: number,
): Cell[] {
  const total = rooms.reduce((sum, [, share]) => sum + share, 0);
  let x = left;
  return rooms.map(([name, share, wet]) => {
    const w = (width * share) / total;
    const cell = { name, x, y: top, w, h: height, wet };
    x += w;
    return cell;
  });
}

function label(text: string, x: number, y: number, size: number): string {
  return `<text x="${Math.round(x)}" y="${Math.round(y)}" font-family="Helvetica, Arial, sans-serif" font-size="${size}" fill="${INK}" text-anchor="middle" dominant-baseline="middle">${text}</text>`;
}
