import type { AgentAnswer, HomeAnswer } from '@maru/contract';
import { findTimeZone } from '@maru/listing/time';
import type { Words } from '../i18n/words.tsx';
import { addressText } from '../listing/facts/home-words.ts';

/** Of a message in a URL. */
export const LONGEST_MESSAGE = 1_000;

/** The recipient or home of a message; exactly one member. */
export type ContactTarget =
  | { homeId: string; agentId?: never; realtorId?: never }
  | { agentId: string; homeId?: never; realtorId?: never }
  | { realtorId: string; homeId?: never; agentId?: never };

export interface ContactSubject {
  target: ContactTarget;
  /** IANA zone of proposed visits; undefined when there is nothing to visit. */
  timeZone: string | undefined;
  isRent: boolean;
  message: string;
  /** The initial message for a visit. */
  tourMessage: string;
}

export function homeSubject(home: HomeAnswer, words: Words): ContactSubject {
  const address = addressText(home, words);
  return {
    target: { homeId: home.homeId },
    timeZone: findTimeZone(home.listing),
    isRent: home.searchType === 'rent',
    message: words.t('contact.message_home', { address }),
    tourMessage: words.t('contact.message_tour', { address }),
  };
}

/** `message` is the initial message. */
export function agentSubject(
  { agentId }: AgentAnswer,
  { t }: Words,
  message = t('agents.message'),
): ContactSubject {
  return {
    target: { agentId },
    timeZone: undefined,
    isRent: false,
    message,
    tourMessage: message,
  };
}

/** The page with the plain form, without /ko; `message` is the initial message. */
export function plainPath(target: ContactTarget, message?: string): string {
  const said = message === undefined ? {} : { message: message.slice(0, LONGEST_MESSAGE) };
  return `/contact?${new URLSearchParams(Object.entries({ ...target, ...said }))}`;
}

/** The key of a draft in tab storage. */
export function draftKey(target: ContactTarget): string {
  return Object.values(target).join('');
}
