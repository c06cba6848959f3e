/** What only a server needs: the bundled catalogues and messages outside React. */
export { CATALOGUES, catalogueVersion } from './catalogue.ts';
export { formatMessage } from './message.ts';
