import type { HomeFacts } from '../home-facts.ts';
import { randomOf } from '../random.ts';
import { doorAt, GROUND, garageAt, roofOf, scene, wallOf, windowAt } from './house-front.ts';
import type { Look } from './palette.ts';
import { bush } from './plants.ts';
import { band, line, poly, rect, shade, triangle } from './shapes.ts';

/** Three townhouses in a row; the home is the middle one. */
export function townhouseFront(home: HomeFacts, look: Look): string {
  const random = randomOf(look.salt, 'row');
  const floors = Math.max(2, home.stories);
  const w = 218;
  const floor = floors === 3 ? 104 : 122;
  let out = '';
  for (let unit = 0; unit < 3; unit++) {
    const x = 480 - w * 1.5 + unit * w;
    const tone = unit === 1 ? look.wall : shade(look.wall, unit === 0 ? -0.1 : 0.16);
    const own: Look = { ...look, wall: tone, door: unit === 1 ? look.door : shade(look.roofColor, -0.1) };
    const drop = unit === 1 ? 0 : 10;
    const top = GROUND - floor * floors + drop;
    out += poly(
      band(x + 16, x + 120, GROUND, x + 4, x + 126, 640),
      look.hour === 'dusk' ? '#8d8894' : '#d8d1c4',
    );
    out += wallOf(own, x, top, w, GROUND - top);
    if (look.roof === 'flat') out += rect(x - 6, top - 14, w + 12, 18, look.roofColor);
    else if (unit === 1 || look.roof === 'gable')
      out +=
        poly(
          triangle(x, x + w, top + 2, x + w / 2, top - 76),
          look.hour === 'dusk' ? shade(tone, -0.24) : tone,
        ) +
        roofOf(own, [
          [x - 12, top + 10],
          [x + w / 2, top - 94],
          [x + w + 12, top + 10],
          [x + w - 6, top + 10],
          [x + w / 2, top - 72],
          [x + 6, top + 10],
        ]);
    else out += roofOf(own, band(x - 12, x + w + 12, top + 6, x + 24, x + w - 24, top - 60));
    out += rect(x, top + 4, w, 10, '#000', 'opacity=".1"');
    for (let level = 1; level < floors; level++) {
      const y = GROUND - floor * (level + 1) + drop + 30;
      out += windowAt(own, x + 30, y, 62, 56) + windowAt(own, x + 128, y, 54, 56);
      if (level === 1 && unit === 1) {
        out += rect(x + 14, y + 62, w - 28, 8, look.trim);
        for (let bar = x + 18; bar < x + w - 16; bar += 14)
          out += line(bar, y + 38, bar, y + 62, look.trim, 2.5);
        out += rect(x + 14, y + 34, w - 28, 5, look.trim);
      }
    }
    out +=
      garageAt(own, x + 18, GROUND, 104, 88) +
      doorAt(own, x + 148, GROUND, 44, 92) +
      rect(x + 136, GROUND - 108, 68, 8, look.trim);
    if (unit > 0) out += rect(x - 4, top, 8, GROUND - top, '#000', 'opacity=".12"');
    out += bush(look, x + 134, GROUND + 8, 0.5, random);
  }
  return scene(look, out);
}

