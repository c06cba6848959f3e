import type { HomeFacts } from '../home-facts.ts';
import { randomOf } from '../random.ts';
import { each, place, range } from './arrange.ts';
import { shade } from './colors.ts';
import { cover, door, gable, garage, glassWall, paving, wall, windowAt } from './facade.ts';
import type { Look } from './palette.ts';
import { bush, bushRow } from './plants.ts';
import { towers } from './scenery.ts';
import { bars, poly, rect, shadow, triangle } from './shapes.ts';

// Each building stands with its middle at (0, 0).

/** Three townhouses in a row; the home is the middle one. */
export function townhouseFront(home: HomeFacts, look: Look): string {
  const random = randomOf(look.salt, 'row');
  const floors = Math.max(2, home.stories);
  const [w, floor] = [218, floors === 3 ? 104 : 122];
  const unit = (side: number) => {
    const neighbor = { ...look, wall: shade(look.wall, side * 0.13), door: shade(look.roofColor, -0.1) };
    const [own, top] = side === 0 ? [look, -floor * floors] : [neighbor, 10 - floor * floors];
    let out = paving(look.drive, 16, 104, 8) + wall(own, 0, top, w, -top);
    out += look.roof === 'gable' ? gable(own, 0, w, top + 2, 78, 12) : cover(own, 0, w, top, 64, 12);
    for (const y of range(top + 30, -floor, floor))
      out += windowAt(own, 30, y, 62, 56) + windowAt(own, 128, y, 54, 56);
    if (side === 0) out += railing(own, 14, -floor * 2 + 64, 190, 28);
    out += garage(own, 18, 104, 88) + door(own, 148, 44, 92) + rect(136, -108, 68, 8, look.trim);
    out += shadow(138, -100, 64, 7) + shadow(0, top, 5, -top) + bush(look, 134, 8, 0.5, random);
    return place(out, w * side - w / 2, 0);
  };
  return each([-1, 1, 0], unit);
}

/** The railing of a balcony, `h` high. */
function railing(look: Look, x: number, y: number, w: number, h: number): string {
  const rods = bars(range(x + 4, x + w, Math.max(8, h / 2.3)), y, y + h, look.trim, h / 14);
  const slab = rect(x, y + h, w, h / 4, shade(look.wall, 0.3)) + shadow(x, y + h * 1.25, w, h / 6);
  return rods + rect(x, y, w, h / 7, look.trim) + slab;
}

/** A building with one door for many: two to four floors with balconies, or a tower. */
export function apartmentFront(home: HomeFacts, given: Look): string {
  const random = randomOf(given.salt, 'building');
  const floors = Math.max(2, Math.min(12, home.lot.floors));
  const isTower = floors > 4;
  const [h, w] = isTower ? [Math.min(44, 480 / floors), 380] : [96, 610];
  const [top, left, bay] = [-h * floors, -w / 2, w / 5];
  const look: Look = isTower ? { ...given, roof: 'flat', cladding: 'stucco' } : given;
  const dark: Look = { ...look, glass: look.hour === 'dusk' ? '#5d6a8a' : look.glass };
  let out = paving(look.walk, -36, 72, 28);
  if (isTower) out += towers(look, range(-330, 330, 110), 0, 150, 260);
  out += wall(look, left, top, w, -top);
  for (const column of range(0, 5)) {
    const [x, isDeep] = [left + column * bay, (column + look.salt) % 2 === 0];
    if (isDeep && !isTower) out += rect(x, top, bay, -top, shade(look.wall, -0.13)) + shadow(x, top, 8, -top);
    for (const y of range(top, column === 2 ? -h : 0, h)) {
      const own = random.chance(0.45) ? dark : look;
      if (!isDeep) out += glassWall(own, x + bay * 0.24, y + h * 0.22, bay * 0.52, h * 0.52);
      else out += glassWall(own, x + 16, y + h * 0.18, bay - 32, h * 0.62);
      if (isDeep) out += railing(look, x + 4, y + h * 0.54, bay - 8, h * 0.32);
    }
  }
  out += cover(look, left, w, top, 52, 16);
  if (look.roof === 'gable')
    out += each([0.06, 0.6], (part) => gable(look, left + w * part, w * 0.34, top, 66, 14));
  if (look.roof === 'flat') out += rect(w * 0.1, top - 35, 70, 20, shade(look.roofColor, 0.15));
  out += rect(-54, -88, 108, 88, shade(look.wall, -0.2)) + door(look, -32, 30, 78) + door(look, 2, 30, 78);
  out += rect(-68, -96, 136, 10, look.door) + shadow(-54, -86, 108, 10, 0.2);
  return out + bushRow(look, random, [...range(left + 20, -80, 70), ...range(90, -left - 20, 70)], 8);
}

/** A long low home on a skirt, with a porch. */
export function manufacturedFront(_home: HomeFacts, given: Look): string {
  const random = randomOf(given.salt, 'mobile');
  const look: Look = { ...given, cladding: 'siding', roof: 'hip' };
  const step = (i: number) => rect(16, -18 + i * 8, 74, 7, shade(look.wood, -0.06 * i));
  let out = rect(-284, -26, 568, 26, shade(look.wall, -0.25)) + rect(-284, -26, 568, 26, 'url(#batten)');
  out += wall(look, -290, -150, 580, 126) + cover(look, -290, 580, -148, 48, 16);
  out += each([-250, 140, 220], (x) => windowAt(look, x, -114, 48, 52)) + windowAt(look, -130, -114, 90, 52);
  out += shadow(-6, -142, 120, 116) + door(look, 30, 46, 98, -24) + rect(-6, -26, 120, 10, look.wood);
  out += each([0, 1, 2], step) + each([-2, 104], (x) => rect(x, -146, 6, 122, look.trim));
  out += poly(triangle(-20, 128, -142, 54, -184), look.trim);
  return out + bushRow(look, random, [...range(-270, -10, 70), ...range(140, 290, 70)], 6);
}

/** Two homes under one roof, a door each. */
export function duplexFront(_home: HomeFacts, look: Look): string {
  const random = randomOf(look.salt, 'duplex');
  const half = (side: number) => {
    const own: Look = side > 0 ? { ...look, door: shade(look.door, 0.25) } : look;
    const x = side * 80 - 23;
    let out = each([-100, 40], (dx) => windowAt(look, 150 * side + dx, -222, 60, 66));
    out += windowAt(look, side * 205 - 45, -92, 90, 60) + paving(look.walk, x, 46);
    out += shadow(x - 14, -107, 74, 107) + door(own, x, 46, 98) + rect(x - 16, -116, 78, 9, look.trim);
    return out + bush(look, side * 215, 8, 0.9, random);
  };
  const block = wall(look, -300, -262, 600, 262) + cover(look, -300, 600, -262, 84, 24);
  return block + rect(-300, -130, 600, 8, look.trim) + each([-1, 1], half);
}
