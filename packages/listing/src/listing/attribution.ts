import type { DisplayRules } from './display-rules.ts';
import type { Listing } from './listing.ts';

/** Whose listing it is and what must be said beside it; no member but the logo and the copyright is ever null. */
export interface Attribution {
  /** "Ann Agent · Oak Realty · 949-555-0100 · Test MLS": names and numbers as the feed has them, in no language. */
  text: string;
  disclaimer: string;
  copyright: string | null;
  logoUrl: string | null;
}

/**
 * Brokerage, source and "deemed reliable" text are contractual and per dataset (rule F29): what the row
 * lacks comes from the dataset's settings, so that a listing never stands without its credit.
 * The contact that display rules want is AttributionContact, else the office's phone.
 */
export function attributionOf(
  listing: Pick<
    Listing,
    | 'listAgentFullName'
    | 'listOfficeName'
    | 'listOfficePhone'
    | 'attributionContact'
    | 'copyrightNotice'
    | 'disclaimer'
  >,
  rules: Pick<DisplayRules, 'source' | 'disclaimer' | 'labels'>,
): Attribution {
  const contact = listing.attributionContact ?? listing.listOfficePhone;
  const parts = [listing.listAgentFullName, listing.listOfficeName, contact, rules.source];
  const logo = URL.parse(rules.labels.logoUrl ?? '');
  return {
    text: parts.filter((part) => part !== null).join(' · '),
    disclaimer: [rules.disclaimer, listing.disclaimer]
      .filter((text, index, all) => text !== null && all.indexOf(text) === index)
      .join(' '),
    copyright: listing.copyrightNotice,
    logoUrl: logo?.protocol === 'https:' ? logo.href : null,
  };
}
