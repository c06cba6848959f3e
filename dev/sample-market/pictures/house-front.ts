import type { HomeFacts } from '../home-facts.ts';
import { type Random, randomOf } from '../random.ts';
import { each, place, range } from './arrange.ts';
import { isDark, shade } from './colors.ts';
import { cover, door, gable, garage, glassWall, hasPorch, paving, roof, wall, windowAt } from './facade.ts';
import type { Look } from './palette.ts';
import { bushRow, tuft } from './plants.ts';
import { band, ellipse, path, poly, rect, shadow, trace, triangle } from './shapes.ts';

/** Where the walls of the ground floor end. */
const TOP = -146;

/** A detached house from the street: main block, second floor, garage wing, entry as its style has them. */
export function houseFront(home: HomeFacts, given: Look): string {
  const random = randomOf(given.salt, 'house');
  const isFlat = given.style === 'Modern' || given.roof === 'flat';
  const look: Look = isFlat ? { ...given, roof: 'flat' } : given;
  const total = Math.max(490, Math.min(660, 425 + home.livingArea * 0.085));
  const wing = [0, 148, 216, 272][Math.min(3, home.garage)]!;
  const main = total - wing;
  const doorX = main * (wing ? 0.72 : 0.46);
  const isTwoStory = home.stories > 1;
  const eave = hasPorch(look) ? 30 : 20;
  let out = ellipse(total / 2, 6, total * 0.56, 14, '#000', 'opacity=".12"');
  out += paving(look.walk, doorX - 4, 58);
  if (wing) out += paving(look.drive, main + 14, wing - 22, 26);
  if (isTwoStory)
    out += secondFloor(home, look, random, main, wing ? main + random.int(0, 1) * 80 : main - 16);
  else if (!isFlat && random.chance(0.5)) out += chimney(look, total * 0.24, TOP - 115);
  if (isTwoStory && wing && !isFlat)
    out += roof(look, band(main - 10, total + eave, TOP + 10, main - 10, total - 30, TOP - 62));
  out += wall(look, 0, TOP, total, -TOP);
  if (!isTwoStory || isFlat) out += cover(look, 0, total, TOP, 96, eave);
  else out += rect(-4, TOP - 6, main + 4, 9, look.trim) + shadow(0, TOP + 3, total, 14);
  if (wing) out += garageWing(look, random, main, wing);
  else out += windowAt(look, doorX + (total - doorX - 20) / 2, TOP + 44, 110, 66);
  const large = Math.min(150, doorX - 94);
  if (isFlat) out += glassWall(look, 33, TOP + 36, doorX - 92, 78);
  else out += windowAt(look, (doorX - large) / 2 - 9, TOP + 44, large, 66);
  out += entry(look, doorX) + shadow(-2, -5, total + 4, 7);
  const planted = [...range(26, doorX - 40, 74), ...(wing ? [] : range(doorX + 110, total - 30, 80))];
  const grass = (x: number) => tuft(x, 8, random.between(1.6, 2.6), shade(look.leaf, -0.1));
  out += isFlat ? each(range(20, doorX - 50, 31), grass) : bushRow(look, random, planted, 8);
  return place(out, -total / 2, 0);
}

function secondFloor(home: HomeFacts, look: Look, random: Random, main: number, w: number): string {
  const x = random.chance(0.5) ? 8 : (main - w) / 2 + 16;
  const [y, rise] = [TOP - 128, look.roof === 'hip' ? 78 : 92];
  let out = '';
  if (look.roof === 'flat') {
    out += wall(look, x, y, w, -y) + boards(look, x + w * 0.62, y, w * 0.38, 128);
    out += glassWall(look, x + 27, y + 36, w * 0.5, 62) + windowAt(look, x + w * 0.74, y + 38, 58, 60);
    return out + cover(look, x, w, y, 0);
  }
  if (random.chance(0.5) || home.fireplace) out += chimney(look, x + w * 0.18, y - rise - 26);
  out += wall(look, x, y, w, 132) + cover(look, x, w, y, rise, hasPorch(look) ? 30 : 20);
  if (look.roof !== 'hip' || random.chance(0.4))
    out += gable(look, x + 16, Math.min(180, w * 0.44), y + 2, 74, 18);
  const count = w > 380 ? 4 : 3;
  return out + each(range(0, count), (i) => windowAt(look, x + (w / count) * (i + 0.5) - 25, y + 40, 50, 62));
}

