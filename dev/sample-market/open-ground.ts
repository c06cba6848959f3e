import type { Feature, Position } from 'geojson';
import { BLOCK } from './lattice.ts';
import { type Random, randomOf } from './random.ts';
import { type Block, packKey, type Town } from './town.ts';

/** Blocks from which a town has a creek; larger ones have one per this many blocks across. */
const CREEK_FROM = 70;
const CREEK_EVERY = 26;
/** Shares of the blocks without homes. */
const PARKS = 0.065;
const SCHOOLS = 0.04;
const PONDS = 0.012;
/** Meters between parks or schools and the roads around their block. */
const INSET = 16;

/** The blocks that a creek runs through, in order. */
type Creek = Block[];

/** Decides which blocks are parks, schools and ponds, and where creeks run. */
export function assignUses(town: Town): Creek[] {
  const free = [...town.blocks.values()].filter(({ use }) => use === 'local');
  const creeks = town.lattice.straight ? [] : routeCreeks(town);
  for (const creek of creeks) for (const block of creek) block.use = 'creek';
  for (const block of free) {
    if (block.use !== 'local') continue;
    if (isBesideGround(town, block)) continue;
    const roll = town.roll(block.i, block.j, 3);
    // Straight towns are dense: they have fewer parks and no ponds.
    const less = town.lattice.straight ? 0.6 : 1;
    if (roll < PARKS * less) block.use = 'park';
    else if (roll < (PARKS + SCHOOLS) * less) block.use = 'school';
    else if (roll < (PARKS + SCHOOLS) * less + PONDS && !town.lattice.straight) block.use = 'pond';
  }
  return creeks;
}

/** Only single open blocks become parks; adjacent ones would be a gap in the town. */
function isBesideGround({ blocks }: Town, { i, j }: Block): boolean {
  return [packKey(i - 1, j), packKey(i + 1, j), packKey(i, j - 1), packKey(i, j + 1)].some((key) => {
    const use = blocks.get(key)?.use;
    return use === 'park' || use === 'school' || use === 'pond';
  });
}

/** Adds parks, school grounds, ponds, creeks with their greenbelts, and the hills beyond the town. */
export function layOpenGround(town: Town, creeks: readonly Creek[], features: Feature[]): void {
  const names = placeNames(randomOf(town.seed, 'grounds', town.name));
  for (const creek of creeks) layCreek(town, creek, names(), features);
  for (const block of town.blocks.values()) {
    if (block.use === 'park') layPark(town, block, names(), features);
    if (block.use === 'school') laySchool(town, block, names(), features);
    if (block.use === 'pond') layPond(town, block, names(), features);
  }
  layHills(town, names, features);
}

/** Paths through the town along x that cross as few homes as possible, each in a separate part of it. */
function routeCreeks({ blocks, roll }: Town): Creek[] {
  if (blocks.size < CREEK_FROM) return [];
  const rows = [...blocks.values()].map(({ j }) => j);
  const columns = [...blocks.values()].map(({ i }) => i);
  const [low, high] = [least(rows), most(rows)];
  const [west, east] = [least(columns), most(columns)];
  const count = Math.max(1, Math.round((high - low + 1) / CREEK_EVERY));
  const creeks: Creek[] = [];
  for (let part = 0; part < count; part++) {
    const bottom = Math.round(low + ((high - low + 1) * (part + 0.2)) / count);
    const top = Math.round(low + ((high - low + 1) * (part + 0.8)) / count) - 1;
    const computeCost = (i: number, j: number) => {
      const use = blocks.get(packKey(i, j))?.use;
      return (use === undefined ? 1.6 : use === 'homes' ? 12 : 0) + roll(i, j, 5);
    };
    // The cheapest path to each row of a column; it may shift by one row per column.
    let costs = Array.from({ length: Math.max(1, top - bottom + 1) }, (_, row) =>
      computeCost(west, bottom + row),
    );
    const cameFrom: number[][] = [];
    for (let i = west + 1; i <= east; i++) {
      const before = costs;
      const from: number[] = [];
      costs = before.map((_, row) => {
        let best = row;
        for (const other of [row - 1, row + 1])
          if ((before[other] ?? Number.POSITIVE_INFINITY) + 0.4 < before[best]!) best = other;
        from.push(best);
        return before[best]! + (best === row ? 0 : 0.4) + computeCost(i, bottom + row);
      });
      cameFrom.push(from);
    }
    let row = costs.indexOf(least(costs));
    let creek: Creek = [];
    const close = () => {
      if (creek.length >= 3) creeks.push(creek.reverse());
      creek = [];
    };
    for (let i = east; i >= west; i--) {
      const own = blocks.get(packKey(i, bottom + row));
      const next = i === west ? row : cameFrom[i - west - 1]![row]!;
      // Where it shifts it turns within one column and covers both blocks.
      const turn = next === row ? undefined : blocks.get(packKey(i, bottom + next));
      if (own?.use === 'local') creek.push(own);
      else close();
      if (next !== row) {
        if (own?.use === 'local' && turn?.use === 'local') creek.push(turn);
        else close();
      }
      row = next;
    }
    close();
  }
  return creeks;
}

