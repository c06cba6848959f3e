import { distanceKm } from './distance.ts';
import type { PlaceTable } from './place-table.ts';

/** Grid cells of a quarter degree, about 28 km north to south. */
const CELLS_PER_DEGREE = 4;
const FAR_KM = 60;

/** The grid is built on first use. */
export class NearestZip {
  readonly #table: PlaceTable;
  #cells: Map<number, number[]> | undefined;

  constructor(table: PlaceTable) {
    this.#table = table;
  }

  /** Within 60 km. */
  find(latitude: number, longitude: number): number | undefined {
    const table = this.#table;
    const cells = this.#grid();
    const row = Math.floor(latitude * CELLS_PER_DEGREE);
    const column = Math.floor(longitude * CELLS_PER_DEGREE);
    let best: number | undefined;
    let bestKm = FAR_KM;
    // A cell is at least 12 km wide in populated areas: results within the ring's inner edge are final.
    for (let ring = 0; ring <= 6 && bestKm > (ring - 1) * 10; ring++) {
      for (let y = row - ring; y <= row + ring; y++) {
        const isEdge = y === row - ring || y === row + ring;
        for (let x = column - ring; x <= column + ring; x += isEdge || ring === 0 ? 1 : 2 * ring) {
          for (const zip of cells.get(cellKey(y, x)) ?? []) {
            const at = table.positionAt(zip);
            const km = distanceKm(latitude, longitude, at.latitude, at.longitude);
            if (km < bestKm) {
              best = zip;
              bestKm = km;
            }
          }
        }
      }
    }
    return best;
  }

  #grid(): Map<number, number[]> {
    if (this.#cells !== undefined) return this.#cells;
    this.#cells = new Map();
    const { cities, latitudes, longitudes } = this.#table.compiled.zips;
    const cityAt = new Map<string, number>();
    const vague = new Set<string>();
    for (let at = 0; at < cities.length; at++) {
      const point = `${latitudes[at]},${longitudes[at]}`;
      const city = cities[at] ?? -1;
      if ((cityAt.get(point) ?? city) !== city) vague.add(point);
      cityAt.set(point, city);
    }
    for (let zip = this.#table.firstZip; zip < this.#table.size; zip++) {
      const at = zip - this.#table.firstZip;
      // A point shared by several towns is the center of a county.
      if (vague.has(`${latitudes[at]},${longitudes[at]}`)) continue;
      const { latitude, longitude } = this.#table.positionAt(zip);
      const cell = cellKey(Math.floor(latitude * CELLS_PER_DEGREE), Math.floor(longitude * CELLS_PER_DEGREE));
      const list = this.#cells.get(cell);
      if (list === undefined) this.#cells.set(cell, [zip]);
      else list.push(zip);
    }
    return this.#cells;
  }
}

function cellKey(row: number, column: number): number {
  return row * 4096 + column;
}
