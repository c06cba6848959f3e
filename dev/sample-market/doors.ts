import type { StreetName } from './street-names.ts';
import type { BlockKind, Lot } from './streets.ts';

const KINDS: readonly BlockKind[] = ['houses', 'townhouses', 'condos', 'towers', 'park', 'water'];
/** Positions are stored in steps of 1e-5 degrees, the precision of the streets. */
const STEPS = 1e5;

/** The doors of one ZIP code in typed arrays: two million take 60 MB, as objects 1 GB. */
export class Doors {
  readonly #streets: StreetName[] = [];
  readonly #villages: (string | null)[] = [];
  readonly #street: Uint16Array;
  readonly #village: Uint8Array;
  readonly #number: Uint32Array;
  readonly #unit: Uint16Array;
  readonly #latitude: Int32Array;
  readonly #longitude: Int32Array;
  readonly #facing: Uint16Array;
  readonly #kind: Uint8Array;
  /** Bits: 1 on a court, 2 beside a park, 4 beside water. */
  readonly #beside: Uint8Array;
  readonly #floors: Uint8Array;
  readonly #floor: Uint8Array;

  constructor(lots: readonly Lot[]) {
    const { length } = lots;
    if (length === 0) throw new Error('a ZIP code without lots');
    this.#street = new Uint16Array(length);
    this.#village = new Uint8Array(length);
    this.#number = new Uint32Array(length);
    this.#unit = new Uint16Array(length);
    this.#latitude = new Int32Array(length);
    this.#longitude = new Int32Array(length);
    this.#facing = new Uint16Array(length);
    this.#kind = new Uint8Array(length);
    this.#beside = new Uint8Array(length);
    this.#floors = new Uint8Array(length);
    this.#floor = new Uint8Array(length);
    const streetAt = new Map<StreetName, number>();
    lots.forEach((lot, at) => {
      let street = streetAt.get(lot.street);
      if (street === undefined) {
        street = this.#streets.push(lot.street) - 1;
        streetAt.set(lot.street, street);
      }
      let village = this.#villages.indexOf(lot.village);
      if (village < 0) village = this.#villages.push(lot.village) - 1;
      this.#street[at] = street;
      this.#village[at] = village;
      this.#number[at] = lot.number;
      this.#unit[at] = lot.unit === null ? 0 : Number(lot.unit);
      this.#latitude[at] = Math.round(lot.latitude * STEPS);
      this.#longitude[at] = Math.round(lot.longitude * STEPS);
      this.#facing[at] = Math.round(lot.facing);
      this.#kind[at] = KINDS.indexOf(lot.kind);
      this.#beside[at] = (lot.onCourt ? 1 : 0) | (lot.besidePark ? 2 : 0) | (lot.besideWater ? 4 : 0);
      this.#floors[at] = lot.floors;
      this.#floor[at] = lot.floor;
    });
  }

  /** The lot at `ordinal`, unlimited: when all are taken, numbers of the next round get a letter. */
  lotAt(ordinal: number): Lot {
    const at = ordinal % this.#number.length;
    const round = Math.floor(ordinal / this.#number.length);
    const unit = this.#unit[at] === 0 ? '' : String(this.#unit[at]);
    const letter = round === 0 ? '' : String.fromCharCode(65 + ((round - 1) % 26));
    const beside = this.#beside[at]!;
    return {
      number: this.#number[at]!,
      street: this.#streets[this.#street[at]!]!,
      unit: unit + letter === '' ? null : unit + letter,
      latitude: this.#latitude[at]! / STEPS,
      longitude: this.#longitude[at]! / STEPS,
      facing: this.#facing[at]!,
      kind: KINDS[this.#kind[at]!]!,
      village: this.#villages[this.#village[at]!]!,
      onCourt: (beside & 1) !== 0,
      besidePark: (beside & 2) !== 0,
      besideWater: (beside & 4) !== 0,
      floors: this.#floors[at]!,
      floor: this.#floor[at]!,
    };
  }
}
