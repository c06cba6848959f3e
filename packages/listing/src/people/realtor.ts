import { NAMED_HOME_TYPES, SEARCH_TYPES } from '../listing/property-type.ts';

/** By code: their names in feeds, lower case. */
const LANGUAGES = {
  en: ['english'],
  ko: ['korean', '한국어', 'hangul'],
  es: ['spanish', 'español', 'castilian'],
  zh: ['chinese', 'mandarin', 'cantonese', '中文', 'taiwanese'],
  vi: ['vietnamese', 'tiếng'],
  ja: ['japanese', '日本語'],
  tl: ['tagalog', 'filipino', 'pilipino'],
  hi: ['hindi'],
  fr: ['french', 'français'],
  fa: ['farsi', 'persian'],
  ar: ['arabic'],
  ru: ['russian'],
  de: ['german'],
  pt: ['portuguese'],
  it: ['italian'],
  hy: ['armenian'],
  th: ['thai'],
  km: ['khmer', 'cambodian'],
  he: ['hebrew'],
  pl: ['polish'],
} as const satisfies Record<string, readonly string[]>;
export type AgentLanguage = keyof typeof LANGUAGES;
export const AGENT_LANGUAGES = Object.keys(LANGUAGES) as AgentLanguage[];

/** Kinds of homes and transactions, never of people (rule R46). */
export const SPECIALTIES = [
  ...SEARCH_TYPES,
  ...NAMED_HOME_TYPES,
  ...(['new_construction', 'first_home', 'relocation', 'investment', 'commercial'] as const),
] as const;
export type Specialty = (typeof SPECIALTIES)[number];

export const VERIFICATIONS = ['pending', 'verified', 'refused'] as const;
export type Verification = (typeof VERIFICATIONS)[number];

/** The states of a video that an admin may set. */
export const MODERATION_STATES = ['pending', 'published', 'refused'] as const;
/** `draft`: not published by its realtor. */
export const VIDEO_STATES = ['draft', ...MODERATION_STATES] as const;

/** What an admin reviews. */
export const REVIEW_KINDS = [
  'fair_housing',
  'payment',
  'report',
  'video',
  'verification',
  'correction',
] as const;
export type ReviewKind = (typeof REVIEW_KINDS)[number];

export const CONTACT_STATES = ['new', 'read', 'answered', 'appointment', 'closed'] as const;
export type ContactState = (typeof CONTACT_STATES)[number];

/** Stated on every button and email (rule R17). */
export const RECIPIENT_ROLES = ['realtor', 'listing_agent', 'agent', 'advertising_broker'] as const;
export type RecipientRole = (typeof RECIPIENT_ROLES)[number];

/** Consents of a contact form: unchecked, separate and optional (rules R18, R43). */
export const CONSENT_KINDS = ['call', 'marketing', 'lender'] as const;
export type ConsentKind = (typeof CONSENT_KINDS)[number];

/**
 * "DRE #01234567" becomes "01234567". Undefined when invalid: California's have eight digits (B&P 10140.6), others 4 to
 * 20 letters and digits with hyphens and dots.
 */
export function normalizeLicense(state: string, given: string): string | undefined {
  const bare = given
    .trim()
    .toUpperCase()
    .replace(
      /^(?:(?:CAL)?(?:BRE|DRE)|LIC(?:ENSE)?|NO)?[\s.:#-]*(?:LIC(?:ENSE)?|NO)?[\s.:#-]*(?=[\dA-Z])/,
      '',
    );
  const isOne =
    state === 'CA' ? /^\d{8}$/.test(bare) : /^(?=.*\d)[A-Z\d](?:[A-Z\d.-]{2,18})[A-Z\d]$/.test(bare);
  return isOne ? bare : undefined;
}

export function mayEditRealtor(
  caller: { userId: string; role: string } | undefined,
  realtor: { userId: string },
): boolean {
  return caller !== undefined && (caller.role === 'admin' || caller.userId === realtor.userId);
}

/** Parses a feed's languages ("Korean", "Español", "ko-KR") to codes where known, without duplicates. */
export function parseLanguages(words: readonly string[]): string[] {
  const found = words.flatMap((word) => {
    const folded = word.trim().toLowerCase();
    if (folded === '') return [];
    const code = BY_NAME[folded] ?? BY_NAME[folded.split(/[\s(,/-]/)[0] ?? ''];
    return [code ?? word.trim().slice(0, 40)];
  });
  return [...new Set(found)];
}

const BY_NAME: Record<string, string | undefined> = Object.fromEntries(
  Object.entries(LANGUAGES).flatMap(([code, names]) => [code, ...names].map((name) => [name, code])),
);
