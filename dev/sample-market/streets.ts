import type { Feature, Position } from 'geojson';
import type { Area } from './areas.ts';
import { layFabric } from './fabric.ts';
import { BLOCK, createLattice, type Lattice } from './lattice.ts';
import { Neighborhood } from './neighborhood.ts';
import { type Random, randomOf } from './random.ts';
import { type StreetName, streetNames } from './street-names.ts';

/** The kind of a block, which determines its lots. */
export type BlockKind = 'houses' | 'townhouses' | 'condos' | 'towers' | 'park' | 'water';

/** A place for a home: an address, with a unit where several share the door. */
export interface Lot {
  number: number;
  street: StreetName;
  unit: string | null;
  latitude: number;
  longitude: number;
  /** Bearing of the front door, degrees clockwise from north. */
  facing: number;
  kind: BlockKind;
  village: string | null;
  onCourt: boolean;
  besidePark: boolean;
  besideWater: boolean;
  /** Floors of the building, and the floor of the unit. */
  floors: number;
  floor: number;
}

/** Receives the town plan, ZIP code by ZIP code; nothing of it is stored here. */
export interface Ground {
  /** All doors of `areas[area]`, in the order of its blocks. */
  lots?(area: number, lots: Lot[]): void;
  /** A line or shape, and its lattice. */
  feature?(lattice: string, feature: Feature): void;
}

interface Cell {
  i: number;
  j: number;
  area: Area;
  kind: BlockKind;
  village: string | null;
  besidePark: boolean;
  besideWater: boolean;
}

/**
 * Lays the streets for `counts[i]` homes in `areas[i]`. ZIP codes of one lattice share their arterials and never
 * overlap: each claims the free blocks nearest its center, so a home is always near its ZIP code's real center.
 * Around them, and where no home is offered, the rest of the town is laid when its features are requested.
 * Deterministic.
 */
export function planTown(
  seed: number,
  areas: readonly Area[],
  counts: readonly number[],
  ground: Ground,
): void {
  const homes = counts.reduce((sum, count) => sum + count, 0);
  const lattices = new Map<string, number[]>();
  areas.forEach((area, index) => {
    const members = lattices.get(area.lattice);
    if (members) members.push(index);
    else lattices.set(area.lattice, [index]);
  });
  const neighbors = ground.feature ? new Neighborhood(areas) : undefined;
  for (const [name, all] of lattices) {
    const members = all.filter((index) => (counts[index] ?? 0) > 0);
    if (members.length === 0 && !neighbors) continue;
    const first = areas[members[0] ?? all[0]!]!;
    const lattice = createLattice(name, first);
    const cells = claimBlocks(
      lattice,
      members.map((index) => ({ area: areas[index]!, homes: counts[index]! })),
      homes > LARGE_MARKET,
    );
    const byZip = new Map<string, Cell[]>();
    for (const cell of cells.values()) {
      const list = byZip.get(cell.area.zip);
      if (list) list.push(cell);
      else byZip.set(cell.area.zip, [cell]);
    }
    const features: Feature[] = [];
    const usedNames = new Set<string>();
    for (const index of members) {
      const { zip } = areas[index]!;
      const own = byZip.get(zip);
      if (!own) throw new Error(`no block is left for ${zip}`);
      const random = randomOf(seed, 'streets', zip);
      assignKinds(own, random);
      const nextName = streetNames(first.region, random);
      const nameStreet = (court: boolean) => {
        const found = nextName(court);
        usedNames.add(`${zip} ${found.name}`);
        return found;
      };
      const zipLots: Lot[] = [];
      for (const cell of own) layBlock(cell, lattice, random, nameStreet, zipLots, features);
      ground.lots?.(index, zipLots);
    }
    if (!ground.feature || !neighbors) continue;
    const own = all.map((index) => areas[index]!);
    const plan = { name, seed, lattice, areas: own, homes: cells.values(), usedNames };
    const plain = first.character === 'town' && areas.length > MANY_TOWNS;
    layFabric({ ...plan, neighbors: neighbors.around(own), plain }, features);
    for (const feature of features) ground.feature(name, feature);
  }
}

/** With more ZIP codes than this, small towns get only their homes' streets and the roads that lead there. */
const MANY_TOWNS = 450;

/** In a larger market more of a block's doors are offered, to limit the size of the street files. */
const LARGE_MARKET = 50_000;

