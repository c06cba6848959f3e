import type { HomeFacts } from '../home-facts.ts';
import { randomOf } from '../random.ts';
import { wallOf, windowAt } from './house-front.ts';
import type { Look } from './palette.ts';
import { bush, tree } from './plants.ts';
import { band, circle, ellipse, line, path, poly, rect, shade, triangle } from './shapes.ts';
import { sky } from './sky.ts';

/** Behind the house: patio, fence, lawn, and the pool when there is one. */
export function garden(home: HomeFacts, look: Look, withPool: boolean): string {
  const random = randomOf(look.salt, 'garden');
  const dusk = look.hour === 'dusk';
  const lawn = shade(look.lawn, dusk ? -0.28 : 0);
  let out = sky(look, 360);
  for (let x = 240; x < 1000; x += 120)
    out += tree(
      look.trees[((x / 120) % look.trees.length) | 0]!,
      look,
      x + random.int(-24, 24),
      400,
      random.between(0.75, 1.15),
    );
  const fence = look.salt % 3 === 0 ? '#e9e2d4' : '#b58d66';
  out += rect(0, 352, 960, 70, dusk ? shade(fence, -0.3) : fence);
  for (let x = 0; x < 960; x += 24) out += line(x, 352, x, 422, '#000', 1.6, 'opacity=".12"');
  out +=
    rect(0, 346, 960, 9, shade(fence, -0.12)) +
    rect(0, 418, 960, 302, lawn) +
    path('M0 470 Q480 440 960 480 L960 720 L0 720Z', shade(lawn, -0.05));
  for (let x = 330; x < 960; x += 96) out += bush(look, x, 430, random.between(0.8, 1.2), random);
  // The back of the house at the left, in its own colours.
  const two = home.stories > 1;
  out +=
    wallOf(look, -20, two ? 70 : 190, 300, two ? 400 : 280) +
    poly(
      [
        [-20, two ? 74 : 194],
        [300, two ? 74 : 194],
        [278, two ? 40 : 150],
        [-20, two ? 10 : 110],
      ],
      dusk ? shade(look.roofColor, -0.25) : look.roofColor,
    ) +
    rect(-20, two ? 74 : 194, 300, 12, '#000', 'opacity=".12"');
  if (two) out += windowAt(look, 50, 116, 60, 70) + windowAt(look, 170, 116, 60, 70);
  const glass = dusk ? '#ffd98a' : '#a9cad5';
  out +=
    rect(34, 282, 206, 186, look.frame) +
    rect(42, 290, 92, 178, glass) +
    rect(140, 290, 92, 178, glass) +
    poly('42,420 110,290 134,290 60,468 42,468', '#fff', 'opacity=".3"');
  // Patio with a table.
  out += poly(band(-20, 330, 468, -20, 430, 720), dusk ? '#9c94a0' : '#ddd2c0');
  for (const y of [506, 560, 630]) out += line(-20, y, 345 + (y - 468) * 0.38, y, '#000', 2, 'opacity=".08"');
  out += `<g>${rect(150, 500, 7, 120, '#7a6553')}${poly(triangle(40, 268, 506, 154, 440), look.accent)}${poly('154,440 268,506 200,506', '#000', 'opacity=".1"')}</g>${ellipse(154, 586, 86, 20, look.wood)}${ellipse(154, 581, 86, 20, shade(look.wood, 0.14))}${rect(148, 590, 12, 60, shade(look.wood, -0.2))}`;
  for (const x of [34, 232])
    out +=
      rect(x, 556, 44, 58, look.sofa, 'rx="10"') +
      rect(x - 2, 606, 48, 16, shade(look.sofa, -0.12), 'rx="6"') +
      rect(x + 2, 620, 6, 34, '#6b4d38') +
      rect(x + 36, 620, 6, 34, '#6b4d38');
  if (withPool) {
    const deck = dusk ? '#a79ea6' : '#efe6d6';
    out += path(
      'M440 500 Q470 470 560 470 H850 Q930 470 950 520 L1000 640 Q1010 700 900 704 H520 Q400 704 410 620Z',
      deck,
    );
    out += path(
      'M476 514 Q500 492 570 492 H836 Q896 492 912 530 L944 620 Q954 676 880 680 H540 Q440 680 448 612Z',
      dusk ? '#4f8fae' : '#6fc3d3',
    );
    out += path(
      'M476 514 Q500 492 570 492 H836 Q896 492 912 530 L914 540 Q896 508 836 508 H570 Q500 508 474 530Z',
      '#000',
      'opacity=".14"',
    );
    out += ripple(560, 548, 90) + ripple(700, 590, 120) + ripple(600, 632, 110) + ripple(800, 544, 70);
    if (home.spa)
      out += ellipse(820, 640, 64, 26, deck) + ellipse(820, 640, 52, 19, dusk ? '#6aa6bd' : '#93d6de');
    for (const x of [620, 730])
      out += lounger(x, 446) + rect(x + 6, 458, 6, 14, '#8a7a68') + rect(x + 70, 458, 6, 14, '#8a7a68');
    out += circle(700, 610, 26, look.accent) + circle(700, 610, 12, dusk ? '#4f8fae' : '#6fc3d3');
  } else {
    out += tree(look.trees.includes('cactus') ? 'cactus' : 'round', look, 770, 600, 1.35);
    for (let i = 0; i < 5; i++)
      out += ellipse(470 + i * 62, 650 - i * 26, 30 - i * 2, 10 - i, dusk ? '#9c94a0' : '#ddd2c0');
    out +=
      rect(560, 470, 210, 0, '#fff') + bush(look, 900, 690, 1.6, random) + bush(look, 520, 470, 0.9, random);
    if (home.adu)
      out +=
        wallOf(look, 560, 300, 240, 130) +
        poly(band(540, 820, 306, 580, 780, 246), look.roofColor) +
        windowAt(look, 690, 340, 70, 46) +
        rect(600, 336, 46, 94, look.door);
  }
  return out;
}