/** A building with one door for many: two to four floors with balconies, or a tower. */
export function apartmentFront(home: HomeFacts, look: Look): string {
  const random = randomOf(look.salt, 'building');
  const floors = Math.max(2, Math.min(12, home.lot.floors));
  const tower = floors > 4;
  const h = tower ? Math.min(44, 480 / floors) : 96;
  const w = tower ? 380 : 610;
  const x0 = 480 - w / 2;
  const top = GROUND - h * floors;
  const bays = tower ? 5 : 5;
  const bay = w / bays;
  const accent = shade(look.wood, 0.05);
  let out = '';
  if (tower) {
    for (const [dx, bw, bh] of [
      [-250, 150, 0.62],
      [230, 170, 0.5],
    ] as const) {
      const bx = 480 + dx - (dx < 0 ? 30 : -20);
      out += rect(bx, GROUND - 420 * bh, bw, 420 * bh, shade(look.hills, -0.04));
      for (let y = GROUND - 420 * bh + 18; y < GROUND - 20; y += 28)
        for (let x = bx + 14; x < bx + bw - 16; x += 30)
          out += rect(
            x,
            y,
            16,
            14,
            look.hour === 'dusk' ? '#f2cf8f' : '#fff',
            `opacity="${look.hour === 'dusk' ? 0.7 : 0.4}"`,
          );
    }
  }
  out += wallOf(
    { ...look, cladding: look.cladding === 'brick' ? 'brick' : 'stucco' },
    x0,
    top,
    w,
    GROUND - top,
  );
  const glass = look.hour === 'dusk' ? '#ffd98a' : '#a9cad5';
  for (let i = 0; i < bays; i++) {
    const bx = x0 + i * bay;
    const deep = (i + (look.salt % 2)) % 2 === 0;
    if (deep && !tower)
      out += rect(
        bx,
        top,
        bay,
        GROUND - top,
        look.hour === 'dusk' ? shade(accent, -0.25) : shade(look.wall, -0.12),
      );
    for (let level = 0; level < floors; level++) {
      const y = top + level * h;
      const dark = look.hour === 'dusk' && random.chance(0.45);
      const pane = dark ? '#5d6a8a' : glass;
      if (level === floors - 1 && i === 2) continue;
      if (deep) {
        out +=
          rect(bx + 12, y + h * 0.14, bay - 24, h * 0.74, look.frame) +
          rect(bx + 16, y + h * 0.14 + 4, bay - 32, h * 0.74 - 4, pane) +
          line(bx + bay / 2, y + h * 0.14, bx + bay / 2, y + h * 0.86, look.frame, tower ? 2.5 : 4);
        out +=
          rect(bx + 4, y + h * 0.86, bay - 8, h * 0.1, shade(look.wall, 0.3)) +
          rect(bx + 4, y + h * 0.56, bay - 8, tower ? 2 : 4, look.trim);
        for (let bar = bx + 8; bar < bx + bay - 6; bar += tower ? 9 : 12)
          out += line(bar, y + h * 0.56, bar, y + h * 0.88, look.trim, tower ? 1.2 : 2);
      } else {
        const ww = bay * 0.52;
        out +=
          rect(bx + (bay - ww) / 2 - 4, y + h * 0.2 - 4, ww + 8, h * 0.56 + 8, look.frame) +
          rect(bx + (bay - ww) / 2, y + h * 0.2, ww, h * 0.56, pane) +
          line(bx + bay / 2, y + h * 0.2, bx + bay / 2, y + h * 0.76, look.frame, tower ? 2 : 3);
      }
    }
  }
  if (look.tiles && !tower)
    out += roofOf(look, band(x0 - 22, x0 + w + 22, top + 6, x0 + 50, x0 + w - 50, top - 54));
  else if (look.roof === 'gable' && !tower) {
    for (const gx of [x0 - 8, x0 + w * 0.6])
      out +=
        poly(triangle(gx, gx + w * 0.4 + 8, top + 2, gx + w * 0.2 + 4, top - 66), look.wall) +
        roofOf(look, [
          [gx - 14, top + 10],
          [gx + w * 0.2 + 4, top - 84],
          [gx + w * 0.4 + 22, top + 10],
          [gx + w * 0.4 + 4, top + 10],
          [gx + w * 0.2 + 4, top - 62],
          [gx + 4, top + 10],
        ]);
    out += roofOf(look, band(x0 + w * 0.4, x0 + w * 0.6, top + 6, x0 + w * 0.4, x0 + w * 0.6, top - 20));
  } else
    out +=
      rect(x0 - 10, top - 14, w + 20, 18, look.roofColor) +
      rect(x0 + w * 0.6, top - 34, 70, 22, shade(look.roofColor, 0.15));
  const dx = x0 + bay * 2 + bay / 2 - 34;
  out +=
    rect(dx - 20, GROUND - Math.max(h, 92) + 6, 108, Math.max(h, 92) - 6, shade(look.wall, -0.2)) +
    doorAt(look, dx + 2, GROUND, 30, 78) +
    doorAt(look, dx + 34, GROUND, 30, 78) +
    rect(dx - 34, GROUND - 96, 136, 10, look.door);
  out += poly(
    band(dx - 2, dx + 68, GROUND, dx - 30, dx + 96, 640),
    look.hour === 'dusk' ? '#9a95a0' : '#e6ddcd',
  );
  for (let x = x0 + 20; x < x0 + w - 20; x += 70)
    if (Math.abs(x - dx - 30) > 80) out += bush(look, x, GROUND + 8, 0.85, random);
  return scene(look, out);
}

