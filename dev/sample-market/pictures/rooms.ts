import type { HomeFacts } from '../home-facts.ts';
import { type Random, randomOf } from '../random.ts';
import type { Look } from './palette.ts';
import { tree } from './plants.ts';
import { circle, ellipse, group, line, path, poly, rect, shade } from './shapes.ts';

/** The back wall of every room: left, top, right, bottom. */
const L = 150;
const T = 84;
const R = 810;
const B = 470;

export type Room = 'living' | 'kitchen' | 'bedroom' | 'bath' | 'dining' | 'office' | 'laundry';

/** One room, looking at its back wall; the same floor, walls, window frames and colours as the home's other rooms. */
export function room(kind: Room, home: HomeFacts, look: Look, number: number): string {
  const random = randomOf(look.salt, 'room', kind, number);
  // Rooms of one kind share the house but not the bedding.
  const later = kind === 'bedroom' && number > 4;
  const dressed: Look = later
    ? {
        ...look,
        textile: look.sofa,
        sofa: look.textile,
        accent: random.pick([look.textile, look.accent, '#d8a13e']),
      }
    : look;
  const paint: Record<Room, (home: HomeFacts, look: Look, random: Random) => string> = {
    living,
    kitchen,
    bedroom,
    bath,
    dining,
    office,
    laundry,
  };
  const floorKind =
    kind === 'bath' || kind === 'laundry'
      ? 'tile'
      : kind === 'bedroom' && look.salt % 2 === 0
        ? 'carpet'
        : 'planks';
  const wall = kind === 'bedroom' && random.chance(0.4) ? shade(dressed.textile, 0.62) : look.inner;
  const drawn =
    shell(look, wall, floorKind) +
    light(look) +
    (later ? guestRoom(home, dressed, random) : paint[kind](home, dressed, random));
  return look.mirrored === (number % 2 === 0)
    ? group(drawn, 'transform="translate(960,0) scale(-1,1)"')
    : drawn;
}

function shell(look: Look, wall: string, floor: 'planks' | 'carpet' | 'tile'): string {
  const ground = floor === 'planks' ? look.floor : floor === 'carpet' ? look.carpet : '#dcdcd6';
  let out =
    poly(
      [
        [0, 0],
        [960, 0],
        [R, T],
        [L, T],
      ],
      shade(wall, 0.55),
    ) +
    rect(L, T, R - L, B - T, wall) +
    poly(
      [
        [0, 0],
        [L, T],
        [L, B],
        [0, 690],
      ],
      shade(wall, -0.07),
    ) +
    poly(
      [
        [960, 0],
        [R, T],
        [R, B],
        [960, 690],
      ],
      shade(wall, -0.04),
    );
  out += poly(
    [
      [0, 690],
      [L, B],
      [R, B],
      [960, 690],
      [960, 720],
      [0, 720],
    ],
    ground,
  );
  let lines = '';
  if (floor === 'planks') {
    for (let i = -4; i <= 14; i++) {
      const x = L + ((R - L) * i) / 10;
      lines += line(x, B, 480 + (x - 480) * 2.1, 720, shade(ground, -0.12), 2, 'opacity=".6"');
    }
    for (const [a, b, y] of [
      [0.15, 0.25, 520],
      [0.45, 0.55, 505],
      [0.7, 0.8, 545],
      [0.3, 0.4, 600],
      [0.6, 0.7, 630],
    ] as const)
      lines += line(60 + 840 * a, y, 60 + 840 * b, y, shade(ground, -0.12), 2, 'opacity=".6"');
  } else if (floor === 'tile') {
    for (let i = -6; i <= 16; i++) {
      const x = L + ((R - L) * i) / 10;
      lines += line(x, B, 480 + (x - 480) * 2.1, 720, '#c3c3bb', 2);
    }
    for (const y of [492, 524, 566, 622, 692]) lines += line(0, y, 960, y, '#c3c3bb', 2);
  }
  out += `<clipPath id="floor"><polygon points="0,690 ${L},${B} ${R},${B} 960,690 960,720 0,720"/></clipPath>`;
  out += group(lines, 'clip-path="url(#floor)"');
  out +=
    rect(L, B - 12, R - L, 12, shade(wall, 0.7)) +
    poly(
      [
        [0, 670],
        [L, B - 12],
        [L, B],
        [0, 690],
      ],
      shade(wall, 0.6),
    ) +
    poly(
      [
        [960, 670],
        [R, B - 12],
        [R, B],
        [960, 690],
      ],
      shade(wall, 0.6),
    );
  return out;
}