/** A line of light on the water. */
export function ripple(x: number, y: number, w: number): string {
  const stroke = 'stroke="#fff" stroke-opacity=".55" stroke-width="4" stroke-linecap="round"';
  return path(`M${x} ${y} q${w / 4} -10 ${w / 2} 0 t${w / 2} 0`, 'none', stroke);
}

export function lounger(x: number, y: number): string {
  const back = `${x},${y} ${x - 26},${y - 30} ${x - 14},${y - 34} ${x + 12},${y}`;
  return rect(x, y, 88, 12, '#fffdf5', 'rx="5"') + poly(back, '#fffdf5');
}

/** A balcony or small terrace with what can be seen from it. */
export function balcony(home: HomeFacts, look: Look): string {
  const random = randomOf(look.salt, 'balcony');
  const dusk = look.hour === 'dusk';
  let out = sky(look, 430);
  if (home.lot.floor > 3 || home.area.character === 'urban') {
    for (let x = -10; x < 960; x += 74) {
      const h = random.int(60, 230);
      out += rect(x, 470 - h, 66, h + 60, shade(look.hills, random.between(-0.12, 0.12)));
      for (let y = 484 - h; y < 470; y += 22)
        out +=
          rect(x + 10, y, 12, 10, '#fff', `opacity="${dusk ? 0.6 : 0.35}"`) +
          rect(x + 38, y, 12, 10, '#fff', `opacity="${dusk ? 0.5 : 0.25}"`);
    }
  } else
    for (let x = 20; x < 960; x += 110)
      out += tree(
        look.trees[((x / 110) % look.trees.length) | 0]!,
        look,
        x + random.int(-20, 20),
        520,
        random.between(0.8, 1.2),
      );
  out += rect(0, 500, 960, 40, shade(look.lawn, dusk ? -0.3 : 0));
  out += poly(band(0, 960, 560, 0, 960, 720), dusk ? '#8f8690' : look.wood);
  for (let x = -200; x < 1200; x += 70)
    out += line(480 + (x - 480) * 0.8, 560, x, 720, '#000', 2, 'opacity=".12"');
  for (let x = 14; x < 960; x += 30)
    out += line(x, 404, x, 562, look.trim === '#fffaf0' ? '#6b625a' : shade(look.trim, -0.2), 4);
  out += rect(0, 396, 960, 13, shade(look.wood, -0.15)) + rect(0, 556, 960, 9, shade(look.wood, -0.25));
  out +=
    wallOf(look, 0, 0, 96, 720) +
    rect(84, 0, 12, 720, '#000', 'opacity=".1"') +
    rect(0, 0, 960, 44, shade(look.wall, 0.2)) +
    rect(0, 40, 960, 10, '#000', 'opacity=".08"');
  for (const x of [270, 560])
    out +=
      ellipse(x + 70, 690, 90, 10, '#000', 'opacity=".14"') +
      rect(x, 520, 140, 96, look.sofa, 'rx="22"') +
      rect(x - 10, 590, 160, 42, shade(look.sofa, -0.1), 'rx="14"') +
      rect(x + 24, 540, 92, 50, look.textile, 'rx="12"') +
      rect(x, 630, 9, 56, '#5d4a3a') +
      rect(x + 130, 630, 9, 56, '#5d4a3a');
  out +=
    ellipse(486, 622, 44, 12, shade(look.wood, 0.25)) +
    rect(481, 626, 10, 60, '#5d4a3a') +
    rect(472, 594, 28, 24, look.accent, 'rx="5"');
  const pot = (x: number, s: number) =>
    bush(look, x, 650, s, random) + poly(band(x - 24, x + 40, 644, x - 14, x + 30, 700), look.accent);
  return out + pot(170, 1) + pot(820, 1.2) + pot(900, 0.9);
}
