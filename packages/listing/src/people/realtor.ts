/** Languages that an agent may be looked for by, as two-letter codes; names of them are the catalogues' (`language.ko`). */
export const AGENT_LANGUAGES = [
  'en',
  'ko',
  'es',
  'zh',
  'vi',
  'ja',
  'tl',
  'hi',
  'fr',
  'fa',
  'ar',
  'ru',
  'de',
  'pt',
  'it',
  'hy',
  'th',
  'km',
  'he',
  'pl',
] as const;
export type AgentLanguage = (typeof AGENT_LANGUAGES)[number];

/** What an agent works on: kinds of homes and of deals, never kinds of people (rule R46). */
export const SPECIALTIES = [
  'sale',
  'rent',
  'house',
  'condo',
  'townhouse',
  'multi',
  'manufactured',
  'land',
  'apartment',
  'new_construction',
  'first_home',
  'relocation',
  'investment',
  'commercial',
] as const;
export type Specialty = (typeof SPECIALTIES)[number];

export const VERIFICATIONS = ['pending', 'verified', 'refused'] as const;
export type Verification = (typeof VERIFICATIONS)[number];

export const CONTACT_STATES = ['new', 'read', 'answered', 'appointment', 'closed'] as const;
export type ContactState = (typeof CONTACT_STATES)[number];

/** Who answers a contact; every button and letter says which (rule R17). */
export const RECIPIENT_ROLES = ['realtor', 'listing_agent', 'agent', 'advertising_broker'] as const;
export type RecipientRole = (typeof RECIPIENT_ROLES)[number];

/** The boxes below a contact form: each unticked, apart, and no condition of anything (rules R18, R43). */
export const CONSENT_KINDS = ['call', 'marketing', 'lender'] as const;
export type ConsentKind = (typeof CONSENT_KINDS)[number];

/**
 * A licence number as its regulator writes it: "DRE #01234567" is "01234567", leading zeros stay. `undefined` when it
 * cannot be one: California's have eight digits (B&P 10140.6), others 4 to 20 letters and digits with hyphens and dots.
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

/** Whether the caller is who may see and change a profile that is not (yet) public. */
export function mayEditRealtor(
  caller: { userId: string; role: string } | undefined,
  realtor: { userId: string },
): boolean {
  return caller !== undefined && (caller.role === 'admin' || caller.userId === realtor.userId);
}

/** The languages of a feed's words ("Korean", "Español", "ko-KR"), known ones as codes, each once. */
export function languagesOf(words: readonly string[]): string[] {
  const found = words.flatMap((word) => {
    const folded = word.trim().toLowerCase();
    if (folded === '') return [];
    const code = BY_NAME[folded] ?? BY_NAME[folded.split(/[\s(,/-]/)[0] ?? ''];
    return [code ?? word.trim().slice(0, 40)];
  });
  return [...new Set(found)];
}

const NAMES: Record<AgentLanguage, readonly string[]> = {
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
};
const BY_NAME: Record<string, string | undefined> = Object.fromEntries(
  Object.entries(NAMES).flatMap(([code, names]) => [code, ...names].map((name) => [name, code])),
);
