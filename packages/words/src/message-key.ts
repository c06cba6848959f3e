import type enUS from './en-US.json';

/** Every message of the site; English decides which there are. */
export type MessageKey = keyof typeof enUS;
export type Catalogue = Record<MessageKey, string>;
