import type { HomeFacts } from '../home-facts.ts';
import type { Random } from '../random.ts';
import type { Look } from './palette.ts';
import { B, L, outlook, pendant, plant, R, T } from './room-shell.ts';
import { band, circle, ellipse, line, path, poly, rect, shade } from './shapes.ts';

export function kitchen(home: HomeFacts, look: Look, random: Random): string {
  const c = look.cabinet;
  const handle = c === '#fbf8f1' || c === '#e3d9c8' ? '#9b8a72' : '#f0e2c2';
  const tile = shade(look.inner, 0.35);
  let out = rect(L, 256, R - L, 90, tile);
  for (let row = 0; row < 4; row++) {
    for (let x = L + 132 + (row % 2) * 22; x < R - 30; x += 44) {
      out += rect(x, 257 + row * 22, 42, 20, shade(tile, random.chance(0.2) ? -0.05 : 0.1));
    }
  }
  // Tall fridge at the left, then counters with a window over the sink and a range under its hood.
  out +=
    rect(L + 6, 130, 118, B - 130, '#d9dcdc', 'rx="6"') +
    line(L + 65, 134, L + 65, B - 90, '#b3b8b8', 3) +
    line(L + 6, B - 88, L + 124, B - 88, '#b3b8b8', 3) +
    rect(L + 52, 220, 5, 90, '#8f9696') +
    rect(L + 73, 220, 5, 90, '#8f9696') +
    rect(L + 6, T + 4, 118, 42, c);
  out += outlook(look, home, 318, 130, 150, 116, false);
  for (const [x, w] of [
    [500, 84],
    [706, 100],
  ] as const)
    out +=
      rect(x, T + 10, w, 160, c) +
      rect(x + 7, T + 17, w / 2 - 10, 146, shade(c, -0.05)) +
      rect(x + w / 2 + 3, T + 17, w / 2 - 10, 146, shade(c, -0.05)) +
      rect(x + w / 2 - 9, T + 130, 4, 26, handle) +
      rect(x + w / 2 + 5, T + 130, 4, 26, handle);
  out +=
    poly(band(590, 700, 214, 614, 676, 160), '#cfd3d3') +
    rect(622, T, 46, 78, '#d9dddd') +
    rect(588, 212, 114, 14, '#b6bbbb');
  out += rect(L + 130, 346, R - L - 130, 16, look.counter) + rect(L + 130, 362, R - L - 130, B - 362, c);
  for (let x = L + 136; x <= R - 68; x += 78)
    if (x < 560 || x > 690)
      out += rect(x, 370, 68, B - 384, shade(c, -0.05)) + rect(x + 24, 376, 22, 4, handle);
  out +=
    rect(588, 350, 114, B - 352, '#c9cdcd') +
    rect(598, 386, 94, 62, '#4b5054', 'rx="4"') +
    rect(598, 374, 94, 5, '#8d9393') +
    [606, 628, 652, 674].map((x) => circle(x + 5, 364, 5, '#5b6165')).join('');
  out +=
    path(
      'M386 346 V312 Q386 300 398 300 Q410 300 410 312',
      'none',
      'stroke="#9aa0a0" stroke-width="6" stroke-linecap="round"',
    ) +
    plant(look, 488, 346, 0.36) +
    rect(722, 312, 20, 34, look.accent, 'rx="4"') +
    rect(746, 322, 16, 24, look.textile, 'rx="4"');
  // Island in front.
  out +=
    ellipse(500, 690, 300, 16, '#000', 'opacity=".14"') +
    rect(238, 532, 524, 150, shade(c, c === '#fbf8f1' ? -0.06 : 0.08)) +
    rect(216, 512, 568, 24, look.counter, 'rx="4"') +
    rect(216, 532, 568, 6, '#000', 'opacity=".12"');
  for (let x = 252; x < 740; x += 170) out += rect(x, 552, 150, 116, '#000', 'opacity=".05"');
  for (const x of [310, 470, 630])
    out +=
      rect(x + 6, 590, 7, 112, shade(look.wood, -0.15)) +
      rect(x + 57, 590, 7, 112, shade(look.wood, -0.15)) +
      rect(x + 8, 648, 54, 6, shade(look.wood, -0.2)) +
      ellipse(x + 35, 590, 42, 13, look.wood);
  out +=
    ellipse(560, 508, 50, 10, shade(look.wood, 0.2)) +
    circle(542, 496, 13, '#e08b3e') +
    circle(564, 492, 14, '#c7b23f') +
    circle(582, 498, 12, '#d2553f');
  return out + [330, 500, 670].map((x) => pendant(look, x, 172 + (x === 500 ? 0 : 0), 26)).join('');
}

