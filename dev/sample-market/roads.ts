import type { Feature, Position } from 'geojson';
import { BLOCK } from './lattice.ts';
import { randomOf } from './random.ts';
import { arterialName, listFreeways, streetNames } from './street-names.ts';
import { type Block, packKey, type Town } from './town.ts';

/**
 * Every n-th line of a lattice is an arterial; of those between, the even ones always exist, the odd ones not always.
 */
const ARTERIAL_EVERY = 4;
/** Blocks by which freeways, and the main roads of small towns, extend into the country. */
const FREEWAY_TAIL = 22;
const HIGHWAY_TAIL = 9;
/** Blocks after which collectors change their name. */
const RENAMED = 12;

/** Along x (`h`) or along y (`v`). */
type Axis = 'h' | 'v';

/** The roads around a block, for local streets. */
export interface Roads {
  /** Whether the edge of a block, from corner (i, j) along the axis, has a road that a local street may join. */
  mayJoin(axis: Axis, i: number, j: number): boolean;
  /** Whether the edge is a freeway. */
  isFreeway(axis: Axis, i: number, j: number): boolean;
}

/** Lays freeways, arterials and collectors on the lines of a town's lattice. */
export function layRoads(town: Town, features: Feature[]): Roads {
  const freeways = layFreeways(town, features);
  const isFreeway = (axis: Axis, i: number, j: number) => freeways.has(`${axis}${axis === 'h' ? j : i}`);
  const joined = new Set<number>();
  const keyed = (axis: Axis, i: number, j: number) => packKey(i, j) * 2 + (axis === 'h' ? 0 : 1);
  const lines = new Map<string, { axis: Axis; line: number; steps: number[] }>();
  const offer = (axis: Axis, i: number, j: number) => {
    const key = keyed(axis, i, j);
    if (joined.has(key) || isFreeway(axis, i, j) || !isKept(town, axis, i, j)) return;
    joined.add(key);
    const line = axis === 'h' ? j : i;
    const name = `${axis}${line}`;
    const steps = lines.get(name)?.steps;
    if (steps) steps.push(axis === 'h' ? i : j);
    else lines.set(name, { axis, line, steps: [axis === 'h' ? i : j] });
  };
  for (const { i, j } of town.blocks.values()) {
    offer('h', i, j);
    offer('h', i, j + 1);
    offer('v', i, j);
    offer('v', i + 1, j);
  }
  const tails = findTails(town);
  const nameCollector = collectorNames(town);
  for (const { axis, line, steps } of lines.values()) {
    const isArterial = line % ARTERIAL_EVERY === 0;
    const kind = isArterial ? 'arterial' : 'collector';
    steps.sort((a, b) => a - b);
    const tail = tails.get(`${axis}${line}`);
    for (const run of groupSteps(steps, isArterial ? Number.POSITIVE_INFINITY : RENAMED)) {
      let [from, to] = run;
      if (tail !== undefined && from === steps[0]) from = extendLine(town, axis, line, from, -HIGHWAY_TAIL);
      if (tail !== undefined && to === steps.at(-1)! + 1) to = extendLine(town, axis, line, to, HIGHWAY_TAIL);
      const name = isArterial
        ? (tail ?? arterialName(town.name, town.areas[0]!.region, line / ARTERIAL_EVERY, axis === 'h'))
        : nameCollector(axis, line, from);
      features.push(buildLine(town, axis, line, from, to, name, kind));
    }
  }
  return { mayJoin: (axis, i, j) => joined.has(keyed(axis, i, j)), isFreeway };
}

/** Whether the edge between two blocks has a road. */
function isKept(town: Town, axis: Axis, i: number, j: number): boolean {
  const line = axis === 'h' ? j : i;
  if (line % ARTERIAL_EVERY === 0) return true;
  const one = town.blocks.get(packKey(i, j));
  const other = town.blocks.get(axis === 'h' ? packKey(i, j - 1) : packKey(i - 1, j));
  if (one?.use === 'homes' || other?.use === 'homes') return true;
  if (line % 2 === 0) return true;
  if (one?.use === 'creek' && other?.use === 'creek') return false;
  // No road crosses a park, school or pond, but one passes it.
  if (isGround(one) || isGround(other)) return true;
  if (town.lattice.straight) return true;
  return town.roll(axis === 'h' ? i >> 1 : i, axis === 'h' ? j : j >> 1, axis === 'h' ? 31 : 37) < 0.45;
}

const isGround = (block: Block | undefined) =>
  block !== undefined && block.use !== 'local' && block.use !== 'creek';

/** Consecutive steps, as [first corner, last corner], none longer than `most`. */
function groupSteps(steps: readonly number[], most: number): [number, number][] {
  const runs: [number, number][] = [];
  for (const step of steps) {
    const last = runs.at(-1);
    if (last && last[1] === step && step - last[0] < most) last[1] = step + 1;
    else runs.push([step, step + 1]);
  }
  return runs;
}