const least = (list: readonly number[]) => list.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
const most = (list: readonly number[]) => list.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);

function layCreek(town: Town, creek: Creek, name: string, features: Feature[]): void {
  const random = randomOf(town.seed, 'creek', name, creek[0]!.i, creek[0]!.j);
  const first = creek[0]!;
  const last = creek.at(-1)!;
  // From the road where it leaves to the road where it enters again.
  const middle: [number, number][] = [
    [first.i * BLOCK, (first.j + 0.5) * BLOCK],
    ...creek.map(({ i, j }, at): [number, number] => [
      (i + 0.5) * BLOCK,
      (j + 0.5) * BLOCK + (at % 2 === 0 ? 1 : -1) * random.between(15, 75),
    ]),
    [(last.i + 1) * BLOCK, (last.j + 0.5) * BLOCK],
  ];
  const coarse = smoothed(middle);
  const line = smoothed(coarse);
  const belt = widenLine(town, coarse, (at) => 95 + 22 * Math.sin(at * 0.9));
  features.push(polygon(`${name} Creek Greenbelt`, 'park', belt));
  const bed = widenLine(town, line, (at) => 9 + 3 * Math.sin(at * 1.7));
  features.push(polygon(`${name} Creek`, 'water', bed));
  const path = coarse.map(([x, y], at) => town.lattice.toPosition(x, y + 42 + 8 * Math.sin(at * 0.6)));
  features.push({
    type: 'Feature',
    properties: { name: `${name} Creek Trail`, kind: 'path' },
    geometry: { type: 'LineString', coordinates: path },
  });
}

/** One step of Chaikin's corner cutting; the ends stay. */
function smoothed(line: [number, number][]): [number, number][] {
  const result: [number, number][] = [line[0]!];
  for (let at = 1; at < line.length; at++) {
    const [a, b] = [line[at - 1]!, line[at]!];
    if (at > 1) result.push([a[0] * 0.75 + b[0] * 0.25, a[1] * 0.75 + b[1] * 0.25]);
    if (at < line.length - 1) result.push([a[0] * 0.25 + b[0] * 0.75, a[1] * 0.25 + b[1] * 0.75]);
  }
  result.push(line.at(-1)!);
  return result;
}

/** The outline of a line widened by `half(at)` meters to both sides. */
function widenLine({ lattice }: Town, line: readonly [number, number][], half: (at: number) => number) {
  const left: Position[] = [];
  const right: Position[] = [];
  line.forEach(([x, y], at) => {
    const [ax, ay] = line[Math.max(0, at - 1)]!;
    const [bx, by] = line[Math.min(line.length - 1, at + 1)]!;
    const long = Math.hypot(bx - ax, by - ay) || 1;
    const [nx, ny] = [-(by - ay) / long, (bx - ax) / long];
    const wide = half(at);
    left.push(lattice.toPosition(x + nx * wide, y + ny * wide));
    right.push(lattice.toPosition(x - nx * wide, y - ny * wide));
  });
  return [...left, ...right.reverse(), left[0]!];
}

function layPark(town: Town, { i, j }: Block, name: string, features: Feature[]): void {
  const random = randomOf(town.seed, 'park', town.name, i, j);
  const at = (x: number, y: number) => town.lattice.toPosition(i * BLOCK + x, j * BLOCK + y);
  const kind = random.pick(['Park', 'Park', 'Community Park', 'Green', 'Commons']);
  const far = BLOCK - INSET;
  const corner = random.int(14, 60);
  const ring: [number, number][] = [
    [INSET + corner, INSET],
    [far - corner, INSET],
    [far, INSET + corner],
    [far, far - corner],
    [far - corner, far],
    [INSET + corner, far],
    [INSET, far - corner],
    [INSET, INSET + corner],
  ];
  ring.push(ring[0]!);
  features.push(
    polygon(
      `${name} ${kind}`,
      'park',
      ring.map(([x, y]) => at(x, y)),
    ),
  );
  const bend = random.between(90, 310);
  features.push({
    type: 'Feature',
    properties: { name: `${name} Trail`, kind: 'path' },
    geometry: {
      type: 'LineString',
      coordinates: [at(INSET, bend), at(130, 400 - bend), at(270, bend), at(far, 400 - bend)],
    },
  });
}

function laySchool(town: Town, { i, j }: Block, name: string, features: Feature[]): void {
  const random = randomOf(town.seed, 'school', town.name, i, j);
  const at = (x: number, y: number) => town.lattice.toPosition(i * BLOCK + x, j * BLOCK + y);
  const [far, split] = [BLOCK - INSET, random.int(210, 280)];
  const kind = random.pick(['Elementary School', 'Elementary School', 'Middle School', 'High School']);
  // The playing fields are green, the buildings are beside them.
  const box = (west: number, south: number, east: number, north: number) => [
    at(west, south),
    at(east, south),
    at(east, north),
    at(west, north),
    at(west, south),
  ];
  features.push(polygon(`${name} ${kind}`, 'school', box(INSET, INSET, far, far)));
  features.push(polygon(`${name} Fields`, 'park', box(split, INSET + 30, far - 24, far - 30)));
}

