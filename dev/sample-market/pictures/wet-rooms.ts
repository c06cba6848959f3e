import type { HomeFacts } from '../home-facts.ts';
import type { Random } from '../random.ts';
import { each, range } from './arrange.ts';
import { isDark, shade } from './colors.ts';
import { cabinet, disc, lamp, pendant, potted } from './furniture.ts';
import type { Look } from './palette.ts';
import { box, flank, flat, floorShadow, legs, panel, type Spot, stand } from './room-space.ts';
import { bars, circle, path, rails, rect, stroke } from './shapes.ts';
import { windowView } from './window-view.ts';

const [STEEL, CHROME] = ['#c9cdcd', '#9aa0a0'];

/** A tap, 24 cm high. */
function tap(spot: Spot): string {
  return stand(stroke('M0 0V-18Q0 -24 6 -24T12 -18', CHROME, 3), spot);
}

/** Tiles on the back wall from `y` on. */
function splashback(look: Look, y: number, h: number): string {
  return panel([0, y, 0], [440, h], shade(look.inner, 0.35)) + panel([0, y, 0], [440, h], 'url(#shingle)');
}

export function kitchen(home: HomeFacts, look: Look): string {
  const { cabinet: front, counter } = look;
  const islandFront = shade(front, isDark(front) ? 0.1 : -0.08);
  const frame = (x: number) => legs([x, 0, 232], [28, 62, 26], shade(look.wood, -0.15), 3);
  const stool = (x: number) => frame(x) + box([x, 62, 230], [34, 4, 30], look.wood, 8);
  let out = splashback(look, 90, 100) + windowView(look, home, [-34, 118, 108, 96]);
  out += cabinet('#d5d9d9', [-174, 0, 2], [84, 182, 66], 2) + cabinet(front, [-174, 190, 0], [92, 66, 60], 2);
  out += cabinet(front, [-35, 8, 0], [186, 78, 60], 4) + box([-35, 86, 0], [186, 4, 64], counter);
  out += tap([-34, 90, 30]) + potted(look, [24, 90, 34], 46) + cabinet(STEEL, [97, 0, 0], [76, 90, 64]);
  out += panel([97, 18, 64], [62, 46], '#4b5054') + box([97, 90, 0], [74, 2, 60], '#54595c');
  out += cabinet(front, [178, 8, 0], [84, 78, 60], 2) + box([178, 86, 0], [84, 4, 64], counter);
  out += cabinet(front, [42, 150, 0], [36, 84, 34]) + cabinet(front, [179, 150, 0], [82, 84, 34], 2);
  out += box([97, 196, 0], [32, 62, 28], '#d5d9d9') + box([97, 150, 0], [74, 8, 50], '#b6bbbb');
  out += box([97, 158, 0], [60, 40, 40], STEEL) + box([160, 90, 26], [11, 20, 11], look.accent);
  out += box([178, 90, 26], [10, 15, 10], look.textile) + floorShadow([0, 0, 150], [230, 72]);
  out += cabinet(islandFront, [0, 0, 152], [220, 86, 64], 3) + box([0, 86, 144], [240, 5, 84], counter);
  out += fruit(look, [52, 91, 190]) + each([-70, 0, 70], stool);
  return out + each([-76, 0, 76], (x) => pendant(look, [x, 176, 176], 17));
}

function fruit(look: Look, spot: Spot): string {
  const one = (color: string, i: number) => circle(i * 8 - 8, -8 - (i % 2) * 3, 5, color);
  const bowl = path('M-17 -7H17Q14 2 0 2T-17 -7Z', shade(look.wood, 0.1));
  return stand(each(['#e08b3e', '#c7b23f', '#d2553f'], one) + bowl, spot);
}