function buildLine(
  town: Town,
  axis: Axis,
  line: number,
  from: number,
  to: number,
  name: string,
  kind: string,
): Feature {
  const { lattice } = town;
  const at = (along: number) =>
    axis === 'h' ? lattice.toPosition(along, line * BLOCK) : lattice.toPosition(line * BLOCK, along);
  const coordinates: Position[] = [];
  if (lattice.straight) coordinates.push(at(from * BLOCK), at(to * BLOCK));
  else {
    for (let half = from * 2; half <= to * 2; half++) {
      // Between corners a road needs a point only where streets of homes join it.
      if (half % 2 !== 0 && !isBesideHomes(town, axis, line, (half - 1) / 2)) continue;
      coordinates.push(at((half * BLOCK) / 2));
    }
  }
  return { type: 'Feature', properties: { name, kind }, geometry: { type: 'LineString', coordinates } };
}

function isBesideHomes({ blocks }: Town, axis: Axis, line: number, step: number): boolean {
  const [one, other] =
    axis === 'h'
      ? [packKey(step, line), packKey(step, line - 1)]
      : [packKey(line, step), packKey(line - 1, step)];
  return blocks.get(one)?.use === 'homes' || blocks.get(other)?.use === 'homes';
}

/** How many blocks a line can continue from a corner over open land. */
function extendLine(town: Town, axis: Axis, line: number, from: number, most: number): number {
  const step = Math.sign(most);
  let at = from;
  for (let left = Math.abs(most); left > 0; left--) {
    const next: [number, number] = axis === 'h' ? [at + step, line] : [line, at + step];
    if (!town.isLand(...next) || !town.isOpen(...next)) break;
    at += step;
  }
  return at;
}

/** Real freeways, each on the line of the lattice nearest to its real course. */
function layFreeways(town: Town, features: Feature[]): Set<string> {
  const taken = new Set<string>();
  const corners = [...town.blocks.values()];
  if (corners.length === 0) return taken;
  for (const { name, latitude, longitude, across } of listFreeways(town.name)) {
    const axis: Axis = across ? 'h' : 'v';
    const [x, y] = town.lattice.toCell(latitude, longitude);
    const wanted = Math.round(across ? y : x);
    const homesBeside = new Map<number, number>();
    let from = Number.POSITIVE_INFINITY;
    let to = Number.NEGATIVE_INFINITY;
    for (const { i, j, use } of corners) {
      const line = across ? j : i;
      if (line < wanted - 3 || line > wanted + 2) continue;
      from = Math.min(from, across ? i : j);
      to = Math.max(to, (across ? i : j) + 1);
      if (use !== 'homes') continue;
      for (const one of [line, line + 1]) homesBeside.set(one, (homesBeside.get(one) ?? 0) + 1);
    }
    if (from > to) continue;
    // Shifted by a few blocks where homes would be at its edge.
    const computeCost = (line: number) =>
      (homesBeside.get(line) ?? 0) * 3 + Math.abs(line - wanted) + (taken.has(`${axis}${line}`) ? 1_000 : 0);
    const lines = [0, -1, 1, -2, 2].map((aside) => wanted + aside);
    const line = lines.reduce((best, one) => (computeCost(one) < computeCost(best) ? one : best));
    taken.add(`${axis}${line}`);
    // It ends at water, since there are no bridges.
    let start = from;
    const isLand = (step: number) => (across ? town.isLand(step, line) : town.isLand(line, step));
    const close = (end: number) => {
      if (end <= start) return;
      const first = start === from ? extendLine(town, axis, line, from, -FREEWAY_TAIL) : start;
      const last = end === to ? extendLine(town, axis, line, to, FREEWAY_TAIL) : end;
      features.push(buildLine(town, axis, line, first, last, name, 'freeway'));
    };
    for (let step = from; step <= to; step++) {
      if (isLand(step)) continue;
      close(step - 1);
      start = step + 1;
    }
    close(to);
  }
  return taken;
}

/** In a small town the two arterials nearest its center are highways that continue outside; their lines and names. */
function findTails(town: Town): Map<string, string> {
  const tails = new Map<string, string>();
  const area = town.areas[0]!;
  if (area.character !== 'town') return tails;
  const [x, y] = town.lattice.toCell(area.latitude, area.longitude);
  const random = randomOf('highway', town.name);
  for (const [axis, wanted] of [
    ['h', y],
    ['v', x],
  ] as const) {
    const line = Math.round(wanted / ARTERIAL_EVERY) * ARTERIAL_EVERY;
    tails.set(`${axis}${line}`, `${random.chance(0.4) ? 'US' : 'State Rte'} ${random.int(11, 98)}`);
  }
  return tails;
}

/** "Larkspur Pkwy" for a stretch of a collector. */
function collectorNames(town: Town): (axis: Axis, line: number, from: number) => string {
  const names = new Map<string, string>();
  const random = randomOf(town.seed, 'collectors', town.name);
  const next = streetNames(town.areas[0]!.region, random);
  return (axis, line, from) => {
    const key = `${axis}${line},${Math.floor(from / RENAMED)}`;
    let name = names.get(key);
    if (name === undefined) {
      name = `${next(false).name} ${random.pick(['Ave', 'Blvd', 'Dr', 'Rd', 'Pkwy', 'St'])}`;
      names.set(key, name);
    }
    return name;
  };
}
