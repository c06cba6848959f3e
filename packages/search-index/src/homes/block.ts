/** Rows of one zone: large enough to make the zone's test cheap, small enough to skip most of a country. */
export const BLOCK_BITS = 8;
export const BLOCK = 1 << BLOCK_BITS;

/** Bits of a word, which stand for as many rows that follow each other: the first row is the lowest bit. */
export const WORD = 32;
/** Words of a block. */
export const WORDS = BLOCK / WORD;