export function bath(home: HomeFacts, look: Look, random: Random): string {
  const tile = random.pick(['#dbe6e4', '#e7e3da', '#d3dfe6', '#e9dcd2']);
  const [joints, mat] = [shade(tile, 0.5), shade(look.textile, 0.25)];
  const gleam = path('M-30 22L8 -38L22 -32L-18 32Z', '#fff', 'opacity=".5"');
  let out = panel([0, 0, 0], [440, 260], tile) + bars(range(150, 810, 44), 80, 470, joints, 2.5);
  out += rails(range(80, 470, 32), 150, 810, joints, 2.5) + windowView(look, home, [34, 120, 82, 92]);
  out += cabinet(look.cabinet, [-127, 8, 0], [138, 74, 54], 2);
  out += box([-127, 82, 0], [144, 4, 58], look.counter) + disc([-127, 86, 30], 28, '#fff');
  out += disc([-127, 86, 31], 23, '#dfe5e5') + tap([-131, 86, 14]);
  out += stand(circle(0, 0, 46, look.wood) + circle(0, 0, 41, '#dcecef') + gleam, [-127, 176, 0]);
  out += each([-196, -58], (x) => lamp([x, 172, 2], 8, 8));
  out += box([-176, 86, 22], [12, 20, 12], look.accent, 4) + potted(look, [-78, 86, 26], 46);
  out += floorShadow([40, 0, 14], [130, 70]);
  // The tub, then the shower behind glass.
  out += box([40, 6, 16], [134, 50, 66], '#f4f6f5', 22) + box([40, 57, 26], [112, 1, 44], '#d3dddf', 16);
  out += tap([92, 58, 30]) + box([84, 58, 70], [30, 3, 14], look.textile, 4);
  out += panel([168, 0, 0], [104, 256], shade(tile, -0.1)) + flat([168, 1, 0], [104, 120], '#e8ebe9');
  out += stand(stroke('M0 0H-28V10M-42 12H-14', CHROME, 4), [208, 206, 10]);
  out += panel([116, 0, 120], [3, 236], STEEL) + flank([116, 0, 0], [120, 236], '#dff0f2', 'opacity=".5"');
  out += flank([116, 0, 40], [26, 236], '#fff', 'opacity=".35"');
  out += flat([-90, 1, 110], [150, 64], look.textile) + flat([-90, 1, 115], [136, 54], mat);
  return out + potted(look, [-196, 0, 150], 88);
}

export function laundry(_home: HomeFacts, look: Look, random: Random): string {
  const { cabinet: front, textile, accent } = look;
  let out = splashback(look, 92, 62) + cabinet(front, [0, 158, 0], [300, 76, 36], 4);
  for (const x of [-62, 62]) {
    const clothes = path('M-19 4Q0 -8 19 4Q14 19 0 20T-19 4Z', random.pick([textile, accent]));
    const gleam = path('M-14 -8Q-6 -17 4 -17L-12 4Z', '#fff', 'opacity=".3"');
    const knobs = circle(-22, -34, 3, '#9aa3a3') + rect(4, -37, 22, 6, '#b4bcbc', 'rx="3"');
    const drum = circle(0, 0, 26, STEEL) + circle(0, 0, 20, '#8fa9b4') + clothes + gleam;
    out += box([x, 2, 0], [66, 86, 64], '#f7f8f7') + panel([x, 70, 64], [62, 14], '#e1e6e5');
    out += stand(drum + knobs, [x, 42, 64]);
  }
  out += each([-120, 0, 120], (x) => cabinet(front, [x, 8, 0], [x ? 46 : 54, 82, 60]));
  out += box([0, 90, 0], [300, 5, 70], look.counter) + box([-70, 95, 26], [56, 12, 34], textile, 6);
  out += box([-70, 108, 28], [48, 10, 30], shade(textile, 0.3), 6);
  out += box([62, 95, 26], [16, 26, 16], accent, 4) + potted(look, [112, 95, 34], 54);
  out += flat([0, 1, 110], [220, 70], shade(textile, 0.2)) + floorShadow([176, 0, 90], [48, 40]);
  out += box([176, 0, 90], [48, 50, 40], '#c9a878', 8) + box([176, 50, 92], [40, 8, 34], '#f7f1e4', 12);
  return out + potted(look, [-190, 0, 100], 110);
}
