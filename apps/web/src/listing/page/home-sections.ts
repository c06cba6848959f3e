import { ledgerSection } from '../ledger-section.tsx';
import { alsoSection } from './also-section.tsx';
import { factsSection } from './facts-section.tsx';
import { remarksSection } from './remarks-section.tsx';
import type { SectionPart } from './section-part.ts';
import { whereSection } from './where-section.tsx';

/** The sections of a home's page, in the order in which one reads them (LOOK.md, "Listing page"). */
export const HOME_SECTIONS: readonly SectionPart[] = [
  ledgerSection,
  factsSection,
  remarksSection,
  whereSection,
  alsoSection,
];
