export { findWordPart, WORD_PARTS, type WordPart, wordsOfParts } from './word-parts.ts';
