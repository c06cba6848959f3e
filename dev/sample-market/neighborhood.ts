import type { Area } from './areas.ts';

/** Side of an index square in degrees; nothing farther than one square affects a town. */
const SQUARE = 0.5;

/** Finds the ZIP codes around a town on other lattices. */
export class Neighborhood {
  readonly #squares = new Map<string, Area[]>();

  constructor(areas: readonly Area[]) {
    for (const area of areas) {
      const key = toSquare(area.longitude, area.latitude);
      const list = this.#squares.get(key);
      if (list) list.push(area);
      else this.#squares.set(key, [area]);
    }
  }

  /** Those within about half a degree of any area of the town. */
  around(town: readonly Area[]): Area[] {
    const keys = new Set<string>();
    for (const { longitude, latitude } of town)
      for (const east of [-SQUARE, 0, SQUARE])
        for (const north of [-SQUARE, 0, SQUARE]) keys.add(toSquare(longitude + east, latitude + north));
    const lattice = town[0]?.lattice;
    return [...keys].flatMap((key) =>
      (this.#squares.get(key) ?? []).filter((area) => area.lattice !== lattice),
    );
  }
}

const toSquare = (longitude: number, latitude: number) =>
  `${Math.floor(longitude / SQUARE)},${Math.floor(latitude / SQUARE)}`;
