import type { HomeFacts } from '../home-facts.ts';
import { randomOf } from '../random.ts';
import { lounger, ripple } from './garden.ts';
import type { Look } from './palette.ts';
import { bush, tree } from './plants.ts';
import { band, circle, ellipse, group, line, path, poly, rect, shade, triangle } from './shapes.ts';
import { sky } from './sky.ts';

/** Down the street: lawns, trees and neighbours on both sides. */
export function street(home: HomeFacts, look: Look): string {
  const random = randomOf(look.salt, 'street');
  const dusk = look.hour === 'dusk';
  const lawn = shade(look.lawn, dusk ? -0.28 : 0);
  let out = sky(look, 400) + rect(0, 400, 960, 320, lawn);
  out +=
    poly(band(430, 530, 404, 60, 900, 720), dusk ? '#565566' : '#95969a') +
    poly(band(418, 430, 404, -60, 60, 720), dusk ? '#8f8b97' : '#e2ddd1') +
    poly(band(530, 542, 404, 900, 1020, 720), dusk ? '#8f8b97' : '#e2ddd1');
  for (const [y, h, w] of [
    [430, 14, 4],
    [470, 24, 6],
    [530, 40, 9],
    [620, 66, 14],
  ] as const)
    out += rect(480 - w / 2, y, w, h, '#f7e9bd', 'opacity=".8"');
  for (let i = 4; i >= 0; i--) {
    const s = 0.36 + (4 - i) * 0.2;
    const base = 412 + (4 - i) * 34;
    for (const side of [-1, 1]) {
      const x = 480 + side * (110 + (4 - i) * 96);
      const own = i === 1 && side === 1;
      const wall = own ? look.wall : shade(look.wall, random.between(-0.2, 0.35));
      const roof = own ? look.roofColor : shade(look.roofColor, random.between(-0.15, 0.25));
      const w = 190 * s;
      const h = 92 * s * (home.stories > 1 ? 1.5 : 1);
      out +=
        rect(x - w / 2, base - h, w, h, dusk ? shade(wall, -0.25) : wall) +
        poly(
          band(
            x - w / 2 - 12 * s,
            x + w / 2 + 12 * s,
            base - h,
            x - w * 0.22,
            x + w * 0.22,
            base - h - 62 * s,
          ),
          dusk ? shade(roof, -0.25) : roof,
        );
      const glass = dusk ? '#ffd98a' : '#a9cad5';
      out +=
        rect(
          x - w * 0.36,
          base - h * 0.8,
          w * 0.2,
          h * 0.3,
          glass,
          `stroke="${look.frame}" stroke-width="${3 * s}"`,
        ) +
        rect(
          x + w * 0.14,
          base - h * 0.8,
          w * 0.2,
          h * 0.3,
          glass,
          `stroke="${look.frame}" stroke-width="${3 * s}"`,
        ) +
        rect(x - w * 0.05, base - 50 * s, w * 0.13, 50 * s, own ? look.door : shade(look.door, 0.2));
      out += tree(
        look.trees[(i + (side > 0 ? 1 : 0)) % look.trees.length]!,
        look,
        480 + side * (62 + (4 - i) * 74),
        base + 22 * s,
        s * 0.86,
      );
    }
  }
  return out + (dusk ? rect(0, 0, 960, 720, '#2b2f5a', 'opacity=".12"') : '');
}

