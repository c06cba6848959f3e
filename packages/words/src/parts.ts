/** Message parts, for the server and checks. */
export { findWordPart, WORD_PARTS, type WordPart, wordsOfParts } from './word-parts.ts';
