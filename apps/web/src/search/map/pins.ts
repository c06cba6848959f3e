import type { MapCluster } from './map-view.ts';

/** How the pins of a map are told apart and drawn. */

const SMALLEST_PX = 30;
const LARGEST_PX = 72;
/** Below so many homes in the largest circle, circles do not grow to their full size. */
const FULL_COUNT = 60;

/** A pin keeps its element while its home, or its place and count, stay the same. */
export function pinKey(cluster: MapCluster): string {
  return cluster.home === undefined
    ? `${cluster.latitude.toFixed(6)},${cluster.longitude.toFixed(6)},${cluster.count}`
    : cluster.home.homeId;
}

/** The diameter in px of a circle whose area grows with its count, from 30 to 72 px. */
export function clusterDiameter(count: number, largest: number): number {
  const share = Math.min(1, count / Math.max(largest, FULL_COUNT));
  return Math.round(Math.sqrt(SMALLEST_PX ** 2 + (LARGEST_PX ** 2 - SMALLEST_PX ** 2) * share));
}

/** The zoom that a pressed cluster leads to: two steps in, never past the buildings. */
export function zoomInto(zoom: number): number {
  return Math.min(18, Math.floor(zoom) + 2);
}
