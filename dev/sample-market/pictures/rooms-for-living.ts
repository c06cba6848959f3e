import type { HomeFacts } from '../home-facts.ts';
import type { Random } from '../random.ts';
import type { Look } from './palette.ts';
import { art, B, outlook, pendant, plant, T } from './room-shell.ts';
import { band, circle, ellipse, group, line, path, poly, rect, shade } from './shapes.ts';

export function living(home: HomeFacts, look: Look, random: Random): string {
  let out = outlook(look, home, 216, 138, 270, 230, true);
  if (home.fireplace) {
    out +=
      rect(590, T, 160, B - T, shade(look.cladding === 'brick' ? '#b9856c' : look.inner, -0.08)) +
      rect(570, 288, 200, 16, look.wood) +
      rect(612, 340, 116, B - 340, '#3c3836') +
      path(`M640 ${B} Q636 420 664 392 Q668 420 682 408 Q704 432 700 ${B}Z`, '#f0953f') +
      path(`M656 ${B} Q654 440 672 420 Q688 442 684 ${B}Z`, '#ffd27a') +
      art(look, 620, 150, 100, 110, random);
  } else {
    out +=
      art(look, 600, 150, 130, 150, random) +
      rect(580, 404, 180, 66, look.wood, 'rx="4"') +
      rect(590, 412, 78, 50, shade(look.wood, -0.1)) +
      rect(674, 412, 78, 50, shade(look.wood, -0.1)) +
      plant(look, 738, 404, 0.55);
  }
  out +=
    poly(band(200, 730, 560, 130, 800, 690), shade(look.textile, 0.35)) +
    poly(band(226, 706, 572, 164, 764, 676), 'none', `stroke="#fff" stroke-opacity=".6" stroke-width="5"`);
  const s = look.sofa;
  out +=
    ellipse(350, 572, 220, 16, '#000', 'opacity=".12"') +
    rect(150, 402, 400, 120, s, 'rx="26"') +
    rect(170, 470, 178, 60, shade(s, 0.14), 'rx="14"') +
    rect(352, 470, 178, 60, shade(s, 0.14), 'rx="14"') +
    rect(124, 448, 54, 112, shade(s, -0.08), 'rx="22"') +
    rect(522, 448, 54, 112, shade(s, -0.08), 'rx="22"') +
    rect(150, 524, 400, 34, shade(s, -0.12), 'rx="8"') +
    rect(160, 556, 12, 18, '#6b4d38') +
    rect(528, 556, 12, 18, '#6b4d38');
  out +=
    group(rect(196, 428, 66, 62, look.textile, 'rx="10"'), 'transform="rotate(-10 229 459)"') +
    group(rect(440, 430, 62, 58, look.accent, 'rx="10"'), 'transform="rotate(9 471 459)"');
  out +=
    ellipse(400, 652, 140, 14, '#000', 'opacity=".14"') +
    rect(290, 628, 10, 34, shade(look.wood, -0.2)) +
    rect(500, 628, 10, 34, shade(look.wood, -0.2)) +
    ellipse(400, 622, 138, 24, look.wood) +
    ellipse(400, 617, 138, 24, shade(look.wood, 0.14)) +
    rect(364, 594, 54, 12, '#f5efe3') +
    rect(370, 584, 46, 11, look.accent) +
    circle(450, 603, 13, '#f2ead9');
  out +=
    line(640, 610, 640, 330, '#5d544c', 5) +
    ellipse(640, 612, 34, 8, '#5d544c') +
    poly(band(606, 674, 336, 620, 660, 282), '#fbeecb') +
    circle(640, 340, 70, '#fff3cf', 'opacity=".22"');
  return out + plant(look, 846, 640, 1.25);
}

export function dining(home: HomeFacts, look: Look, random: Random): string {
  let out = outlook(look, home, 300, 130, 360, 240, true) + pendant(look, 480, 200, 56);
  out += poly(band(150, 810, 590, 70, 890, 706), shade(look.textile, 0.45));
  const chair = (x: number, y: number) =>
    rect(x, y, 62, 96, shade(look.sofa, -0.04), 'rx="14"') +
    rect(x + 6, y + 90, 8, 60, shade(look.wood, -0.25)) +
    rect(x + 48, y + 90, 8, 60, shade(look.wood, -0.25));
  out += chair(290, 404) + chair(450, 404) + chair(610, 404);
  out +=
    ellipse(480, 694, 250, 14, '#000', 'opacity=".14"') +
    rect(286, 530, 20, 160, shade(look.wood, -0.18)) +
    rect(654, 530, 20, 160, shade(look.wood, -0.18)) +
    poly(band(240, 720, 486, 174, 786, 540), shade(look.wood, 0.12)) +
    rect(174, 540, 612, 16, look.wood);
  for (const x of [300, 470, 640])
    out += ellipse(x + 10, 510, 40, 10, '#fffdf6') + ellipse(x + 10, 509, 25, 6, shade(look.accent, 0.4));
  out +=
    rect(462, 470, 34, 34, '#f4efe4', 'rx="8"') +
    path(
      'M478 472 q-26 -40 -34 -50 M478 472 q0 -44 4 -62 M480 472 q26 -36 36 -46',
      'none',
      'stroke="#6d9367" stroke-width="5" stroke-linecap="round"',
    ) +
    circle(444, 420, 10, '#e58fa3') +
    circle(483, 408, 11, '#f2c14e') +
    circle(517, 424, 10, '#d9779b');
  for (const x of [232, 676])
    out +=
      rect(x, 566, 70, 20, shade(look.sofa, 0.05), 'rx="8"') +
      rect(x + 4, 584, 9, 100, shade(look.wood, -0.25)) +
      rect(x + 57, 584, 9, 100, shade(look.wood, -0.25));
  return out + art(look, 700, 170, 90, 120, random);
}

export function office(home: HomeFacts, look: Look, random: Random): string {
  let out = outlook(look, home, 196, 134, 190, 200, true);
  for (const y of [150, 220, 290]) {
    out += rect(480, y + 44, 280, 10, look.wood);
    for (let x = 490; x < 740; ) {
      const w = random.int(10, 22);
      const h = random.int(26, 42);
      if (random.chance(0.86))
        out += rect(
          x,
          y + 44 - h,
          w,
          h,
          random.pick([look.accent, look.textile, look.sofa, '#f2ead9', '#c9b79a', '#7f8fa0']),
        );
      x += w + 2;
    }
  }
  out += poly(band(230, 770, 610, 170, 830, 700), shade(look.textile, 0.4));
  out +=
    rect(330, 452, 420, 18, shade(look.wood, 0.1), 'rx="4"') +
    rect(344, 470, 14, 150, shade(look.wood, -0.15)) +
    rect(722, 470, 14, 150, shade(look.wood, -0.15)) +
    rect(610, 470, 112, 90, look.wood) +
    line(610, 514, 722, 514, shade(look.wood, -0.2), 3);
  out +=
    rect(450, 356, 150, 88, '#3c4145', 'rx="6"') +
    rect(457, 363, 136, 70, '#9cc3cf') +
    rect(516, 444, 18, 8, '#3c4145') +
    rect(650, 400, 10, 52, '#5d544c') +
    poly(band(626, 684, 402, 638, 672, 366), '#fbeecb');
  out +=
    rect(480, 500, 110, 110, look.sofa, 'rx="22"') +
    rect(470, 590, 130, 26, shade(look.sofa, -0.1), 'rx="12"') +
    rect(530, 614, 10, 50, '#5b6165') +
    ellipse(535, 668, 52, 9, '#5b6165');
  return out + plant(look, 130, 640, 1.15);
}
