import type { Feature, Position } from 'geojson';
import type { Area } from './areas.ts';
import { BLOCK } from './lattice.ts';
import { type Random, randomOf } from './random.ts';
import type { Roads } from './roads.ts';
import { type StreetName, streetNames } from './street-names.ts';
import { type Block, packKey, type Town } from './town.ts';

/** Minimum distance in meters of local streets from an edge that they must not join. */
const SHY = 48;
/** Beyond this share of the way to the edge of town every second block stays open. */
const THINNING = 0.62;
/** Straight towns: distances in meters from a block's side at which streets cross it. */
const ROWS = [133, 267];

type Line = [number, number][];

/** Streets within blocks without offered homes: grids in straight towns, loops and courts in others. */
export function layLocalStreets(
  town: Town,
  roads: Roads,
  usedNames: ReadonlySet<string>,
  features: Feature[],
): void {
  const nameIn = nameSupply(town, usedNames);
  const push = (coordinates: Position[], { name, suffix }: StreetName, kind: string) =>
    features.push({
      type: 'Feature',
      properties: { name: `${name} ${suffix}`, kind },
      geometry: { type: 'LineString', coordinates },
    });
  if (town.lattice.straight) {
    for (const { line, street } of throughStreets(town, roads, nameIn)) {
      push(
        line.map(([x, y]) => town.lattice.toPosition(x, y)),
        street,
        'street',
      );
    }
    return;
  }
  for (const block of town.blocks.values()) {
    if (block.use !== 'local') continue;
    const { i, j } = block;
    if (block.far > THINNING && town.roll(i, j, 41) < 0.5) continue;
    const sides = [
      roads.mayJoin('v', i, j),
      roads.mayJoin('h', i, j),
      roads.mayJoin('v', i + 1, j),
      roads.mayJoin('h', i, j + 1),
    ];
    const random = randomOf(town.seed, 'block', town.name, i, j);
    const entry = random.int(0, 3);
    const first = [0, 1, 2, 3].map((more) => (entry + more) % 4).find((side) => sides[side]);
    if (first === undefined) continue;
    const at = turnedTo(first);
    for (const { line, court } of choosePattern(sides[(first + 2) % 4]!, random)) {
      push(
        line.map(([x, y]) => {
          return positionIn(town, block, ...at(x, y));
        }),
        nameIn(block.area, court),
        court ? 'court' : 'street',
      );
    }
  }
}

/**
 * A point of a block. On its edge it is snapped to the road, which is drawn straight from corner to corner (beside
 * homes from half to half), so that streets end exactly on it.
 */
function positionIn({ lattice, blocks }: Town, { i, j }: Block, x: number, y: number): Position {
  const onSide = x === 0 || x === BLOCK;
  if (!onSide && y !== 0 && y !== BLOCK) return lattice.toPosition(i * BLOCK + x, j * BLOCK + y);
  const along = onSide ? y : x;
  const beside = onSide ? packKey(x === 0 ? i - 1 : i + 1, j) : packKey(i, y === 0 ? j - 1 : j + 1);
  const step = blocks.get(beside)?.use === 'homes' ? BLOCK / 2 : BLOCK;
  const start = Math.floor(along / step) * step;
  const corner = (at: number) =>
    onSide
      ? lattice.toPosition(i * BLOCK + x, j * BLOCK + at)
      : lattice.toPosition(i * BLOCK + at, j * BLOCK + y);
  const [from, to] = [corner(start), corner(start + step)];
  const share = (along - start) / step;
  return [0, 1].map((axis) => Math.round((from[axis]! + (to[axis]! - from[axis]!) * share) * 1e5) / 1e5);
}

/** Patterns start from the west; this rotates them to another side (0 west, 1 south, 2 east, 3 north). */
function turnedTo(side: number): (x: number, y: number) => [number, number] {
  if (side === 0) return (x, y) => [x, y];
  if (side === 1) return (x, y) => [y, x];
  if (side === 2) return (x, y) => [BLOCK - x, y];
  return (x, y) => [y, BLOCK - x];
}