/** From above: roofs, yards and the street; the home in the middle has its own roof and pool. */
export function aerial(home: HomeFacts, look: Look): string {
  const random = randomOf(look.salt, 'aerial');
  const dusk = look.hour === 'dusk';
  const lawn = shade(look.lawn, dusk ? -0.25 : -0.04);
  let out = rect(-200, -200, 1400, 1200, lawn);
  const roofs = [
    look.roofColor,
    shade(look.roofColor, 0.18),
    shade(look.roofColor, -0.14),
    '#8d8279',
    '#a58f7d',
  ];
  const large = home.kind === 'condo' || home.kind === 'apartment';
  for (let row = -1; row < 4; row++) {
    const y = row * 236 - 60;
    out +=
      rect(-200, y + 176, 1400, 54, dusk ? '#565566' : '#9d9da0') +
      line(-200, y + 203, 1200, y + 203, '#f7e9bd', 4, 'stroke-dasharray="34 28" opacity=".8"') +
      rect(-200, y + 168, 1400, 8, '#e2ddd1') +
      rect(-200, y + 230, 1400, 8, '#e2ddd1');
    for (let col = -1; col < (large ? 5 : 8); col++) {
      const wide = large ? 260 : 152;
      const x = col * wide - 40 + (row % 2) * 40;
      const own = row === 1 && col === (large ? 2 : 3);
      const w = wide * (own ? 0.74 : random.between(0.62, 0.74));
      const h = own ? 108 : random.between(84, 108);
      const top = y + 52;
      const roof = own ? look.roofColor : random.pick(roofs);
      if (home.kind === 'land' && own) {
        out +=
          rect(x, top - 40, wide - 14, 158, '#cdb98c') +
          rect(x, top - 40, wide - 14, 158, 'none', 'stroke="#fff" stroke-width="4" stroke-dasharray="12 9"');
        continue;
      }
      out += rect(x + w * 0.55, top + h, w * 0.34, 172 - 52 - h + 2, dusk ? '#8d8894' : '#d8d1c4');
      out += rect(x + 8, top + 8, w, h, '#000', 'opacity=".16"');
      const hip = (px: number, py: number, pw: number, ph: number) => {
        const inset = Math.min(pw, ph) / 2.3;
        return (
          rect(px, py, pw, ph, roof) +
          poly(band(px, px + pw, py, px + inset, px + pw - inset, py + ph / 2), shade(roof, 0.12)) +
          poly(
            [
              [px + pw, py],
              [px + pw, py + ph],
              [px + pw - inset, py + ph / 2],
            ],
            shade(roof, -0.12),
          ) +
          poly(band(px, px + pw, py + ph, px + inset, px + pw - inset, py + ph / 2), shade(roof, -0.06))
        );
      };
      out += hip(x, top, w, h * 0.74) + hip(x + w * 0.46, top + h * 0.4, w * 0.54, h * 0.6);
      if (own && home.solar)
        for (let i = 0; i < 3; i++) out += rect(x + 14 + i * 22, top + 8, 19, 26, '#33455a');
      const pool = own ? home.pool : !large && random.chance(0.22);
      if (pool)
        out +=
          rect(x + 8, top - 42, 62, 32, '#efe6d6', 'rx="14"') +
          rect(x + 13, top - 38, 52, 24, '#6fc3d3', 'rx="11"');
      for (let i = 0; i < 3; i++) {
        const r = random.int(11, 21);
        const tx = x + random.int(0, Math.round(wide - 30));
        const ty = i === 0 ? y + 152 : top - random.int(16, 40);
        if (pool && ty < top && tx < x + 84) continue;
        out +=
          circle(tx + 4, ty + 4, r, '#000', 'opacity=".14"') +
          circle(tx, ty, r, shade(look.leaf, dusk ? -0.25 : 0)) +
          circle(tx - r * 0.3, ty - r * 0.3, r * 0.5, shade(look.leaf, 0.16));
      }
      if (own)
        out += rect(
          x - 12,
          top - 48,
          wide - 6,
          160,
          'none',
          'stroke="#fffdf5" stroke-width="5" rx="8" opacity=".9"',
        );
    }
  }
  return group(out, `transform="rotate(${look.mirrored ? -7 : 6} 480 360)"`);
}

