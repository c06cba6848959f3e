import {
  MERCATOR_BITS,
  mercatorLatitude,
  mercatorLongitude,
  mercatorX,
  mercatorY,
} from '@maru/listing/search';
import type { MapCluster } from './map-view.ts';

/** Keys, sizes and merging of pins. */

const SMALLEST_PX = 30;
const LARGEST_PX = 64;
/** Clusters reach the full size only if the largest has this many homes. */
const FULL_COUNT = 60;

/** A pin keeps its element while its home, or its place and count, stay the same. */
export function pinKey(cluster: MapCluster): string {
  return cluster.home === undefined
    ? `${cluster.latitude.toFixed(6)},${cluster.longitude.toFixed(6)},${cluster.count}`
    : cluster.home.homeId;
}

/** Diameter of a cluster in px, from 30 to 64; its area grows with its count. */
export function clusterDiameter(count: number, largest: number): number {
  const share = Math.min(1, count / Math.max(largest, FULL_COUNT));
  return Math.round(Math.sqrt(SMALLEST_PX ** 2 + (LARGEST_PX ** 2 - SMALLEST_PX ** 2) * share));
}

/** Reach of a finger around a pin: with the smallest pin it makes 44 px. */
const REACH_PX = 8;

/** Center and size of a pin (px). */
export interface Face {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Index of the nearest pin within a finger's reach; -1 for none. */
export function faceNear(faces: readonly Face[], x: number, y: number): number {
  let [best, nearest] = [-1, Number.POSITIVE_INFINITY];
  for (const [index, face] of faces.entries()) {
    const dx = Math.max(0, Math.abs(x - face.x) - face.width / 2);
    const dy = Math.max(0, Math.abs(y - face.y) - face.height / 2);
    const away = Math.hypot(dx, dy);
    if (Math.max(dx, dy) <= REACH_PX && away < nearest) [best, nearest] = [index, away];
  }
  return best;
}

/** The zoom after pressing a cluster: two levels closer, at most that of buildings. */
export function zoomInto(zoom: number): number {
  return Math.min(18, Math.floor(zoom) + 2);
}

/** The overlap at which two clusters are drawn as one, as a share of the sum of their radii. */
const OVERLAP = 0.8;

/**
 * Merges clusters of neighboring cells that would hide each other's count, at the mean of their homes. The counts still
 * add up (rule R11). `zoom` is for 512-pixel tiles.
 */
export function joinOverlapping(clusters: readonly MapCluster[], zoom: number): MapCluster[] {
  const unitsPerPx = 2 ** (MERCATOR_BITS - 9 - zoom);
  const largest = Math.max(1, ...clusters.map(({ count }) => count));
  const joined: { x: number; y: number; cluster: MapCluster }[] = [];
  const circles: typeof joined = [];
  const biggestFirst = [...clusters].sort((a, b) => b.count - a.count);
  for (const cluster of biggestFirst) {
    const x = mercatorX(cluster.longitude);
    const y = mercatorY(cluster.latitude);
    const reach = (count: number) => (clusterDiameter(count, largest) / 2) * unitsPerPx;
    const over = circles.find(
      (one) => Math.hypot(one.x - x, one.y - y) < (reach(one.cluster.count) + reach(cluster.count)) * OVERLAP,
    );
    if (over === undefined) {
      const own = { x, y, cluster };
      joined.push(own);
      if (cluster.home === undefined) circles.push(own);
      continue;
    }
    const count = over.cluster.count + cluster.count;
    const { fits } = over.cluster;
    over.x = Math.round((over.x * over.cluster.count + x * cluster.count) / count);
    over.y = Math.round((over.y * over.cluster.count + y * cluster.count) / count);
    over.cluster = {
      count,
      longitude: mercatorLongitude(over.x),
      latitude: mercatorLatitude(over.y),
      ...(fits === undefined ? {} : { fits: fits + (cluster.fits ?? 0) }),
    };
  }
  return joined.map(({ cluster }) => cluster);
}
