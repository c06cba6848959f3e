import { factsText } from '../facts/home-words.ts';
import type { SectionPart } from './section-part.ts';

/** The row of `facts-body.tsx`. */
export const factsSection: SectionPart = {
  id: 'facts',
  title: 'listing.facts',
  isShown: () => true,
  headline: ({ home }, words) => factsText(home, words) || undefined,
};
