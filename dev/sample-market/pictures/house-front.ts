import type { HomeFacts } from '../home-facts.ts';
import { randomOf } from '../random.ts';
import type { Look } from './palette.ts';
import { bush, tree } from './plants.ts';
import { band, circle, group, line, type Point, path, poly, rect, shade, triangle } from './shapes.ts';
import { sky } from './sky.ts';

/** Where a building meets the ground. */
export const GROUND = 566;

/** A detached house from the street: garage, door, windows and roof as its style has them. */
export function houseFront(home: HomeFacts, look: Look): string {
  const house =
    home.style === 'Modern' || look.roof === 'flat' ? modernHouse(home, look) : pitchedHouse(home, look);
  return scene(look, house);
}

/** Sky, lawn, walk, street and trees around whatever stands in the middle. */
export function scene(look: Look, building: string, driveway: Point[] | null = null): string {
  const random = randomOf(look.salt, 'front');
  const dusk = look.hour === 'dusk';
  const lawn = shade(look.lawn, dusk ? -0.3 : look.hour === 'golden' ? 0.04 : 0);
  let out = sky(look, 500);
  // Neighbours' trees close the gap between house and hills.
  for (let x = -20; x < 980; x += 92) {
    out += circle(
      x + random.int(-20, 20),
      516 + random.int(-12, 14),
      random.int(34, 62),
      shade(look.leaf, dusk ? -0.42 : 0.18),
      'opacity=".75"',
    );
  }
  out += rect(0, 520, 960, 130, lawn) + path('M0 548 Q480 520 960 552 L960 650 L0 650Z', shade(lawn, -0.05));
  const back = look.trees[random.int(0, look.trees.length - 1)]!;
  const side = look.trees[random.int(0, look.trees.length - 1)]!;
  out += tree(back, look, random.int(60, 120), 556, random.between(1.0, 1.3));
  out += tree(side, look, random.int(850, 915), 560, random.between(0.9, 1.25));
  if (driveway) out += poly(driveway, dusk ? '#8d8894' : '#d9d3c7');
  out += group(building, look.mirrored ? 'transform="translate(960,0) scale(-1,1)"' : '');
  out +=
    rect(0, 640, 960, 24, dusk ? '#8f8b97' : '#e2ddd1') +
    rect(0, 664, 960, 8, dusk ? '#6c6a78' : '#c3bdb1') +
    rect(0, 672, 960, 48, dusk ? '#565566' : '#8e8f93');
  for (let x = 40; x < 960; x += 190) out += rect(x, 696, 90, 5, '#f7e9bd', 'opacity=".7"');
  if (random.chance(0.55))
    out += tree(
      look.trees[0]!,
      look,
      random.chance(0.5) ? random.int(20, 90) : random.int(870, 940),
      640,
      random.between(1.25, 1.6),
    );
  return (
    out +
    (dusk
      ? rect(0, 0, 960, 720, '#2b2f5a', 'opacity=".12"')
      : look.hour === 'golden'
        ? rect(0, 0, 960, 720, '#f6a84b', 'opacity=".07"')
        : '')
  );
}

export function wallOf(look: Look, x: number, y: number, w: number, h: number, color = look.wall): string {
  const tone = look.hour === 'dusk' ? shade(color, -0.22) : color;
  const texture = look.cladding === 'stucco' ? '' : rect(x, y, w, h, `url(#${look.cladding})`);
  return rect(x, y, w, h, tone) + texture;
}

export function roofOf(look: Look, points: readonly Point[], color = look.roofColor): string {
  const tone = look.hour === 'dusk' ? shade(color, -0.25) : color;
  const snow = look.season === 'winter' && look.salt % 3 === 0;
  return (
    poly(points, snow ? '#f1f4f6' : tone) +
    poly(points, look.tiles ? 'url(#tile)' : 'url(#shingle)', snow ? 'opacity=".5"' : '')
  );
}

