import { reportSection } from '../../contact/report-section.ts';
import { commuteSection } from '../../listing/commute/commute-section.ts';
import { costSection } from '../../listing/cost/cost-section.tsx';
import { ledgerSection } from '../../listing/facts/ledger-section.ts';
import { marketSection } from '../../listing/market/market-section.ts';
import { alsoSection } from '../../listing/page/also-section.ts';
import { factsSection } from '../../listing/page/facts-section.ts';
import { remarksSection } from '../../listing/page/remarks-section.ts';
import type { SectionPart } from '../../listing/page/section-part.ts';
import { hazardsSection } from '../../listing/place/hazards-section.ts';
import { schoolsSection } from '../../listing/place/schools-section.ts';
import { whereSection } from './where-section.ts';

/** The sections of a home's page, in the order in which one reads them (rule L3). */
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