/** Bare land: a field, a fence, a sign. */
export function land(home: HomeFacts, look: Look, number: number): string {
  const random = randomOf(look.salt, 'land', number);
  const dusk = look.hour === 'dusk';
  const dry = home.area.region === 'socal' || home.area.region === 'desert' || home.area.region === 'texas';
  const field = shade(dry ? '#d8c084' : look.lawn, dusk ? -0.25 : 0);
  let out = sky(look, 430);
  for (let x = -10; x < 980; x += 120)
    out += tree(
      look.trees[((x / 120 + number) % look.trees.length) | 0]!,
      look,
      x + random.int(-40, 40),
      452,
      random.between(0.4, 0.75),
    );
  out +=
    rect(0, 440, 960, 280, field) +
    path('M0 520 Q300 470 620 520 T960 500 L960 720 L0 720Z', shade(field, -0.07)) +
    path('M0 620 Q360 570 960 640 L960 720 L0 720Z', shade(field, -0.13));
  for (let i = 0; i < 60; i++) {
    const x = random.int(0, 960);
    const y = random.int(470, 712);
    const s = (y - 400) / 300;
    out += path(
      `M${x} ${y} q${-4 * s} ${-14 * s} ${-7 * s} ${-18 * s} M${x} ${y} q${1 * s} ${-16 * s} ${3 * s} ${-24 * s} M${x} ${y} q${6 * s} ${-12 * s} ${10 * s} ${-15 * s}`,
      'none',
      `stroke="${shade(field, i % 3 ? -0.22 : 0.25)}" stroke-width="${2.2 * s}" stroke-linecap="round"`,
    );
  }
  for (let x = -20; x < 980; x += 110) out += rect(x, 500 + x * 0.02, 12, 66, '#9c7a58');
  out += line(-20, 520, 980, 540, '#9c7a58', 7) + line(-20, 546, 980, 566, '#9c7a58', 7);
  const sx = number === 1 ? 330 : 620;
  out +=
    ellipse(sx + 84, 664, 100, 10, '#000', 'opacity=".15"') +
    rect(sx, 470, 13, 192, '#f4efe4') +
    rect(sx - 8, 474, 178, 12, '#f4efe4') +
    rect(sx + 24, 500, 132, 96, look.accent, 'rx="5"') +
    line(sx + 44, 486, sx + 44, 500, '#6b625a', 3) +
    line(sx + 136, 486, sx + 136, 500, '#6b625a', 3) +
    rect(sx + 40, 516, 100, 14, '#fffdf5', 'rx="3"') +
    rect(sx + 40, 540, 72, 10, '#fffdf5', 'opacity=".7" rx="3"') +
    rect(sx + 40, 560, 86, 10, '#fffdf5', 'opacity=".7" rx="3"');
  return out + bush(look, 860, 690, 1.4, random) + bush(look, 90, 650, 1.1, random);
}

/** The association's pool: umbrellas, loungers, clubhouse. */
export function amenity(look: Look): string {
  const random = randomOf(look.salt, 'amenity');
  const dusk = look.hour === 'dusk';
  let out = sky(look, 360);
  for (const x of [60, 170, 800, 900])
    out += tree(look.trees[x % look.trees.length]!, look, x, 420, random.between(1, 1.25));
  const wall = dusk ? shade(look.wall, -0.22) : look.wall;
  out +=
    rect(280, 250, 400, 160, wall) +
    poly(band(250, 710, 256, 320, 640, 170), dusk ? shade(look.roofColor, -0.25) : look.roofColor) +
    poly(band(250, 710, 256, 320, 640, 170), look.tiles ? 'url(#tile)' : 'url(#shingle)');
  for (let x = 306; x < 660; x += 74)
    out += rect(x, 296, 54, 114, look.frame) + rect(x + 5, 301, 44, 109, dusk ? '#ffd98a' : '#a9cad5');
  out += rect(0, 410, 960, 310, dusk ? '#a79ea6' : '#efe6d6');
  for (let x = 20; x < 960; x += 70) if (x < 260 || x > 680) out += bush(look, x, 424, 0.9, random);
  out +=
    poly(band(240, 720, 466, 80, 880, 690), '#fffaf0') +
    poly(band(256, 704, 476, 108, 852, 680), dusk ? '#4f8fae' : '#68bfd1') +
    poly(band(256, 704, 476, 250, 710, 490), '#000', 'opacity=".15"');
  out += ripple(330, 530, 120) + ripple(520, 570, 150) + ripple(300, 630, 140) + ripple(580, 640, 120);
  for (const [x, c] of [
    [110, look.accent],
    [800, look.textile],
  ] as const) {
    out +=
      rect(x + 28, 420, 7, 120, '#8a7a68') +
      poly(triangle(x - 44, x + 108, 432, x + 32, 372), c) +
      poly(
        [
          [x + 32, 372],
          [x + 108, 432],
          [x + 66, 432],
        ],
        '#000',
        'opacity=".1"',
      );
    out += lounger(x - 30, 528);
  }
  return out;
}