export function windowAt(look: Look, x: number, y: number, w: number, h: number): string {
  const glass = look.hour === 'dusk' ? '#ffd98a' : '#a8c8d4';
  const shine = look.hour === 'dusk' ? '#ffe9b8' : '#d3e7ec';
  const f = 5;
  let out = '';
  if (look.shutters)
    out += rect(x - 20, y - 3, 14, h + 6, look.shutters) + rect(x + w + 6, y - 3, 14, h + 6, look.shutters);
  if (look.panes === 'arched') {
    const arch = (grow: number, fill: string) =>
      path(
        `M${x - grow} ${y + h + grow} V${y + w * 0.35} Q${x - grow} ${y - grow} ${x + w / 2} ${y - grow} Q${x + w + grow} ${y - grow} ${x + w + grow} ${y + w * 0.35} V${y + h + grow}Z`,
        fill,
      );
    return (
      out +
      arch(f, look.frame) +
      arch(0, glass) +
      poly(
        [
          [x, y + h],
          [x, y + h * 0.55],
          [x + w * 0.6, y + h * 0.2],
          [x + w, y + h * 0.2],
        ],
        shine,
        'opacity=".5"',
      ) +
      line(x + w / 2, y, x + w / 2, y + h, look.frame, 3.5) +
      line(x, y + h * 0.48, x + w, y + h * 0.48, look.frame, 3.5) +
      rect(x - f - 4, y + h + f, w + f * 2 + 8, 7, shade(look.wall, -0.14))
    );
  }
  out +=
    rect(x - f, y - f, w + f * 2, h + f * 2, look.frame) +
    rect(x, y, w, h, glass) +
    poly(
      [
        [x, y + h * 0.75],
        [x + w * 0.7, y],
        [x + w, y],
        [x + w, y + h * 0.1],
        [x, y + h],
      ],
      shine,
      'opacity=".6"',
    );
  if (look.panes === 'grid') {
    const cols = w > 70 ? 4 : 2;
    for (let i = 1; i < cols; i++)
      out += line(x + (w * i) / cols, y, x + (w * i) / cols, y + h, look.frame, 3);
    out +=
      line(x, y + h / 3, x + w, y + h / 3, look.frame, 3) +
      line(x, y + (h * 2) / 3, x + w, y + (h * 2) / 3, look.frame, 3);
  } else if (look.panes === 'cross') {
    out +=
      line(x, y + h * 0.38, x + w, y + h * 0.38, look.frame, 4) +
      line(x + w / 2, y, x + w / 2, y + h * 0.38, look.frame, 3);
    if (w > 70) out += line(x + w / 2, y, x + w / 2, y + h, look.frame, 4);
  } else if (w > 64) out += line(x + w / 2, y, x + w / 2, y + h, look.frame, 4);
  return out + rect(x - f - 3, y + h + f, w + f * 2 + 6, 6, shade(look.frame, -0.12));
}

export function doorAt(look: Look, x: number, base: number, w = 50, h = 104): string {
  const y = base - h;
  const glass = look.hour === 'dusk' ? '#ffd98a' : '#b9d3da';
  const leaf =
    look.panes === 'arched'
      ? path(
          `M${x - 6} ${base} V${y + 20} Q${x - 6} ${y - 12} ${x + w / 2} ${y - 12} Q${x + w + 6} ${y - 12} ${x + w + 6} ${y + 20} V${base}Z`,
          shade(look.trim, 0.1),
        ) +
        path(
          `M${x} ${base} V${y + 20} Q${x} ${y - 5} ${x + w / 2} ${y - 5} Q${x + w} ${y - 5} ${x + w} ${y + 20} V${base}Z`,
          look.door,
        )
      : rect(x - 6, y - 6, w + 12, h + 6, look.trim) + rect(x, y, w, h, look.door);
  return (
    leaf +
    rect(x + 9, y + 16, w - 18, 26, glass, 'rx="3"') +
    rect(x + 9, y + 52, w - 18, h - 62, shade(look.door, -0.14), 'rx="2"') +
    circle(x + w - 7, y + h * 0.55, 3.2, '#f0d48a')
  );
}

export function garageAt(look: Look, x: number, base: number, w: number, h = 96): string {
  const color = look.hour === 'dusk' ? shade(look.garageDoor, -0.18) : look.garageDoor;
  let out =
    rect(x - 6, base - h - 6, w + 12, h + 6, look.trim === '#33383c' ? shade(look.wall, -0.1) : look.trim) +
    rect(x, base - h, w, h, color);
  for (let i = 1; i < 4; i++)
    out += line(x, base - h + (h * i) / 4, x + w, base - h + (h * i) / 4, shade(color, -0.14), 2);
  const lights = Math.max(2, Math.round(w / 44));
  for (let i = 0; i < lights; i++)
    out += rect(
      x + (w / lights) * i + 6,
      base - h + 5,
      w / lights - 12,
      h / 4 - 9,
      look.hour === 'dusk' ? '#f4c87a' : '#b9ced4',
    );
  return out;
}

function chimney(look: Look, x: number, y: number): string {
  return rect(x, y, 34, 70, shade(look.cladding === 'brick' ? look.wall : '#b98a72', -0.1));
}

