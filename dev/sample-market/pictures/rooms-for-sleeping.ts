import type { HomeFacts } from '../home-facts.ts';
import type { Random } from '../random.ts';
import type { Look } from './palette.ts';
import { art, outlook, plant } from './room-shell.ts';
import { band, circle, ellipse, line, poly, rect, shade } from './shapes.ts';

export function bedroom(home: HomeFacts, look: Look, random: Random): string {
  let out = outlook(look, home, random.chance(0.5) ? 196 : 186, 140, 140, 190, true);
  out += art(look, 470, 130, 88, 100, random) + art(look, 572, 130, 88, 100, random);
  out += poly(band(250, 880, 600, 190, 950, 700), shade(look.textile, 0.45));
  const head = look.salt % 3 === 0 ? look.wood : shade(look.sofa, -0.05);
  out += rect(396, 270, 340, 200, head, 'rx="18"');
  if (head !== look.wood)
    for (let x = 440; x < 720; x += 50) out += line(x, 282, x, 400, shade(head, -0.12), 3);
  out +=
    poly(band(386, 746, 430, 320, 812, 640), '#fbf8f1') +
    poly(band(376, 758, 486, 306, 824, 664), look.textile) +
    poly(band(376, 758, 486, 370, 764, 510), shade(look.textile, 0.35)) +
    rect(306, 660, 518, 36, shade(look.textile, -0.12), 'rx="6"') +
    rect(322, 694, 14, 18, '#6b4d38') +
    rect(794, 694, 14, 18, '#6b4d38');
  for (const x of [412, 584])
    out +=
      rect(x, 388, 140, 62, '#fffdf8', 'rx="20"') +
      rect(x + 10, 432, 120, 12, '#000', 'opacity=".06" rx="6"');
  out +=
    rect(526, 412, 80, 50, look.accent, 'rx="16"') +
    poly(band(322, 810, 610, 310, 822, 656), shade(look.accent, 0.25), 'opacity=".85"');
  for (const x of [316, 752]) {
    out +=
      rect(x, 404, 66, 70, look.wood, 'rx="4"') +
      rect(x + 6, 412, 54, 24, shade(look.wood, -0.12)) +
      circle(x + 33, 424, 3, '#f0e2c2') +
      rect(x + 30, 366, 6, 38, '#6b625a') +
      poly(band(x + 8, x + 58, 370, x + 18, x + 48, 326), '#fbeecb') +
      circle(x + 33, 356, 50, '#fff3cf', 'opacity=".22"');
  }
  return out + plant(look, 120, 640, 1.1);
}

/** A smaller bedroom: one bed along the wall, a desk or a chest beside it. */
export function guestRoom(home: HomeFacts, look: Look, random: Random): string {
  let out = outlook(look, home, 400, 136, 170, 190, true);
  const wood = shade(look.wood, random.chance(0.5) ? 0.12 : -0.08);
  const chest = random.chance(0.5);
  if (chest) {
    out += rect(640, 348, 150, 122, wood, 'rx="4"');
    for (let y = 0; y < 3; y++)
      out += rect(650, 356 + y * 38, 130, 32, shade(wood, -0.08)) + circle(715, 372 + y * 38, 3.5, '#f0e2c2');
    out +=
      art(look, 664, 190, 100, 120, random) +
      rect(660, 316, 26, 32, look.accent, 'rx="6"') +
      plant(look, 752, 348, 0.42);
  } else {
    out +=
      rect(626, 388, 170, 12, wood) +
      rect(632, 400, 10, 90, wood) +
      rect(780, 400, 10, 90, wood) +
      rect(726, 400, 54, 50, shade(wood, -0.1));
    out +=
      rect(640, 210, 150, 9, wood) +
      rect(652, 172, 16, 38, look.textile) +
      rect(670, 166, 14, 44, look.accent) +
      rect(686, 178, 18, 32, '#f2ead9') +
      plant(look, 762, 210, 0.3);
    out +=
      rect(664, 440, 56, 60, look.sofa, 'rx="12"') +
      rect(668, 498, 7, 46, '#6b4d38') +
      rect(709, 498, 7, 46, '#6b4d38') +
      rect(748, 354, 8, 34, '#5d544c') +
      poly(band(732, 772, 358, 740, 764, 330), '#fbeecb');
  }
  out +=
    ellipse(560, 612, 150, 40, shade(look.textile, 0.35)) +
    ellipse(560, 612, 120, 30, shade(look.textile, 0.55));
  out +=
    rect(162, 340, 216, 120, wood, 'rx="10"') +
    poly(band(170, 370, 420, 150, 430, 640), '#fbf8f1') +
    poly(band(167, 384, 474, 148, 434, 656), look.textile) +
    poly(band(167, 384, 474, 165, 390, 496), shade(look.textile, 0.4)) +
    rect(148, 652, 288, 34, shade(look.textile, -0.14), 'rx="6"');
  for (let i = 1; i < 4; i++)
    out += line(
      165 - i * 4,
      496 + i * 38,
      391 + i * 10,
      496 + i * 38,
      shade(look.accent, 0.3),
      6,
      'opacity=".8"',
    );
  out +=
    rect(196, 392, 150, 56, '#fffdf8', 'rx="20"') +
    rect(236, 414, 74, 42, look.accent, 'rx="14"') +
    art(look, 214, 160, 110, 130, random);
  return out + plant(look, 872, 640, 1.0);
}
