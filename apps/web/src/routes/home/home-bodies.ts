import type { ComponentType } from 'react';
import { ReportLink } from '../../contact/report-body.tsx';
import { Commute } from '../../listing/commute/commute-body.tsx';
import { CostBody } from '../../listing/cost/cost-body.tsx';
import { Ledger } from '../../listing/facts/ledger.tsx';
import { Nearby } from '../../listing/market/market-body.tsx';
import { AlsoListedAs } from '../../listing/page/also-body.tsx';
import { CallCard } from '../../listing/page/call-card.tsx';
import { Facts } from '../../listing/page/facts-body.tsx';
import type { HomePageData, SectionId } from '../../listing/page/home-page-data.ts';
import { Remarks } from '../../listing/page/remarks-body.tsx';
import { SimilarHomes } from '../../listing/page/similar-homes.tsx';
import { Hazards } from '../../listing/place/hazards-body.tsx';
import { Schools } from '../../listing/place/schools-body.tsx';
import { Where } from './where-body.tsx';

/** The contents of the sections and other late parts of a home's page: one script, loaded after the page. */
export const HOME_BODIES: Record<SectionId | 'similar' | 'call', ComponentType<HomePageData>> = {
  cost: CostBody,
  ledger: Ledger,
  facts: Facts,
  remarks: Remarks,
  schools: Schools,
  hazards: Hazards,
  commute: Commute,
  where: Where,
  nearby: Nearby,
  also: AlsoListedAs,
  report: ReportLink,
  similar: SimilarHomes,
  call: CallCard,
};
