import type { Gazetteer } from '@maru/gazetteer';
import type GeoJSONVT from 'geojson-vt';

/** Labels per side of a tile: at street zoom a screen shows only part of a tile and still needs a label. */
const NAMES_A_SIDE = 6;
const EXTENT = 4096;
/** Closer to another ZIP than this (degrees, about 400 m) a label would be a guess. */
const SURE = 0.004;

/**
 * Repeated labels such as "Irvine 92620" for zooms where a town's own label is off screen. Only centroids of ZIP codes
 * are known, so a label appears only where all neighbors agree.
 */
export class AreaNames implements Pick<GeoJSONVT, 'getTile'> {
  readonly #gazetteer: Gazetteer;

  constructor(gazetteer: Gazetteer) {
    this.#gazetteer = gazetteer;
  }

  getTile(zoom: number, x: number, y: number): ReturnType<GeoJSONVT['getTile']> {
    const features: unknown[] = [];
    for (let row = 0; row < NAMES_A_SIDE; row += 1) {
      for (let column = 0; column < NAMES_A_SIDE; column += 1) {
        // Every second row is offset, so that no screen is without a label.
        const at = {
          x: (column + (row % 2 === 0 ? 0.25 : 0.75)) / NAMES_A_SIDE,
          y: (row + 0.5) / NAMES_A_SIDE,
        };
        const tags = this.#nameAt(toLongitude(x + at.x, zoom), toLatitude(y + at.y, zoom));
        if (tags === undefined) continue;
        features.push({ type: 1, geometry: [[Math.round(at.x * EXTENT), Math.round(at.y * EXTENT)]], tags });
      }
    }
    return features.length === 0 ? null : ({ features } as ReturnType<GeoJSONVT['getTile']>);
  }

  #nameAt(longitude: number, latitude: number): { name: string; nameKo: string } | undefined {
    const zip = this.#zipAt(longitude, latitude);
    if (zip === null) return undefined;
    const around = [
      [SURE, 0],
      [-SURE, 0],
      [0, SURE],
      [0, -SURE],
    ] as const;
    if (around.some(([east, north]) => this.#zipAt(longitude + east, latitude + north) !== zip))
      return undefined;
    const place = this.#gazetteer.findPlace(zip);
    const city = place && this.#gazetteer.findParent(place, 'city');
    return {
      name: city === undefined ? zip : `${city.name} ${zip}`,
      nameKo: city === undefined ? zip : `${city.nameKo ?? city.name} ${zip}`,
    };
  }

  #zipAt(longitude: number, latitude: number): string | null {
    const where = { city: null, countyOrParish: null, stateOrProvince: null, postalCode: null };
    return this.#gazetteer.locate({ ...where, longitude, latitude }).placeIds.zip;
  }
}

const toLongitude = (x: number, zoom: number) => (x / 2 ** zoom) * 360 - 180;

/** Latitude in degrees of a Web Mercator tile row. */
const toLatitude = (y: number, zoom: number) =>
  (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** zoom))) * 180) / Math.PI;
