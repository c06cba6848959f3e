import type { Feature } from 'geojson';
import type { Area } from './areas.ts';
import { landWithin } from './land.ts';
import { BLOCK, type Lattice } from './lattice.ts';
import { layLocalStreets } from './local-streets.ts';
import { assignUses, layOpenGround } from './open-ground.ts';
import { hashOf, rollOf } from './random.ts';
import { layRoads } from './roads.ts';
import { type Block, packKey, type Town } from './town.ts';

/** Centers of ZIP codes on other lattices. */
export type Neighbor = Pick<Area, 'latitude' | 'longitude'>;

/** Blocks from a ZIP code's center to the edge of the built area. */
const REACH: Record<Area['character'], number> = { village: 7.5, suburb: 7, urban: 7, town: 2.7 };
/**
 * Centers of one town that are at most `longest` blocks apart have a built strip of `half` blocks to each side
 * between them.
 */
const STRIP = { longest: 24, half: 2.2 };
/** Degrees around a town within which other towns are considered. */
const AROUND = 0.2;
/** Meters of open land between towns. */
const GAP = 350;

/**
 * Lays the ground of one town regardless of homes: roads, local streets, parks, schools, ponds, a creek, on land only
 * and nearer to its own ZIP codes than to any neighbor. `homes` are the blocks whose streets exist already. A plain
 * town has only roads between them.
 */
export function layFabric(
  plan: {
    name: string;
    seed: number;
    lattice: Lattice;
    areas: readonly Area[];
    homes: Iterable<{ i: number; j: number; area: Area }>;
    neighbors: readonly Neighbor[];
    plain: boolean;
    usedNames: ReadonlySet<string>;
  },
  features: Feature[],
): void {
  const { name, lattice, areas } = plan;
  const lay = createSurvey(plan);
  const blocks = new Map<number, Block>();
  for (const { i, j, area } of plan.homes) blocks.set(packKey(i, j), { i, j, use: 'homes', area, far: 0 });
  if (!plan.plain) claimFabric(lattice, areas, lay, blocks);
  const salt = hashOf(name);
  const town: Town = {
    name,
    seed: plan.seed,
    lattice,
    areas,
    blocks,
    isLand: lay.isLand,
    isOpen: lay.isOpen,
    roll: (i, j, more) => rollOf(salt, i * 4099 + j, more),
  };
  const creeks = assignUses(town);
  const roads = layRoads(town, features);
  layLocalStreets(town, roads, plan.usedNames, features);
  layOpenGround(town, creeks, features);
}

interface Survey {
  isLand(i: number, j: number): boolean;
  isOpen(i: number, j: number): boolean;
  isOurs(i: number, j: number): boolean;
}

function createSurvey({
  lattice,
  areas,
  neighbors,
}: {
  lattice: Lattice;
  areas: readonly Area[];
  neighbors: readonly Neighbor[];
}): Survey {
  const latitudes = areas.map(({ latitude }) => latitude);
  const longitudes = areas.map(({ longitude }) => longitude);
  const bounds = {
    west: Math.min(...longitudes) - AROUND,
    south: Math.min(...latitudes) - AROUND,
    east: Math.max(...longitudes) + AROUND,
    north: Math.max(...latitudes) + AROUND,
  };
  const land = landWithin(bounds, areas[0]!);
  const metresEast = 110_900 * Math.cos((latitudes[0]! * Math.PI) / 180);
  const near = neighbors.filter(
    ({ latitude, longitude }) =>
      latitude > bounds.south &&
      latitude < bounds.north &&
      longitude > bounds.west &&
      longitude < bounds.east,
  );
  const distance = (others: readonly Neighbor[], longitude: number, latitude: number) => {
    let least = Number.POSITIVE_INFINITY;
    for (const other of others) {
      const north = (other.latitude - latitude) * 110_900;
      const east = (other.longitude - longitude) * metresEast;
      least = Math.min(least, north * north + east * east);
    }
    return Math.sqrt(least);
  };
  const known = new Map<number, boolean>();
  const place = (i: number, j: number) => lattice.toPosition(i * BLOCK, j * BLOCK) as [number, number];
  return {
    isLand(i, j) {
      const key = packKey(i, j);
      let found = known.get(key);
      if (found === undefined) {
        found = land(...place(i, j));
        known.set(key, found);
      }
      return found;
    },
    isOpen: (i, j) => near.length === 0 || distance(near, ...place(i, j)) > 3_000,
    isOurs: (i, j) =>
      near.length === 0 || distance(areas, ...place(i, j)) + GAP < distance(near, ...place(i, j)),
  };
}

/** Free blocks around the centers, and in strips between neighboring centers. */
function claimFabric(
  lattice: Lattice,
  areas: readonly Area[],
  { isLand, isOurs }: Survey,
  blocks: Map<number, Block>,
): void {
  const centres = areas.map((area) => {
    const [x, y] = lattice.toCell(area.latitude, area.longitude);
    return { area, x, y, reach: REACH[area.character] };
  });
  const strips = centres.flatMap((from, at) =>
    centres.slice(at + 1).flatMap((to) => {
      const long = Math.hypot(from.x - to.x, from.y - to.y);
      return long > 1 && long <= STRIP.longest ? [{ from, to, long }] : [];
    }),
  );
  const most = Math.max(...centres.map(({ reach }) => reach)) + 1;
  const low = (side: 'x' | 'y') => Math.floor(Math.min(...centres.map((centre) => centre[side])) - most);
  const high = (side: 'x' | 'y') => Math.ceil(Math.max(...centres.map((centre) => centre[side])) + most);
  for (let i = low('x'); i <= high('x'); i++) {
    for (let j = low('y'); j <= high('y'); j++) {
      const key = packKey(i, j);
      if (blocks.has(key)) continue;
      const x = i + 0.5;
      const y = j + 0.5;
      let nearest = centres[0]!;
      let least = Number.POSITIVE_INFINITY;
      for (const centre of centres) {
        const distance = Math.hypot(centre.x - x, centre.y - y) / centre.reach;
        if (distance >= least) continue;
        least = distance;
        nearest = centre;
      }
      // The edge of a town is irregular.
      const rough = 0.86 + 0.22 * rollOf(hashOf(nearest.area.zip), (i >> 1) * 613 + (j >> 1), 7);
      const inStrip = () =>
        strips.some(({ from, to, long }) => {
          const along = ((x - from.x) * (to.x - from.x) + (y - from.y) * (to.y - from.y)) / long;
          if (along < 0 || along > long) return false;
          const aside = ((x - from.x) * (to.y - from.y) - (y - from.y) * (to.x - from.x)) / long;
          return Math.abs(aside) <= STRIP.half * rough;
        });
      if (least > rough && !inStrip()) continue;
      if (!isOurs(i, j) || !isOurs(i + 1, j + 1)) continue;
      if (!isLand(i, j) || !isLand(i + 1, j) || !isLand(i, j + 1) || !isLand(i + 1, j + 1)) continue;
      blocks.set(key, { i, j, use: 'local', area: nearest.area, far: Math.min(1, least) });
    }
  }
}