function pitchedHouse(home: HomeFacts, look: Look): string {
  const random = randomOf(look.salt, 'house');
  const total = Math.max(480, Math.min(660, 420 + home.livingArea * 0.085));
  const garageWidth = home.garage === 0 ? 0 : [0, 128, 196, 252][Math.min(3, home.garage)]!;
  const mainWidth = total - (garageWidth ? garageWidth + 20 : 0);
  const x0 = 480 - total / 2;
  const x1 = x0 + mainWidth;
  const end = x0 + total;
  const tall = 146;
  const top = GROUND - tall;
  const two = home.stories > 1;
  const craft = home.style === 'Craftsman' || home.style === 'Bungalow';
  const eave = craft ? 30 : 20;
  const shadowBelow = (x: number, y: number, w: number) => rect(x, y, w, 14, '#000', 'opacity=".12"');
  let out = '';

  // Drive and path first: the house stands on them.
  if (garageWidth)
    out += poly(
      band(x1 + 14, end - 8, GROUND, x1 - 6, end + 34, 640),
      look.hour === 'dusk' ? '#8d8894' : '#d8d1c4',
    );
  const doorX = x0 + mainWidth * (garageWidth ? 0.72 : 0.46);
  out += poly(
    band(doorX - 4, doorX + 54, GROUND, doorX - 16, doorX + 72, 640),
    look.hour === 'dusk' ? '#9a95a0' : '#e6ddcd',
  );

  const hip = look.roof === 'hip';
  const gableOf = (x: number, w: number, y: number, rise: number, over = eave) => {
    const peak: Point = [x + w / 2, y - rise];
    return (
      poly(
        [[x, y + 2], [x + w, y + 2], peak],
        look.hour === 'dusk' ? shade(look.wall, -0.24) : shade(look.wall, -0.03),
      ) +
      (look.cladding === 'stucco' ? '' : poly([[x, y + 2], [x + w, y + 2], peak], `url(#${look.cladding})`)) +
      roofOf(look, [
        [x - over, y + over * (rise / (w / 2)) + 2],
        [x + w / 2, y - rise - 18],
        [x + w + over, y + over * (rise / (w / 2)) + 2],
        [x + w + over - 16, y + over * (rise / (w / 2)) + 8],
        [x + w / 2, y - rise + 4],
        [x - over + 16, y + over * (rise / (w / 2)) + 8],
      ]) +
      (craft
        ? [0.2, 0.8]
            .map((t) => rect(x + w * t - 4, y - rise * (1 - Math.abs(t - 0.5) * 2) + 2, 8, 18, look.trim))
            .join('')
        : look.tiles
          ? circle(x + w / 2, y - rise * 0.42, 9, shade(look.wall, -0.22))
          : rect(x + w / 2 - 13, y - rise * 0.55, 26, 24, look.frame) +
            rect(x + w / 2 - 9, y - rise * 0.55 + 4, 18, 16, look.hour === 'dusk' ? '#ffd98a' : '#a8c8d4'))
    );
  };

  if (two) {
    const upperX = x0 + 8;
    const upperW = garageWidth ? mainWidth + (random.chance(0.6) ? garageWidth * 0.5 : 0) : total - 16;
    const upTop = top - 132;
    const over = eave;
    const roofRise = hip ? 78 : 92;
    if (random.chance(0.5) || home.fireplace)
      out += chimney(look, upperX + upperW * 0.18, upTop - roofRise - 26);
    // A hip roof leans in over its walls; a gable's ridge reaches beyond them.
    const inset = hip ? 74 : 22 - over;
    out += roofOf(
      look,
      band(
        upperX - over,
        upperX + upperW + over,
        upTop + 8,
        upperX + inset,
        upperX + upperW - inset,
        upTop - roofRise,
      ),
    );
    out += wallOf(look, upperX, upTop + 4, upperW, 136) + shadowBelow(upperX, upTop + 8, upperW);
    if (!hip || random.chance(0.4)) {
      out += gableOf(upperX + 16, Math.min(180, upperW * 0.44), upTop + 6, 74, 18);
    }
    const count = upperW > 380 ? 4 : 3;
    for (let i = 0; i < count; i++)
      out += windowAt(look, upperX + (upperW / count) * (i + 0.5) - 25, upTop + 40, 50, 62);
  }
  // Lower roof over everything that has no second floor.
  if (!two) {
    const rise = hip ? 92 : 100;
    if (random.chance(0.5)) out += chimney(look, x0 + total * 0.24, top - rise - 20);
    const inset = hip ? 96 : 26 - eave;
    out += roofOf(look, band(x0 - eave, end + eave, top + 8, x0 + inset, end - inset, top - rise));
  } else if (garageWidth) {
    out += roofOf(look, band(x1 - 10, end + eave, top + 10, x1 - 10, end - (hip ? 56 : 6), top - 62));
  }
  out += wallOf(look, x0, top + 4, total, tall - 4) + shadowBelow(x0, top + 8, total);
  if (two) out += rect(x0 - 4, top - 2, mainWidth + 4, 9, look.trim);

  // Garage wing stands forward under its own gable.
  if (garageWidth) {
    out += rect(x1 - 8, top + 8, 10, tall - 8, '#000', 'opacity=".12"');
    out += wallOf(look, x1, top + 6, end - x1, tall - 6);
    if (!hip || random.chance(0.35)) out += gableOf(x1, end - x1, top + 8, 70, 22);
    else out += shadowBelow(x1, top + 8, end - x1);
    out += garageAt(look, x1 + 16, GROUND, end - x1 - 32);
  }

  // Windows of the ground floor, then the entry.
  const room = doorX - x0 - 34;
  const big = Math.min(150, room - 60);
  out += windowAt(look, x0 + (room - big) / 2 + 8, top + 44, big, 66);
  if (!garageWidth) {
    const right = end - doorX - 90;
    out += windowAt(look, doorX + 90 + (right - 110) / 2, top + 44, 110, 66);
  }
  if (craft) {
    const px = Math.max(x0 + 6, doorX - 74);
    const pw = 200;
    out += rect(px, top + 46, pw, GROUND - top - 46, '#000', 'opacity=".14"') + doorAt(look, doorX, GROUND);
    out += gableOf(px, pw, top + 46, 56, 22) + rect(px - 6, top + 44, pw + 12, 14, look.trim);
    for (const x of [px + 4, px + pw - 26]) {
      out +=
        poly(band(x + 5, x + 17, top + 58, x + 1, x + 21, GROUND - 40), look.trim) +
        rect(x - 4, GROUND - 40, 30, 40, '#a58d78') +
        rect(x - 7, GROUND - 44, 36, 7, look.trim);
    }
    out += rect(px - 6, GROUND - 8, pw + 12, 10, shade(look.wood, -0.1));
  } else if (home.style === 'Farmhouse' || home.style === 'Colonial') {
    out +=
      rect(doorX - 30, top + 30, 110, GROUND - top - 30, '#000', 'opacity=".1"') +
      doorAt(look, doorX, GROUND);
    out += poly(
      triangle(doorX - 44, doorX + 94, top + 34, doorX + 25, top - 6),
      look.trim === '#2f3336' ? look.roofColor : look.trim,
    );
    for (const x of [doorX - 34, doorX + 76])
      out += rect(x, top + 34, 9, GROUND - top - 34, look.trim === '#2f3336' ? look.wood : look.trim);
    out += rect(doorX - 44, GROUND - 6, 138, 8, '#cfc6b8');
  } else if (look.tiles) {
    const portal = look.wall;
    out += rect(
      doorX - 36,
      top - (two ? 4 : 0),
      122,
      GROUND - top + (two ? 4 : 0),
      shade(portal, look.hour === 'dusk' ? -0.28 : 0.25),
    );
    out += roofOf(look, triangle(doorX - 52, doorX + 102, top + 4, doorX + 25, top - 46));
    out += path(
      `M${doorX - 16} ${GROUND} V${top + 62} Q${doorX - 16} ${top + 20} ${doorX + 25} ${top + 20} Q${doorX + 66} ${top + 20} ${doorX + 66} ${top + 62} V${GROUND}Z`,
      shade(portal, -0.35),
    );
    out += doorAt(look, doorX + 2, GROUND, 46, 96);
  } else {
    out +=
      rect(doorX - 16, top + 22, 82, GROUND - top - 22, '#000', 'opacity=".1"') +
      doorAt(look, doorX, GROUND) +
      rect(doorX - 26, top + 18, 102, 9, look.trim);
  }
  out += rect(x0 - 2, GROUND - 5, total + 4, 7, '#000', 'opacity=".14"');
  for (let x = x0 + 26; x < doorX - 40; x += 74)
    out += bush(look, x, GROUND + 8, random.between(0.8, 1.05), random);
  if (!garageWidth)
    for (let x = doorX + 110; x < end - 30; x += 80)
      out += bush(look, x, GROUND + 8, random.between(0.8, 1.05), random);
  return out;
}