/** A window onto what grows around this home, its frame as on the outside. */
function outlook(
  look: Look,
  home: HomeFacts,
  x: number,
  y: number,
  w: number,
  h: number,
  curtain: boolean,
): string {
  const id = `w${Math.round(x)}${Math.round(w)}`;
  const high = home.lot.floor > 4;
  let view = rect(x, y, w, h, look.skyTop) + rect(x, y + h * 0.4, w, h * 0.6, look.skyLow);
  if (high) {
    for (let i = 0; i * 34 < w; i++) {
      const tall = h * (0.25 + ((look.salt >> (i % 12)) % 5) * 0.08);
      view += rect(x + i * 34, y + h - tall, 28, tall, shade(look.hills, i % 2 ? -0.1 : 0.05));
    }
  } else {
    view +=
      path(
        `M${x} ${y + h} V${y + h * 0.66} Q${x + w * 0.3} ${y + h * 0.5} ${x + w * 0.55} ${y + h * 0.66} T${x + w} ${y + h * 0.6} V${y + h}Z`,
        look.hills,
      ) + rect(x, y + h * 0.8, w, h * 0.2, look.lawn);
    view +=
      tree(look.trees[0]!, look, x + w * 0.72, y + h * 0.9, h / 330) +
      tree(look.trees.at(-1)!, look, x + w * 0.2, y + h * 0.92, h / 400);
  }
  let out = `<clipPath id="${id}"><rect x="${x}" y="${y}" width="${w}" height="${h}"/></clipPath>${rect(x - 9, y - 9, w + 18, h + 18, look.frame === '#363b3f' ? look.frame : shade(look.frame, 0))}${group(view, `clip-path="url(#${id})"`)}`;
  const bars = w > 190 ? 3 : 2;
  for (let i = 1; i < bars; i++) out += line(x + (w * i) / bars, y, x + (w * i) / bars, y + h, look.frame, 6);
  if (look.panes === 'grid' || look.panes === 'cross')
    out += line(x, y + h * 0.36, x + w, y + h * 0.36, look.frame, 4);
  out +=
    poly(
      [
        [x, y + h],
        [x + w * 0.34, y],
        [x + w * 0.5, y],
        [x + w * 0.16, y + h],
      ],
      '#fff',
      'opacity=".16"',
    ) + rect(x - 14, y + h + 8, w + 28, 9, shade(look.inner, 0.5));
  if (curtain) {
    const cloth = shade(look.textile, 0.45);
    for (const cx of [x - 44, x + w + 8]) {
      out += rect(cx, y - 22, 38, Math.min(h + 70, B - y + 10), cloth);
      for (let i = 1; i < 3; i++)
        out += line(
          cx + i * 13,
          y - 22,
          cx + i * 13,
          y - 22 + Math.min(h + 70, B - y + 10),
          shade(cloth, -0.1),
          3,
        );
    }
    out += rect(x - 56, y - 28, w + 112, 7, shade(look.wood, -0.2), 'rx="3"');
  }
  return out;
}

function plant(look: Look, x: number, y: number, s: number): string {
  const green = '#6d9367';
  const leaf = (dx: number, dy: number, c: string) =>
    path(
      `M${x} ${y - 40 * s} Q${x + dx * 0.2 * s} ${y + (dy - 30) * s} ${x + dx * s} ${y + dy * s} Q${x + dx * 0.8 * s} ${y + (dy + 40) * s} ${x} ${y - 40 * s}Z`,
      c,
    );
  return (
    leaf(-46, -120, green) +
    leaf(44, -128, shade(green, -0.1)) +
    leaf(-18, -160, shade(green, 0.1)) +
    leaf(22, -156, green) +
    leaf(-58, -82, shade(green, -0.14)) +
    leaf(58, -84, shade(green, 0.06)) +
    poly(
      [
        [x - 26 * s, y - 46 * s],
        [x + 26 * s, y - 46 * s],
        [x + 19 * s, y],
        [x - 19 * s, y],
      ],
      look.accent,
    )
  );
}

function art(look: Look, x: number, y: number, w: number, h: number, random: Random): string {
  const base = random.pick(['#f7f1e4', '#f3e8d8', '#eef0ea']);
  return (
    rect(x, y, w, h, look.wood) +
    rect(x + 6, y + 6, w - 12, h - 12, base) +
    circle(x + w * random.between(0.35, 0.65), y + h * 0.42, Math.min(w, h) * 0.2, look.accent) +
    path(
      `M${x + 6} ${y + h - 6} V${y + h * 0.7} Q${x + w * 0.35} ${y + h * 0.5} ${x + w * 0.6} ${y + h * 0.7} T${x + w - 6} ${y + h * 0.66} V${y + h - 6}Z`,
      look.textile,
    )
  );
}

