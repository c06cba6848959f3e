import type { Area } from './areas.ts';
import type { Lattice } from './lattice.ts';

/** The use of a block; `homes` are blocks whose doors the market offers. */
export type Use = 'homes' | 'local' | 'park' | 'school' | 'pond' | 'creek';

export interface Block {
  i: number;
  j: number;
  use: Use;
  /** The ZIP code whose center is nearest. */
  area: Area;
  /** 0 at that center, 1 at the edge of town. */
  far: number;
}

/** One town: the built blocks of a lattice, and what surrounds them. */
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
  /** A random value of a block. */
  roll(i: number, j: number, salt: number): number;
}

/** A unique number for a block or corner of a lattice. */
export const packKey = (i: number, j: number): number => (i + 4096) * 8192 + j + 4096;
