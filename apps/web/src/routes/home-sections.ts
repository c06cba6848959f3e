import { reportSection } from '../contact/report-section.tsx';
import { commuteSection } from '../listing/commute/commute-section.tsx';
import { costSection } from '../listing/cost/cost-section.tsx';
import { ledgerSection } from '../listing/ledger-section.tsx';
import { marketSection } from '../listing/market/market-section.tsx';
import { alsoSection } from '../listing/page/also-section.tsx';
import { factsSection } from '../listing/page/facts-section.tsx';
import { remarksSection } from '../listing/page/remarks-section.tsx';
import type { SectionPart } from '../listing/page/section-part.ts';
import { hazardsSection } from '../listing/place/hazards-section.tsx';
import { schoolsSection } from '../listing/place/schools-section.tsx';
import { whereSection } from './where-section.tsx';

/** The sections of a home's page, in the order in which one reads them (LOOK.md, "Listing page"). */
export const HOME_SECTIONS: readonly SectionPart[] = [
  costSection,
  ledgerSection,
  factsSection,
  remarksSection,
  schoolsSection,
  hazardsSection,
  commuteSection,
  whereSection,
  marketSection,
  alsoSection,
  reportSection,
];