function pendant(look: Look, x: number, y: number, r = 34): string {
  return (
    line(x, 20, x, y - r, '#6b625a', 3) +
    path(
      `M${x - r} ${y} Q${x - r} ${y - r * 1.1} ${x} ${y - r * 1.1} Q${x + r} ${y - r * 1.1} ${x + r} ${y}Z`,
      look.accent,
    ) +
    ellipse(x, y, r, 6, '#fff0c2')
  );
}

function living(home: HomeFacts, look: Look, random: Random): string {
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
    poly(
      [
        [200, 560],
        [730, 560],
        [800, 690],
        [130, 690],
      ],
      shade(look.textile, 0.35),
    ) +
    poly(
      [
        [226, 572],
        [706, 572],
        [764, 676],
        [164, 676],
      ],
      'none',
      `stroke="#fff" stroke-opacity=".6" stroke-width="5"`,
    );
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
    poly(
      [
        [606, 336],
        [674, 336],
        [660, 282],
        [620, 282],
      ],
      '#fbeecb',
    ) +
    circle(640, 340, 70, '#fff3cf', 'opacity=".22"');
  return out + plant(look, 846, 640, 1.25);
}

function kitchen(home: HomeFacts, look: Look, random: Random): string {
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
    poly(
      [
        [590, 214],
        [700, 214],
        [676, 160],
        [614, 160],
      ],
      '#cfd3d3',
    ) +
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

function bedroom(home: HomeFacts, look: Look, random: Random): string {
  let out = outlook(look, home, random.chance(0.5) ? 196 : 186, 140, 140, 190, true);
  out += art(look, 470, 130, 88, 100, random) + art(look, 572, 130, 88, 100, random);
  out += poly(
    [
      [250, 600],
      [880, 600],
      [950, 700],
      [190, 700],
    ],
    shade(look.textile, 0.45),
  );
  const head = look.salt % 3 === 0 ? look.wood : shade(look.sofa, -0.05);
  out += rect(396, 270, 340, 200, head, 'rx="18"');
  if (head !== look.wood)
    for (let x = 440; x < 720; x += 50) out += line(x, 282, x, 400, shade(head, -0.12), 3);
  out +=
    poly(
      [
        [386, 430],
        [746, 430],
        [812, 640],
        [320, 640],
      ],
      '#fbf8f1',
    ) +
    poly(
      [
        [376, 486],
        [758, 486],
        [824, 664],
        [306, 664],
      ],
      look.textile,
    ) +
    poly(
      [
        [376, 486],
        [758, 486],
        [764, 510],
        [370, 510],
      ],
      shade(look.textile, 0.35),
    ) +
    rect(306, 660, 518, 36, shade(look.textile, -0.12), 'rx="6"') +
    rect(322, 694, 14, 18, '#6b4d38') +
    rect(794, 694, 14, 18, '#6b4d38');
  for (const x of [412, 584])
    out +=
      rect(x, 388, 140, 62, '#fffdf8', 'rx="20"') +
      rect(x + 10, 432, 120, 12, '#000', 'opacity=".06" rx="6"');
  out +=
    rect(526, 412, 80, 50, look.accent, 'rx="16"') +
    poly(
      [
        [322, 610],
        [810, 610],
        [822, 656],
        [310, 656],
      ],
      shade(look.accent, 0.25),
      'opacity=".85"',
    );
  for (const x of [316, 752]) {
    out +=
      rect(x, 404, 66, 70, look.wood, 'rx="4"') +
      rect(x + 6, 412, 54, 24, shade(look.wood, -0.12)) +
      circle(x + 33, 424, 3, '#f0e2c2') +
      rect(x + 30, 366, 6, 38, '#6b625a') +
      poly(
        [
          [x + 8, 370],
          [x + 58, 370],
          [x + 48, 326],
          [x + 18, 326],
        ],
        '#fbeecb',
      ) +
      circle(x + 33, 356, 50, '#fff3cf', 'opacity=".22"');
  }
  return out + plant(look, 120, 640, 1.1);
}

/** A smaller bedroom: one bed along the wall, a desk or a chest beside it. */
function guestRoom(home: HomeFacts, look: Look, random: Random): string {
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
      poly(
        [
          [732, 358],
          [772, 358],
          [764, 330],
          [740, 330],
        ],
        '#fbeecb',
      );
  }
  out +=
    ellipse(560, 612, 150, 40, shade(look.textile, 0.35)) +
    ellipse(560, 612, 120, 30, shade(look.textile, 0.55));
  out +=
    rect(162, 340, 216, 120, wood, 'rx="10"') +
    poly(
      [
        [170, 420],
        [370, 420],
        [430, 640],
        [150, 640],
      ],
      '#fbf8f1',
    ) +
    poly(
      [
        [167, 474],
        [384, 474],
        [434, 656],
        [148, 656],
      ],
      look.textile,
    ) +
    poly(
      [
        [167, 474],
        [384, 474],
        [390, 496],
        [165, 496],
      ],
      shade(look.textile, 0.4),
    ) +
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

function bath(home: HomeFacts, look: Look, random: Random): string {
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
    poly(
      [
        [672, T],
        [760, 40],
        [760, 640],
        [672, 530],
      ],
      '#dff0f2',
      'opacity=".45"',
    ) +
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
    poly(
      [
        [230, 256],
        [300, 136],
        [326, 148],
        [250, 270],
      ],
      '#fff',
      'opacity=".5"',
    );
  for (const x of [184, 380]) out += rect(x - 5, 180, 10, 40, '#b59b6a') + circle(x, 176, 15, '#fff3cf');
  out +=
    rect(186, 300, 22, 40, look.accent, 'rx="6"') +
    rect(214, 314, 18, 26, '#f7f2e6', 'rx="4"') +
    plant(look, 372, 340, 0.34);
  out +=
    poly(
      [
        [250, 560],
        [560, 560],
        [600, 640],
        [220, 640],
      ],
      look.textile,
    ) +
    poly(
      [
        [262, 568],
        [550, 568],
        [582, 632],
        [238, 632],
      ],
      shade(look.textile, 0.25),
    );
  out += rect(628, 412, 40, 60, shade(look.textile, 0.1), 'rx="4"') + rect(634, 306, 28, 0, '#fff');
  return out + plant(look, 856, 650, 1.0);
}

function dining(home: HomeFacts, look: Look, random: Random): string {
  let out = outlook(look, home, 300, 130, 360, 240, true) + pendant(look, 480, 200, 56);
  out += poly(
    [
      [150, 590],
      [810, 590],
      [890, 706],
      [70, 706],
    ],
    shade(look.textile, 0.45),
  );
  const chair = (x: number, y: number) =>
    rect(x, y, 62, 96, shade(look.sofa, -0.04), 'rx="14"') +
    rect(x + 6, y + 90, 8, 60, shade(look.wood, -0.25)) +
    rect(x + 48, y + 90, 8, 60, shade(look.wood, -0.25));
  out += chair(290, 404) + chair(450, 404) + chair(610, 404);
  out +=
    ellipse(480, 694, 250, 14, '#000', 'opacity=".14"') +
    rect(286, 530, 20, 160, shade(look.wood, -0.18)) +
    rect(654, 530, 20, 160, shade(look.wood, -0.18)) +
    poly(
      [
        [240, 486],
        [720, 486],
        [786, 540],
        [174, 540],
      ],
      shade(look.wood, 0.12),
    ) +
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

function office(home: HomeFacts, look: Look, random: Random): string {
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
  out += poly(
    [
      [230, 610],
      [770, 610],
      [830, 700],
      [170, 700],
    ],
    shade(look.textile, 0.4),
  );
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
    poly(
      [
        [626, 402],
        [684, 402],
        [672, 366],
        [638, 366],
      ],
      '#fbeecb',
    );
  out +=
    rect(480, 500, 110, 110, look.sofa, 'rx="22"') +
    rect(470, 590, 130, 26, shade(look.sofa, -0.1), 'rx="12"') +
    rect(530, 614, 10, 50, '#5b6165') +
    ellipse(535, 668, 52, 9, '#5b6165');
  return out + plant(look, 130, 640, 1.15);
}

function laundry(_home: HomeFacts, look: Look, random: Random): string {
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
  out += poly(
    [
      [320, 560],
      [640, 560],
      [684, 640],
      [276, 640],
    ],
    shade(look.textile, 0.2),
  );
  return (
    out +
    poly(
      [
        [790, 560],
        [900, 560],
        [886, 660],
        [804, 660],
      ],
      '#c9a878',
    ) +
    ellipse(845, 560, 56, 12, '#f7f1e4')
  );
}

function light(look: Look): string {
  if (look.hour === 'dusk') return rect(0, 0, 960, 720, '#f7b267', 'opacity=".1"');
  const beam = look.hour === 'golden' ? '#ffd08a' : '#fff8e1';
  return poly(
    [
      [240, 470],
      [470, 470],
      [620, 690],
      [300, 690],
    ],
    beam,
    'opacity=".2"',
  );
}
