/** Message parts, for the server and checks. */
export { WORD_PARTS, type WordPart, wordPartOf, wordsOfParts } from './word-parts.ts';