/** A long low home on a skirt, with a porch. */
export function manufacturedFront(look: Look): string {
  const random = randomOf(look.salt, 'mobile');
  const x0 = 190;
  const w = 580;
  const top = GROUND - 150;
  let out =
    wallOf({ ...look, cladding: 'siding' }, x0, top, w, 126) +
    rect(x0 + 6, GROUND - 26, w - 12, 26, shade(look.wall, -0.25)) +
    rect(x0 + 6, GROUND - 26, w - 12, 26, 'url(#batten)');
  out +=
    roofOf(look, band(x0 - 16, x0 + w + 16, top + 6, x0 + 4, x0 + w - 4, top - 44)) +
    rect(x0, top + 6, w, 10, '#000', 'opacity=".1"');
  for (const x of [x0 + 40, x0 + 160, x0 + 430, x0 + 510])
    out += windowAt(look, x, top + 36, x === x0 + 160 ? 90 : 48, 52);
  out += doorAt(look, x0 + 320, GROUND - 24, 46, 98) + rect(x0 + 284, GROUND - 26, 120, 10, look.wood);
  for (let i = 0; i < 3; i++) out += rect(x0 + 306, GROUND - 18 + i * 8, 74, 7, shade(look.wood, -0.06 * i));
  for (const x of [x0 + 288, x0 + 394]) out += rect(x, top + 4, 6, 122, look.trim);
  out += poly(triangle(x0 + 270, x0 + 418, top + 8, x0 + 344, top - 34), look.trim);
  for (let x = x0 + 20; x < x0 + 280; x += 70) out += bush(look, x, GROUND + 6, 0.8, random);
  for (let x = x0 + 430; x < x0 + w; x += 70) out += bush(look, x, GROUND + 6, 0.8, random);
  return scene(look, out);
}

/** Two homes under one roof, a door each. */
export function duplexFront(look: Look): string {
  const random = randomOf(look.salt, 'duplex');
  const w = 600;
  const x0 = 180;
  const top = GROUND - 262;
  let out = wallOf(look, x0, top, w, 262);
  out +=
    look.roof === 'flat'
      ? rect(x0 - 14, top - 14, w + 28, 20, look.roofColor)
      : roofOf(look, band(x0 - 24, x0 + w + 24, top + 8, x0 + 80, x0 + w - 80, top - 80));
  out += rect(x0, top + 8, w, 12, '#000', 'opacity=".1"') + rect(x0, top + 132, w, 8, look.trim);
  for (const side of [0, 1]) {
    const x = x0 + side * (w / 2);
    const own: Look = side === 0 ? look : { ...look, door: shade(look.door, 0.25) };
    out +=
      windowAt(look, x + 50, top + 40, 60, 66) +
      windowAt(look, x + 190, top + 40, 60, 66) +
      windowAt(look, x + (side === 0 ? 44 : 160), top + 170, 90, 60);
    const dx = x + (side === 0 ? 214 : 40);
    out +=
      poly(band(dx, dx + 46, GROUND, dx - 14, dx + 60, 640), look.hour === 'dusk' ? '#9a95a0' : '#e6ddcd') +
      doorAt(own, dx, GROUND, 46, 98) +
      rect(dx - 16, GROUND - 116, 78, 9, look.trim);
    out += bush(look, x + (side === 0 ? 60 : 190), GROUND + 8, 0.9, random);
  }
  return scene(look, out);
}
