import type { SectionPart } from '../page/section-part.ts';
import { priceChangeText } from './home-words.ts';

/** What happened to the home (rules R3, R4). */
export const ledgerSection: SectionPart = {
  id: 'ledger',
  title: 'listing.ledger',
  short: 'listing.ledger_short',
  note: 'listing.ledger_note',
  isShown: () => true,
  headline: ({ home }, words) => priceChangeText(home, words)?.text,
};
