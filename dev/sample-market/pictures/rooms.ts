import type { HomeFacts } from '../home-facts.ts';
import { hashOf, type Random, randomOf } from '../random.ts';
import { each, mirror } from './arrange.ts';
import { shade } from './colors.ts';
import { art, bed, cabinet, disc, lamp, pendant, potted, rug, seat, table, vase } from './furniture.ts';
import type { Look } from './palette.ts';
import { box, flat, panel, shell, stand } from './room-space.ts';
import { circle, path, rect } from './shapes.ts';
import { bath, kitchen, laundry } from './wet-rooms.ts';
import { windowView } from './window-view.ts';

type Draw = (home: HomeFacts, look: Look, random: Random, isEmpty: boolean) => string;

const ROOMS = { living, kitchen, bedroom, bath, dining, office, laundry } satisfies Record<string, Draw>;
export type Room = keyof typeof ROOMS;

/**
 * One room, looking at its back wall; the same floor, walls, window frames and colors as the home's other rooms.
 * `nth` tells rooms of one kind apart; an empty one has no furniture.
 */
export function room(kind: Room, home: HomeFacts, look: Look, nth: number, isEmpty: boolean): string {
  const random = randomOf(look.salt, 'room', kind, nth);
  // Rooms of one kind share the house but not the bedding.
  const isGuestRoom = kind === 'bedroom' && nth > 1;
  const accent = random.pick([look.textile, look.accent, '#d8a13e']);
  const dressed: Look = isGuestRoom ? { ...look, textile: look.sofa, sofa: look.textile, accent } : look;
  const wall = kind === 'bedroom' && random.chance(0.4) ? shade(dressed.textile, 0.62) : look.inner;
  const isTiled = kind === 'bath' || kind === 'laundry';
  const floor = isTiled ? 'tile' : kind === 'bedroom' && look.salt % 2 === 0 ? 'carpet' : 'planks';
  const draw: Draw = isGuestRoom ? guestRoom : ROOMS[kind];
  const drawn = shell(look, wall, floor) + draw(home, dressed, random, isEmpty);
  return look.mirrored === (hashOf(`${kind}${nth}`) % 2 === 0) ? mirror(drawn) : drawn;
}

/** What an empty room still has: sockets, a vent, a ceiling light. */
function bareRoom(look: Look): string {
  const [plate, line] = ['#fdfbf6', `stroke="${shade(look.inner, -0.14)}"`];
  let out = each([-190, 30], (x) => panel([x, 24, 0], [12, 17], plate, line));
  out += panel([-90, 14, 0], [46, 9], plate, line) + flat([0, 258, 60], [50, 34], shade(look.inner, 0.8));
  out += flat([0, 257, 66], [38, 22], '#fff6dc');
  return out;
}

function fireplace(look: Look, x: number, isLit: boolean): string {
  const stone = shade(look.cladding === 'brick' ? '#b9856c' : look.inner, -0.1);
  const core = path('M-10 0Q-12 -18 0 -30Q12 -16 8 0Z', '#ffd27a');
  const flames = path('M-22 0Q-24 -24 -8 -40Q-4 -24 4 -32Q22 -18 18 0Z', '#f0953f') + core;
  let out = box([x, 0, 0], [106, 256, 16], stone) + box([x, 112, 16], [130, 9, 14], look.wood);
  out += panel([x, 0, 16], [78, 84], '#3c3836') + box([x, 0, 16], [112, 5, 26], shade(stone, -0.14));
  return out + (isLit ? stand(circle(0, -20, 60, 'url(#glow)') + flames, [x, 6, 18]) : '');
}

function living(home: HomeFacts, look: Look, random: Random, isEmpty: boolean): string {
  const cushion = (color: string, x: number, angle: number) =>
    stand(rect(-19, -34, 38, 36, color, `rx="7" transform="rotate(${angle})"`), [x, 58, 38]);
  let out = windowView(look, home, [-78, 92, 176, 138], !isEmpty);
  if (home.fireplace) out += fireplace(look, 128, !isEmpty);
  if (isEmpty) return out + bareRoom(look);
  if (home.fireplace) out += art(look, 128, 136, 66, 74, random);
  else {
    out += art(look, 128, 124, 92, 100, random) + cabinet(look.wood, [128, 12, 2], [124, 58, 42], 2);
    out += potted(look, [166, 70, 24], 60);
  }
  out += lamp([60, 0, 26], 132, 20) + rug(look, [-40, 0, 78], [300, 170]) + seat(look, 'sofa', -82, 16);
  out += cushion(look.textile, -142, -9) + cushion(look.accent, -30, 10);
  out += table(look, [-52, 0, 140], [118, 44, 62]) + box([-78, 44, 160], [26, 3, 16], look.accent);
  out += vase(look, [-24, 44, 168]) + box([104, 6, 136], [66, 34, 60], shade(look.textile, 0.1), 14);
  return out + potted(look, [-204, 0, 44], 120);
}

