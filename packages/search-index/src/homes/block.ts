/** Rows per zone: large enough to make the zone's test cheap, small enough to skip most of a country. */
export const BLOCK_BITS = 8;
export const BLOCK = 1 << BLOCK_BITS;

/** Bits per word, for as many consecutive rows: the first row is the lowest bit. */
export const WORD = 32;
export const WORDS = BLOCK / WORD;