/** The streets of one block with an entry from the west and, if `opensEast`, an exit to the east. */
function choosePattern(opensEast: boolean, random: Random): { line: Line; court: boolean }[] {
  const west = 0;
  const east = opensEast ? BLOCK : BLOCK - SHY;
  const sway = random.between(-22, 22);
  const street = (...line: Line) => ({ line, court: false });
  const court = (...line: Line) => ({ line, court: true });
  switch (random.int(0, 3)) {
    case 0: {
      // One street through, with courts.
      const y = 200 + sway;
      const [a, b] = [random.int(105, 150), random.int(240, 300)];
      return [
        street([west, 200], [a, y], [b, 400 - y], [east, 200]),
        court([a, y], [a + 8, y - 60], [a - 4, 62]),
        court([b, 400 - y], [b - 8, 470 - y], [b + 5, 338]),
      ];
    }
    case 1: {
      // A loop with a court at its bend, and one inside.
      const x = random.int(230, 275);
      const y = 105 + sway / 3;
      const bends: Line = [
        [x - 60, y],
        [x - 18, y + 12],
        [x, y + 60],
        [x, y + 130],
        [x - 18, y + 178],
        [x - 60, y + 190],
      ];
      return [
        street([west, 105], ...bends, [west, 295]),
        court([x, 200], [x + 45, 200 - sway / 2], [BLOCK - SHY, 200]),
        ...(random.chance(0.5) ? [court([west, 200], [90, 200 + sway / 2], [x - 65, 200])] : []),
      ];
    }
    case 2: {
      // Two rows and their connections.
      const row = opensEast ? street : court;
      return [
        row([west, 130], [200, 130 + sway], [east, 130]),
        row([west, 270], [200, 270 + sway], [east, 270]),
        street([200, 130 + sway], [200, 270 + sway]),
      ];
    }
    default: {
      // A crescent, and a court inside.
      const bends: Line = [
        [150, 80],
        [250, 104],
        [318, 165],
        [330, 240],
        [292, 306],
        [225, 334],
      ];
      return [street([west, 90], ...bends, [west, 326]), court([west, 208], [110, 208 + sway], [225, 212])];
    }
  }
}

/** Streets of a straight town: each continues until it is obstructed. */
function* throughStreets(
  town: Town,
  roads: Roads,
  nameIn: (area: Area, court: boolean) => StreetName,
): Generator<{ line: Line; street: StreetName }> {
  const locals = [...town.blocks.values()].filter(({ use }) => use === 'local');
  for (const axis of ['h', 'v'] as const) {
    const along = (block: Block) => (axis === 'h' ? block.i : block.j);
    const lines = new Map<number, Block[]>();
    for (const block of locals) {
      const line = axis === 'h' ? block.j : block.i;
      const list = lines.get(line);
      if (list) list.push(block);
      else lines.set(line, [block]);
    }
    for (const [line, blocks] of lines) {
      blocks.sort((a, b) => along(a) - along(b));
      const runs: Block[][] = [];
      for (const block of blocks) {
        const last = runs.at(-1);
        const before = last?.at(-1);
        const isBarred = roads.isFreeway(axis === 'h' ? 'v' : 'h', block.i, block.j);
        if (last && before && along(before) + 1 === along(block) && !isBarred && last.length < 14)
          last.push(block);
        else runs.push([block]);
      }
      for (const run of runs) {
        const first = run[0]!;
        const last = run.at(-1)!;
        const ending =
          axis === 'h' ? roads.mayJoin('v', last.i + 1, last.j) : roads.mayJoin('h', last.i, last.j + 1);
        const starting = roads.mayJoin(axis === 'h' ? 'v' : 'h', first.i, first.j);
        const from = along(first) * BLOCK + (starting ? 0 : SHY);
        const to = (along(last) + 1) * BLOCK - (ending ? 0 : SHY);
        for (const offset of axis === 'h' ? ROWS : [200]) {
          const across = line * BLOCK + offset;
          yield {
            line:
              axis === 'h'
                ? [
                    [from, across],
                    [to, across],
                  ]
                : [
                    [across, from],
                    [across, to],
                  ],
            street: nameIn(first.area, false),
          };
        }
      }
    }
  }
}

/** Names for each ZIP code of the town, excluding those of its homes' streets. */
function nameSupply(town: Town, used: ReadonlySet<string>): (area: Area, court: boolean) => StreetName {
  const supplies = new Map<string, (court: boolean) => StreetName>();
  return ({ zip, region }, court) => {
    let next = supplies.get(zip);
    if (!next) {
      next = streetNames(region, randomOf(town.seed, 'fabric', zip));
      supplies.set(zip, next);
    }
    let found = next(court);
    for (let tries = 0; tries < 200 && used.has(`${zip} ${found.name}`); tries++) found = next(court);
    return found;
  };
}
