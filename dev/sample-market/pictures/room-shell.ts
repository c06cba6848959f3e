import type { HomeFacts } from '../home-facts.ts';
import type { Random } from '../random.ts';
import type { Look } from './palette.ts';
import { tree } from './plants.ts';
import { band, circle, ellipse, group, line, path, poly, rect, shade } from './shapes.ts';

/** The back wall of every room: left, top, right, bottom. */
export const L = 150;
export const T = 84;
export const R = 810;
export const B = 470;

export function shell(look: Look, wall: string, floor: 'planks' | 'carpet' | 'tile'): string {
  const ground = floor === 'planks' ? look.floor : floor === 'carpet' ? look.carpet : '#dcdcd6';
  let out =
    poly(band(0, 960, 0, L, R, T), shade(wall, 0.55)) +
    rect(L, T, R - L, B - T, wall) +
    poly(`0,0 ${L},${T} ${L},${B} 0,690`, shade(wall, -0.07)) +
    poly(`960,0 ${R},${T} ${R},${B} 960,690`, shade(wall, -0.04));
  out += poly(`0,690 ${L},${B} ${R},${B} 960,690 960,720 0,720`, ground);
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
    poly(`0,670 ${L},${B - 12} ${L},${B} 0,690`, shade(wall, 0.6)) +
    poly(`960,670 ${R},${B - 12} ${R},${B} 960,690`, shade(wall, 0.6));
  return out;
}

/** A window onto what grows around this home, its frame as on the outside. */
export function outlook(
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

export function plant(look: Look, x: number, y: number, s: number): string {
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
    poly(band(x - 26 * s, x + 26 * s, y - 46 * s, x - 19 * s, x + 19 * s, y), look.accent)
  );
}

export function art(look: Look, x: number, y: number, w: number, h: number, random: Random): string {
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

export function pendant(look: Look, x: number, y: number, r = 34): string {
  return (
    line(x, 20, x, y - r, '#6b625a', 3) +
    path(
      `M${x - r} ${y} Q${x - r} ${y - r * 1.1} ${x} ${y - r * 1.1} Q${x + r} ${y - r * 1.1} ${x + r} ${y}Z`,
      look.accent,
    ) +
    ellipse(x, y, r, 6, '#fff0c2')
  );
}

export function light(look: Look): string {
  if (look.hour === 'dusk') return rect(0, 0, 960, 720, '#f7b267', 'opacity=".1"');
  const beam = look.hour === 'golden' ? '#ffd08a' : '#fff8e1';
  return poly(band(240, 470, 470, 300, 620, 690), beam, 'opacity=".2"');
}
