import type { MessageKey } from '@maru/words';

/** Differences from Korea (rule R83), each with its sources. */
export interface GuideTopic {
  id: string;
  title: MessageKey;
  text: MessageKey;
  /** Ordered steps; empty where there is no order. */
  steps: MessageKey[];
  sources: { name: string; url: string }[];
}

/** The date on which the sources were last read. */
export const GUIDE_AS_OF = '2026-11-21';

export const GUIDE_TOPICS: readonly GuideTopic[] = [
  {
    id: 'rent',
    title: 'guide.rent.title',
    text: 'guide.rent.text',
    steps: ['guide.rent.step1', 'guide.rent.step2', 'guide.rent.step3', 'guide.rent.step4'],
    sources: [
      {
        name: 'California Civil Code § 1950.5',
        url: 'https://leginfo.legislature.ca.gov/faces/codes_displaySection.xhtml?lawCode=CIV&sectionNum=1950.5',
      },
      {
        name: 'California Department of Real Estate, tenant guide',
        url: 'https://www.dre.ca.gov/publications/california_tenants_guide.html',
      },
    ],
  },
  {
    id: 'buy',
    title: 'guide.buy.title',
    text: 'guide.buy.text',
    steps: [
      'guide.buy.step1',
      'guide.buy.step2',
      'guide.buy.step3',
      'guide.buy.step4',
      'guide.buy.step5',
      'guide.buy.step6',
    ],
    sources: [
      {
        name: 'Consumer Financial Protection Bureau, buying a house',
        url: 'https://www.consumerfinance.gov/owning-a-home/',
      },
      {
        name: 'California Civil Code § 1670.50 (AB 2992)',
        url: 'https://leginfo.legislature.ca.gov/faces/codes_displaySection.xhtml?lawCode=CIV&sectionNum=1670.50',
      },
    ],
  },
  {
    id: 'tax',
    title: 'guide.tax.title',
    text: 'guide.tax.text',
    steps: ['guide.tax.step1', 'guide.tax.step2', 'guide.tax.step3', 'guide.tax.step4'],
    sources: [
      {
        name: 'California State Board of Equalization, Proposition 13',
        url: 'https://www.boe.ca.gov/proptaxes/prop13.htm',
      },
      {
        name: 'California State Board of Equalization, supplemental assessment',
        url: 'https://www.boe.ca.gov/proptaxes/suppassessment.htm',
      },
    ],
  },
  {
    id: 'money',
    title: 'guide.money.title',
    text: 'guide.money.text',
    steps: ['guide.money.step1', 'guide.money.step2', 'guide.money.step3'],
    sources: [
      { name: 'Financial Supervisory Service (Korea)', url: 'https://www.fss.or.kr' },
      { name: 'Woori Bank', url: 'https://www.wooribank.com' },
    ],
  },
  {
    id: 'sell',
    title: 'guide.sell.title',
    text: 'guide.sell.text',
    steps: [],
    sources: [
      {
        name: 'Internal Revenue Service, FIRPTA withholding',
        url: 'https://www.irs.gov/individuals/international-taxpayers/firpta-withholding',
      },
      {
        name: 'California Franchise Tax Board, real estate withholding',
        url: 'https://www.ftb.ca.gov/pay/withholding/real-estate-withholding.html',
      },
    ],
  },
  {
    id: 'schools',
    title: 'guide.schools.title',
    text: 'guide.schools.text',
    steps: [],
    sources: [{ name: 'California School Dashboard', url: 'https://www.caschooldashboard.org' }],
  },
];
