/** For the server: catalogs, overrides, and messages outside React. */
export { CATALOGUES, catalogueVersion } from './catalogue.ts';
export { compileMessages } from './compile-message.ts';
export { layWords, wordsNow } from './laid-words.ts';
export { formatMessage } from './message.ts';
export { pseudoMessage } from './pseudo-locale.ts';
