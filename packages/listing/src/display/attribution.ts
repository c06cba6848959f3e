import type { Listing } from '../listing/listing.ts';
import type { DisplayRules } from './display-rules.ts';

export interface Attribution {
  /** Names and numbers of the feed, untranslated: "Ann Agent · Oak Realty · 949-555-0100 · Test MLS". */
  text: string;
  disclaimer: string;
  copyright: string | null;
}

/** Contractual, per dataset (rule F29): missing fields come from its settings. Contact: AttributionContact, else the office. */
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
  rules: Pick<DisplayRules, 'source' | 'disclaimer'>,
): Attribution {
  const contact = listing.attributionContact ?? listing.listOfficePhone;
  const parts = [listing.listAgentFullName, listing.listOfficeName, contact, rules.source];
  return {
    text: parts.filter((part) => part !== null).join(' · '),
    disclaimer: [rules.disclaimer, listing.disclaimer]
      .filter((text, index, all) => text !== null && all.indexOf(text) === index)
      .join(' '),
    copyright: listing.copyrightNotice,
  };
}