function claimBlocks(
  lattice: Lattice,
  wishes: { area: Area; homes: number }[],
  large: boolean,
): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  const queues = wishes.map(({ area, homes }) => {
    // Irvine is spread widely, so that its villages meet; elsewhere a few blocks around the ZIP code's center are
    // enough, and near a coast more would end in the water.
    const [perBlock, most] = area.irvine ? [9, 44] : [area.character === 'town' ? 8 : 15, 20];
    const fewest = area.character === 'town' ? 3 : 5;
    const small = large ? Math.max(5, Math.ceil(homes / 60)) : Math.max(fewest, Math.ceil(homes / perBlock));
    const wanted = Math.max(Math.min(most, small), Math.ceil(homes / 100));
    const [ci, cj] = lattice.toCell(area.latitude, area.longitude);
    const reach = Math.ceil(Math.sqrt(wanted) * 1.6) + 8;
    const candidates: { i: number; j: number; far: number }[] = [];
    for (let i = Math.floor(ci) - reach; i <= ci + reach; i++) {
      for (let j = Math.floor(cj) - reach; j <= cj + reach; j++) {
        candidates.push({ i, j, far: (i + 0.5 - ci) ** 2 + (j + 0.5 - cj) ** 2 });
      }
    }
    candidates.sort((a, b) => a.far - b.far || a.i - b.i || a.j - b.j);
    return { area, left: wanted, candidates, at: 0 };
  });
  for (let busy = true; busy; ) {
    busy = false;
    for (const queue of queues) {
      while (queue.left > 0 && queue.at < queue.candidates.length) {
        const { i, j } = queue.candidates[queue.at++]!;
        if (cells.has(`${i},${j}`)) continue;
        cells.set(`${i},${j}`, {
          i,
          j,
          area: queue.area,
          kind: 'houses',
          village: null,
          besidePark: false,
          besideWater: false,
        });
        queue.left--;
        busy = true;
        break;
      }
    }
  }
  return cells;
}

const KINDS: Record<Area['character'], BlockKind[]> = {
  village: ['houses', 'townhouses', 'houses', 'condos', 'houses', 'townhouses', 'houses', 'condos'],
  suburb: ['houses', 'houses', 'townhouses', 'houses', 'condos', 'houses', 'houses', 'townhouses'],
  urban: ['towers', 'condos', 'houses', 'towers', 'condos', 'townhouses'],
  town: ['houses', 'houses', 'townhouses', 'houses', 'condos', 'houses'],
};

/** Blocks come nearest first. A park among the first few, a lake farther out; villages are sectors. */
function assignKinds(cells: Cell[], random: Random): void {
  const area = cells[0]!.area;
  const kinds = KINDS[area.character];
  const start = random.int(0, kinds.length - 1);
  const park = cells.length > 3 ? random.int(1, 3) : -1;
  const secondPark = cells.length > 9 ? random.int(7, 9) : -1;
  const water = cells.length > 6 && area.character !== 'urban' ? random.int(4, 6) : -1;
  cells.forEach((cell, index) => {
    cell.kind =
      index === park || index === secondPark
        ? 'park'
        : index === water
          ? 'water'
          : kinds[(start + index) % kinds.length]!;
    cell.village = chooseVillage(cell, cells[0]!);
  });
  for (const open of cells.filter((cell) => cell.kind === 'park' || cell.kind === 'water')) {
    for (const cell of cells) {
      if (Math.abs(cell.i - open.i) + Math.abs(cell.j - open.j) !== 1) continue;
      if (open.kind === 'park') cell.besidePark = true;
      else cell.besideWater = true;
    }
  }
}

/** Villages are sectors around the center of the ZIP code, each contiguous. */
function chooseVillage(cell: Cell, middle: Cell): string | null {
  const { villages } = cell.area;
  if (villages.length === 0) return null;
  const turn = Math.atan2(cell.j - middle.j, cell.i - middle.i) / (Math.PI * 2) + 0.5;
  return villages[Math.floor(turn * villages.length) % villages.length]!;
}

