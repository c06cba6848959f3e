import type { Listing } from '../listing/listing.ts';
import type { DisplayRules } from './display-rules.ts';

/** Attribution of a listing. Only logo and copyright may be null. */
export interface Attribution {
  /** "Ann Agent · Oak Realty · 949-555-0100 · Test MLS": names and numbers of the feed, untranslated. */
  text: string;
  disclaimer: string;
  copyright: string | null;
  logoUrl: string | null;
}

/**
 * Brokerage, source and disclaimer are contractual and per dataset (rule F29): missing fields come from the dataset's
 * settings, so that no listing lacks its attribution. The contact is AttributionContact, else the office's phone.
 */
export function buildAttribution(
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