/** The garage stands forward, now and then under a gable. */
function garageWing(look: Look, random: Random, x: number, w: number): string {
  const grey = isDark(look.wall) ? '#c9c4ba' : '#8f979b';
  const own: Look = look.roof === 'flat' ? { ...look, garageDoor: grey } : look;
  let out = shadow(x - 10, TOP + 4, 10, -TOP - 4) + wall(look, x, TOP + 2, w, -TOP - 2);
  if (look.roof === 'gable' || (look.roof === 'hip' && random.chance(0.35)))
    out += gable(look, x, w, TOP + 4, 70, 22);
  else out += shadow(x, TOP + 2, w, 14);
  return out + garage(own, x + 16, w - 32);
}

function chimney(look: Look, x: number, y: number): string {
  const brick = shade(look.cladding === 'brick' ? look.wall : '#b98a72', -0.1);
  const cap = rect(x - 4, y - 4, 42, 9, shade(brick, -0.14));
  return rect(x, y, 34, 70, brick) + shadow(x + 20, y, 14, 70) + cap;
}

function boards(look: Look, x: number, y: number, w: number, h: number): string {
  return wall({ ...look, cladding: 'siding', wall: look.wood }, x, y, w, h);
}

/** The door with what its style builds around it: boards, an arch, a porch or portico, or a canopy. */
function entry(look: Look, x: number): string {
  const leaf = door(look, x);
  const [isCraft, post] = [hasPorch(look), isDark(look.trim) ? look.wood : look.trim];
  if (look.roof === 'flat')
    return boards(look, x - 30, TOP + 11, 130, -TOP - 11) + leaf + glassWall(look, x + 68, -104, 20, 104);
  if (look.tiles) {
    const [edge, spring] = [x - 16, TOP + 62];
    const arch = trace`M${edge} 0V${spring}Q${edge} ${TOP + 20} ${x + 25} ${TOP + 20}T${x + 66} ${spring}V0Z`;
    let out = rect(x - 36, TOP - 4, 122, 4 - TOP, shade(look.wall, 0.2));
    out += path(arch, shade(look.wall, -0.35));
    out += roof(look, triangle(x - 52, x + 102, TOP + 4, x + 25, TOP - 46));
    return out + shadow(x - 36, TOP + 4, 122, 10) + door(look, x + 2, 46, 96);
  }
  const dark = shadow(x - 30, TOP + 34, 110, -TOP - 34);
  if (!isCraft && look.style !== 'Farmhouse' && look.style !== 'Colonial')
    return dark + leaf + rect(x - 26, TOP + 18, 102, 9, look.trim) + shadow(x - 20, TOP + 27, 90, 10);
  const [w, y] = isCraft ? [200, TOP + 46] : [130, TOP + 34];
  const left = Math.max(6, x + 25 - w / 2);
  const pillar = (at: number) =>
    poly(band(at + 5, at + 17, y + 12, at + 1, at + 21, -40), post) + rect(at - 4, -42, 30, 42, '#a58d78');
  const column = (at: number) => rect(at, y, 9, -y, post);
  let out = shadow(left, y, w, -y, 0.16) + leaf + gable(look, left, w, y, w * 0.28, 18);
  out += rect(left - 6, y - 2, w + 12, 13, post) + shadow(left - 6, y + 11, w + 12, 6);
  out += isCraft ? pillar(left + 4) + pillar(left + w - 26) : column(left + 4) + column(left + w - 13);
  return out + rect(left - 6, -8, w + 12, 10, isCraft ? shade(look.wood, -0.1) : '#cfc6b8');
}