function layBlock(
  cell: Cell,
  lattice: Lattice,
  random: Random,
  nameStreet: (court: boolean) => StreetName,
  lots: Lot[],
  features: Feature[],
): void {
  const at = (x: number, y: number) => lattice.toPosition(cell.i * BLOCK + x, cell.j * BLOCK + y);
  if (cell.kind === 'park' || cell.kind === 'water') {
    layOpenSpace(cell, at, random, features);
    return;
  }
  const flip = random.chance(0.5);
  const turned = (x: number, y: number): Position => (flip ? at(y, x) : at(x, y));
  const rows =
    cell.kind === 'houses'
      ? [60, 150, 250, 340]
      : cell.kind === 'townhouses'
        ? [70, 140, 210, 280, 340]
        : [90, 210, 320];
  const straight = cell.area.character === 'urban';
  const base =
    100 * (((cell.i * 3 + cell.j * 5) % 60) + 61) + (cell.area.character === 'village' ? 10_000 : 0);
  const street = (name: StreetName, line: [number, number][], kind: string) => {
    features.push({
      type: 'Feature',
      properties: { name: `${name.name} ${name.suffix}`, kind },
      geometry: { type: 'LineString', coordinates: line.map(([x, y]) => turned(x, y)) },
    });
  };
  const spine = straight ? 200 : random.int(150, 250);
  street(
    nameStreet(false),
    straight
      ? [
          [spine, 0],
          [spine, BLOCK],
        ]
      : [
          [spine, 0],
          [spine + 12, 133],
          [spine - 12, 266],
          [spine, BLOCK],
        ],
    'street',
  );
  rows.forEach((y, row) => {
    const bend = straight ? 0 : random.between(-13, 13);
    const closedWest = !straight && random.chance(0.5);
    const closedEast = !straight && random.chance(0.5);
    const from = closedWest ? 34 : 0;
    const to = closedEast ? BLOCK - 34 : BLOCK;
    const court = closedWest || closedEast;
    const name = nameStreet(court);
    const line: [number, number][] = [[from, y]];
    if (!straight) line.push([(from + to) / 2, y + bend * (row % 2 === 0 ? 1 : -1)]);
    line.push([to, y]);
    street(name, line, court ? 'court' : 'street');
    const deep = cell.kind === 'towers' || cell.kind === 'condos' ? 30 : 19;
    const spacing =
      cell.kind === 'houses' ? 17 : cell.kind === 'townhouses' ? 9 : cell.kind === 'condos' ? 46 : 62;
    const start = base + row * 200 + (straight ? 0 : random.int(0, 30) * 2);
    for (let x = from + 20, step = 0; x < to - 12; x += spacing, step++) {
      if (Math.abs(x - spine) < 16) continue;
      const along = ((x - from) / (to - from)) * Math.PI;
      const y0 = y + bend * Math.sin(along) * (row % 2 === 0 ? 1 : -1);
      for (const side of [-1, 1]) {
        const number = start + step * 2 + (side > 0 ? 1 : 0);
        const [longitude, latitude] = turned(x, y0 + side * deep) as [number, number];
        // The door faces the street. `turned` swaps the axes and thus the bearing.
        const bearing = flip ? (side > 0 ? 270 : 90) : side > 0 ? 180 : 0;
        const facing = (bearing - lattice.turn + 720) % 360;
        const place = {
          number,
          street: name,
          latitude,
          longitude,
          facing,
          kind: cell.kind,
          village: cell.village,
          onCourt: court,
          besidePark: cell.besidePark,
          besideWater: cell.besideWater,
        };
        if (cell.kind === 'houses' || cell.kind === 'townhouses') {
          lots.push({ ...place, unit: null, floors: 0, floor: 1 });
          continue;
        }
        const floors = cell.kind === 'towers' ? random.int(5, 14) : random.int(2, 4);
        const perFloor = cell.kind === 'towers' ? 5 : 4;
        for (let floor = 1; floor <= floors; floor++) {
          for (let door = 1; door <= perFloor; door++) {
            lots.push({ ...place, unit: String(floor * 100 + door), floors, floor });
          }
        }
      }
    }
  });
}

function layOpenSpace(
  cell: Cell,
  at: (x: number, y: number) => Position,
  random: Random,
  features: Feature[],
): void {
  const water = cell.kind === 'water';
  const ring: Position[] = [];
  const points = water ? 22 : 16;
  const wobble = random.between(0, 6);
  for (let step = 0; step < points; step++) {
    const angle = (step / points) * Math.PI * 2;
    const square = water ? 1 : 1 / Math.max(Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))) ** 0.7;
    const radius =
      (water ? 112 + 26 * Math.sin(angle * 2 + wobble) + 12 * Math.sin(angle * 3) : 148) * square;
    ring.push(at(200 + radius * Math.cos(angle), 200 + radius * Math.sin(angle) * (water ? 0.8 : 1)));
  }
  ring.push(ring[0]!);
  const root = random.pick([
    'Meadow',
    'Orchard',
    'Heron',
    'Oakwood',
    'Sunrise',
    'Heritage',
    'Willow',
    'Ridgeline',
    'Bluebird',
  ]);
  const name = water ? `${root} Lake` : `${root} Park`;
  features.push({
    type: 'Feature',
    properties: { name, kind: water ? 'water' : 'park' },
    geometry: { type: 'Polygon', coordinates: [ring] },
  });
  const path: Position[] = water
    ? Array.from({ length: 17 }, (_, step) => {
        const angle = (step / 16) * Math.PI * 2;
        return at(200 + 172 * Math.cos(angle), 200 + 160 * Math.sin(angle));
      })
    : [at(60, 60), at(150, 180), at(240, 200), at(340, 340)];
  features.push({
    type: 'Feature',
    properties: { name: `${root} Trail`, kind: 'path' },
    geometry: { type: 'LineString', coordinates: path },
  });
}