export function bath(home: HomeFacts, look: Look, random: Random): string {
  const tile = random.pick(['#dbe6e4', '#e7e3da', '#d3dfe6', '#e9dcd2']);
  let out = rect(L, T, R - L, B - T, tile);
  for (let y = T; y < B; y += 32) out += line(L, y, R, y, shade(tile, 0.5), 2.5);
  for (let x = L; x < R; x += 44) out += line(x, T, x, B, shade(tile, 0.5), 2.5);
  // Shower behind glass at the right, tub under the window, vanity at the left.
  out += outlook(look, home, 470, 130, 120, 130, false);
  out +=
    rect(430, 380, 210, 92, '#fdfdfb', 'rx="40"') +
    rect(418, 372, 234, 20, '#fff', 'rx="10"') +
    ellipse(535, 474, 96, 8, '#000', 'opacity=".1"') +
    path(
      'M610 372 V330 Q610 318 596 318 H584',
      'none',
      'stroke="#a9afaf" stroke-width="6" stroke-linecap="round"',
    );
  out +=
    rect(672, T, 138, B - T, shade(tile, -0.08)) +
    rect(672, T, 6, B - T + 60, '#b9c4c6') +
    poly(`672,${T} 760,40 760,640 672,530`, '#dff0f2', 'opacity=".45"') +
    path('M770 160 H730 Q722 160 722 172', 'none', 'stroke="#8f9696" stroke-width="7"') +
    ellipse(722, 176, 24, 7, '#8f9696');
  out +=
    rect(170, 356, 226, 114, look.cabinet, 'rx="4"') +
    rect(162, 340, 242, 20, look.counter, 'rx="4"') +
    rect(180, 374, 98, 84, shade(look.cabinet, -0.06)) +
    rect(286, 374, 98, 84, shade(look.cabinet, -0.06)) +
    rect(264, 400, 5, 26, '#b59b6a') +
    rect(296, 400, 5, 26, '#b59b6a') +
    ellipse(282, 340, 56, 10, '#fff') +
    path(
      'M282 336 V304 Q282 294 296 294 H304',
      'none',
      'stroke="#a9afaf" stroke-width="6" stroke-linecap="round"',
    );
  out +=
    circle(282, 206, 82, look.wood) +
    circle(282, 206, 73, '#dcecef') +
    poly('230,256 300,136 326,148 250,270', '#fff', 'opacity=".5"');
  for (const x of [184, 380]) out += rect(x - 5, 180, 10, 40, '#b59b6a') + circle(x, 176, 15, '#fff3cf');
  out +=
    rect(186, 300, 22, 40, look.accent, 'rx="6"') +
    rect(214, 314, 18, 26, '#f7f2e6', 'rx="4"') +
    plant(look, 372, 340, 0.34);
  out +=
    poly(band(250, 560, 560, 220, 600, 640), look.textile) +
    poly(band(262, 550, 568, 238, 582, 632), shade(look.textile, 0.25));
  out += rect(628, 412, 40, 60, shade(look.textile, 0.1), 'rx="4"') + rect(634, 306, 28, 0, '#fff');
  return out + plant(look, 856, 650, 1.0);
}

export function laundry(_home: HomeFacts, look: Look, random: Random): string {
  const c = look.cabinet;
  let out = rect(250, T + 14, 460, 120, c);
  for (let x = 256; x < 700; x += 114)
    out += rect(x, T + 20, 104, 108, shade(c, -0.05)) + rect(x + 46, T + 112, 14, 4, '#b59b6a');
  out += rect(230, 266, 500, 16, look.counter);
  for (const x of [256, 486])
    out +=
      rect(x, 284, 218, 186, '#f7f8f7', 'rx="8"') +
      rect(x, 284, 218, 34, '#e3e7e6', 'rx="8"') +
      circle(x + 109, 396, 62, '#c9d0d0') +
      circle(x + 109, 396, 48, '#8fa9b4') +
      path(
        `M${x + 66} 410 Q${x + 109} 380 ${x + 152} 410 Q${x + 140} 442 ${x + 109} 443 Q${x + 78} 442 ${x + 66} 410Z`,
        random.pick([look.textile, look.accent]),
      ) +
      circle(x + 30, 301, 8, '#b4bcbc') +
      rect(x + 150, 296, 46, 10, '#b4bcbc', 'rx="5"');
  out +=
    rect(290, 226, 90, 40, look.textile, 'rx="6"') +
    rect(296, 214, 80, 14, shade(look.textile, 0.3), 'rx="6"') +
    rect(560, 228, 30, 38, look.accent, 'rx="5"') +
    plant(look, 660, 266, 0.4);
  out += poly(band(320, 640, 560, 276, 684, 640), shade(look.textile, 0.2));
  return out + poly(band(790, 900, 560, 804, 886, 660), '#c9a878') + ellipse(845, 560, 56, 12, '#f7f1e4');
}