function modernHouse(home: HomeFacts, look: Look): string {
  const random = randomOf(look.salt, 'house');
  const total = Math.max(500, Math.min(670, 430 + home.livingArea * 0.085));
  const x0 = 480 - total / 2;
  const tall = 150;
  const top = GROUND - tall;
  const two = home.stories > 1;
  const garageWidth = home.garage === 0 ? 0 : Math.min(230, 116 * home.garage);
  const gx = x0 + total - garageWidth;
  const slab = (x: number, y: number, w: number) =>
    rect(x, y, w, 15, look.hour === 'dusk' ? '#2d3036' : look.roofColor) +
    rect(x, y + 15, w, 10, '#000', 'opacity=".12"');
  const glass = look.hour === 'dusk' ? '#ffd98a' : '#a9cad5';
  let out = poly(
    band(gx + 8, x0 + total - 8, GROUND, gx - 14, x0 + total + 30, 640),
    look.hour === 'dusk' ? '#8d8894' : '#d5d0c6',
  );
  const doorX = x0 + total * 0.46;
  for (let i = 0; i < 4; i++)
    out += rect(
      doorX - 8 - i * 3,
      GROUND + 8 + i * 19,
      66 + i * 6,
      12,
      look.hour === 'dusk' ? '#9a95a0' : '#e7e1d5',
      'rx="2"',
    );
  const wood = look.wall === '#4b5156' ? look.wood : random.chance(0.75) ? look.wood : '#5b6266';
  if (two) {
    const ux = random.chance(0.5) ? x0 + total * 0.3 : x0 + 24;
    const uw = total * 0.62;
    const uy = top - 132;
    out += wallOf(look, ux, uy, uw, 136);
    out +=
      rect(ux + uw * 0.62, uy, uw * 0.38, 136, look.hour === 'dusk' ? shade(wood, -0.2) : wood) +
      rect(ux + uw * 0.62, uy, uw * 0.38, 136, 'url(#siding)');
    out +=
      rect(ux + 22, uy + 34, uw * 0.5, 72, look.frame) +
      rect(ux + 27, uy + 39, uw * 0.5 - 10, 62, glass) +
      line(ux + 22 + uw * 0.25, uy + 34, ux + 22 + uw * 0.25, uy + 106, look.frame, 5);
    out += windowAt(look, ux + uw * 0.74, uy + 40, 58, 60) + slab(ux - 18, uy - 14, uw + 36);
  }
  out += wallOf(look, x0, top, total, tall);
  out +=
    rect(doorX - 30, top, 130, tall, look.hour === 'dusk' ? shade(wood, -0.2) : wood) +
    rect(doorX - 30, top, 130, tall, 'url(#batten)');
  out +=
    doorAt(look, doorX, GROUND, 54, 112) +
    rect(doorX + 64, GROUND - 112, 24, 112, glass, `stroke="${look.frame}" stroke-width="4"`);
  out +=
    rect(x0 + 28, top + 34, doorX - x0 - 92, tall - 62, look.frame) +
    rect(x0 + 33, top + 39, doorX - x0 - 102, tall - 72, glass);
  out += poly(
    [
      [x0 + 33, top + 39 + (tall - 72)],
      [x0 + 120, top + 39],
      [x0 + 160, top + 39],
      [x0 + 80, top + 39 + (tall - 72)],
    ],
    '#fff',
    'opacity=".25"',
  );
  out += line(
    x0 + 28 + (doorX - x0 - 92) / 2,
    top + 34,
    x0 + 28 + (doorX - x0 - 92) / 2,
    top + 34 + tall - 62,
    look.frame,
    5,
  );
  if (garageWidth)
    out += garageAt(
      { ...look, garageDoor: look.wall === '#4b5156' ? '#c9c4ba' : '#8f979b' },
      gx + 14,
      GROUND,
      garageWidth - 30,
      104,
    );
  out += slab(x0 - 24, top - 15, total + 48);
  out += rect(x0 - 2, GROUND - 5, total + 4, 7, '#000', 'opacity=".14"');
  for (let x = x0 + 20; x < doorX - 50; x += 62) {
    out += path(
      `M${x} ${GROUND + 6} q-14 -40 -22 -46 q16 8 22 34 q2 -44 10 -56 q2 26 -2 54 q10 -28 24 -34 q-14 20 -20 48Z`,
      look.hour === 'dusk' ? '#4f6354' : '#86a06c',
    );
  }
  return out;
}