function dining(home: HomeFacts, look: Look, random: Random): string {
  const plate = (x: number) =>
    disc([x, 76, 140], 15, '#fffdf6') + disc([x, 76, 140], 9, shade(look.accent, 0.4));
  let out = windowView(look, home, [-20, 92, 214, 144], true) + art(look, 172, 128, 60, 80, random);
  out += rug(look, [0, 0, 60], [320, 200]) + each([-66, 0, 66], (x) => seat(look, 'chair', x, 74));
  out += table(look, [0, 0, 108], [216, 76, 80]) + each([-66, 0, 66], plate) + vase(look, [34, 76, 128]);
  out += each([-44, 44], (x) => seat(look, 'chairFromBehind', x, 176)) + pendant(look, [0, 178, 140], 32);
  return out + potted(look, [-192, 0, 30], 120);
}

/** Books of chance sizes on a board, from `from` to `to`. */
function bookshelf(look: Look, random: Random, from: number, to: number, y: number): string {
  const colors = [look.accent, look.textile, look.sofa, '#f2ead9', '#c9b79a', '#7f8fa0'];
  let out = box([(from + to) / 2, y, 0], [to - from, 4, 24], look.wood);
  for (let x = from + 4, w = 0; x < to - 12; x += w + 1) {
    w = random.int(5, 12);
    const h = random.int(17, 28);
    if (random.chance(0.86)) out += panel([x + w / 2, y + 4, 18], [w, h], random.pick(colors));
  }
  return out;
}

function office(home: HomeFacts, look: Look, random: Random): string {
  const shelves = each([132, 172, 212], (y) => bookshelf(look, random, 18, 198, y));
  let out = windowView(look, home, [-118, 92, 130, 130], true) + shelves + rug(look, [10, 0, 90], [300, 160]);
  out += table(look, [40, 0, 40], [236, 75, 66]) + cabinet(look.wood, [112, 20, 46], [62, 48, 50], 1, 2);
  out += box([40, 75, 50], [30, 2, 14], '#3c4145') + box([40, 84, 50], [84, 50, 3], '#3c4145');
  out += panel([40, 88, 54], [78, 42], '#9cc3cf') + lamp([-48, 75, 60], 30, 11);
  out += box([118, 75, 56], [30, 3, 22], look.accent) + seat(look, 'chairFromBehind', 36, 120);
  return out + potted(look, [-190, 0, 60], 110);
}

function bedroom(home: HomeFacts, look: Look, random: Random, isEmpty: boolean): string {
  let out = windowView(look, home, [-146, 92, 92, 128], !isEmpty);
  if (isEmpty) return out + bareRoom(look);
  const head = look.salt % 3 === 0 ? look.wood : shade(look.sofa, -0.05);
  out += each([6, 74], (x) => art(look, x, 150, 58, 66, random)) + rug(look, [40, 0, 90], [330, 190]);
  for (const x of [-82, 162])
    out += cabinet(look.wood, [x, 6, 4], [48, 48, 40], 1, 2) + lamp([x, 54, 24], 22, 13);
  return out + bed(look, 40, 160, head, random) + potted(look, [-184, 0, 96], 110);
}

/** A smaller bedroom: one bed, a desk or a chest of drawers beside it. */
function guestRoom(home: HomeFacts, look: Look, random: Random): string {
  const own: Look = { ...look, wood: shade(look.wood, random.chance(0.5) ? 0.12 : -0.08) };
  let out = windowView(own, home, [36, 92, 104, 126], true) + rug(own, [60, 0, 110], [190, 110]);
  if (random.chance(0.5)) {
    out += cabinet(own.wood, [150, 4, 2], [100, 84, 46], 1, 3) + art(own, 150, 138, 66, 80, random);
    out += potted(own, [176, 88, 24], 54) + lamp([122, 88, 24], 20, 12);
  } else {
    out += bookshelf(own, random, 96, 200, 150) + table(own, [146, 0, 4], [118, 75, 56]);
    out += lamp([184, 75, 30], 24, 11) + seat(own, 'chairFromBehind', 140, 50);
  }
  out += art(own, -112, 136, 72, 84, random) + bed(own, -112, 104, own.wood, random);
  return out + potted(own, [194, 0, 118], 96);
}
