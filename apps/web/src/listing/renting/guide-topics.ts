/** The date on which the sources were last read. */
export const GUIDE_AS_OF = '2026-11-21';

export type GuideTopic = (typeof GUIDE_TOPICS)[number];

/**
 * Differences from Korea (rule R83), each with its sources. Their messages are `guide.<id>.title`, `guide.<id>.text` and
 * `guide.<id>.step1` to `guide.<id>.step<steps>`.
 */
export const GUIDE_TOPICS = [
  {
    id: 'rent',
    steps: 4,
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
    steps: 6,
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
    steps: 4,
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
    steps: 3,
    sources: [
      { name: 'Financial Supervisory Service (Korea)', url: 'https://www.fss.or.kr' },
      { name: 'Woori Bank', url: 'https://www.wooribank.com' },
    ],
  },
  {
    id: 'sell',
    steps: 0,
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
    steps: 0,
    sources: [{ name: 'California School Dashboard', url: 'https://www.caschooldashboard.org' }],
  },
] as const;