function layPond(town: Town, { i, j }: Block, name: string, features: Feature[]): void {
  const random = randomOf(town.seed, 'pond', town.name, i, j);
  const wobble = random.between(0, 6);
  const drawRing = (radius: number, wave: number) => {
    const ring: Position[] = [];
    for (let step = 0; step < 22; step++) {
      const angle = (step / 22) * Math.PI * 2;
      const far = radius + wave * Math.sin(angle * 2 + wobble) + (wave / 2) * Math.sin(angle * 3);
      ring.push(
        town.lattice.toPosition(
          (i + 0.5) * BLOCK + far * Math.cos(angle),
          (j + 0.5) * BLOCK + far * 0.85 * Math.sin(angle),
        ),
      );
    }
    ring.push(ring[0]!);
    return ring;
  };
  features.push(polygon(`${name} Lake Park`, 'park', drawRing(170, 14)));
  features.push(polygon(`${name} Lake`, 'water', drawRing(112, 24)));
  features.push({
    type: 'Feature',
    properties: { name: `${name} Lake Trail`, kind: 'path' },
    geometry: { type: 'LineString', coordinates: drawRing(146, 18) },
  });
}

/** Open country at the edge of town, without streets. */
function layHills(town: Town, names: () => string, features: Feature[]): void {
  const size = town.blocks.size;
  if (size < CREEK_FROM || town.lattice.straight) return;
  const random = randomOf(town.seed, 'hills', town.name);
  const all = [...town.blocks.values()];
  const x = all.reduce((sum, { i }) => sum + i, 0) / size;
  const y = all.reduce((sum, { j }) => sum + j, 0) / size;
  const wanted = Math.min(7, 1 + Math.round(size / 300));
  const laid: [number, number, number][] = [];
  for (let tries = 0; tries < 40 && laid.length < wanted; tries++) {
    const angle = random.between(0, Math.PI * 2);
    const radius = random.between(2, 4.5);
    // Outward from the center until nothing is built within its radius.
    for (let far = 2; far < 60; far++) {
      const [ci, cj] = [x + far * Math.cos(angle), y + far * Math.sin(angle)];
      if (!isFree(town, ci, cj, radius + 0.6)) continue;
      if (laid.some(([oi, oj, other]) => Math.hypot(ci - oi, cj - oj) < radius + other + 1)) break;
      laid.push([ci, cj, radius]);
      features.push(hillAt(town, ci, cj, radius, names(), random));
      break;
    }
  }
}

function isFree(town: Town, x: number, y: number, radius: number): boolean {
  for (let i = Math.floor(x - radius); i <= x + radius; i++) {
    for (let j = Math.floor(y - radius); j <= y + radius; j++) {
      if (Math.hypot(i + 0.5 - x, j + 0.5 - y) > radius + 0.7) continue;
      if (town.blocks.has(packKey(i, j)) || !town.isLand(i, j) || !town.isOpen(i, j)) return false;
    }
  }
  return true;
}

function hillAt(town: Town, x: number, y: number, radius: number, name: string, random: Random): Feature {
  const [one, two] = [random.between(0, 6), random.between(0, 6)];
  const ring: Position[] = [];
  for (let step = 0; step < 32; step++) {
    const angle = (step / 32) * Math.PI * 2;
    const far = radius * (0.8 + 0.12 * Math.sin(angle * 3 + one) + 0.07 * Math.sin(angle * 7 + two)) * BLOCK;
    ring.push(town.lattice.toPosition(x * BLOCK + far * Math.cos(angle), y * BLOCK + far * Math.sin(angle)));
  }
  ring.push(ring[0]!);
  return polygon(
    `${name} ${random.pick(['Ridge Preserve', 'Open Space', 'Regional Park', 'Golf Course'])}`,
    'park',
    ring,
  );
}

function polygon(name: string, kind: 'park' | 'school' | 'water', ring: Position[]): Feature {
  return {
    type: 'Feature',
    properties: { name, kind },
    geometry: { type: 'Polygon', coordinates: [ring] },
  };
}

const ROOTS =
  'Meadow Orchard Heron Oakwood Sunrise Heritage Willow Ridgeline Bluebird Cottonwood Pioneer Harvest Kingfisher Sycamore Lantern Foxglove Millstone Wren Clover Juniper Falcon Alder Granite Swallow'.split(
    ' ',
  );
const SECOND = ['', ' Hill', ' Hollow', ' Crossing', ' Glen', ' Point'];

/** Names for parks and similar, repeated only after all were used. */
function placeNames(random: Random): () => string {
  const all = SECOND.flatMap((second) => random.shuffle(ROOTS.map((root) => root + second)));
  let taken = 0;
  return () => all[taken++ % all.length]!;
}
