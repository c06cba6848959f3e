import type { Area } from './areas.ts';
import type { Lattice } from './lattice.ts';

/** What a block of a town is for; `homes` are those whose doors the market offers. */
export type Use = 'homes' | 'local' | 'park' | 'school' | 'pond' | 'creek';

export interface Block {
  i: number;
  j: number;
  use: Use;
  /** The ZIP code whose centre is nearest. */
  area: Area;
  /** 0 at that centre, 1 at the edge of town. */
  far: number;
}

/** One town: the blocks of a lattice that are built over, and what is around them. */
export interface Town {
  name: string;
  seed: number;
  lattice: Lattice;
  areas: readonly Area[];
  blocks: ReadonlyMap<number, Block>;
  /** Whether a corner of the lattice is on land. */
  isLand(i: number, j: number): boolean;
  /** Whether a corner of the lattice is far from every other town. */
  isOpen(i: number, j: number): boolean;
  /** A chance that belongs to a block. */
  roll(i: number, j: number, salt: number): number;
}

/** The number of a block or corner of a lattice. */
export const keyOf = (i: number, j: number): number => (i + 4096) * 8192 + j + 4096;
