import type enUS from './en-US.json';

export type MessageKey = keyof typeof enUS;
export type Catalogue = Record<MessageKey, string>;
