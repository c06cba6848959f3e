/** Which words come to a browser together: what a server and the checks need of it. */
export { WORD_PARTS, type WordPart, wordPartOf, wordsOfParts } from './word-parts.ts';
