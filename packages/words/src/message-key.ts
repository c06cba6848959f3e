import type enUS from './en-US.json';

/** Keys of all messages, as defined by English. */
export type MessageKey = keyof typeof enUS;
export type Catalogue = Record<MessageKey, string>;
