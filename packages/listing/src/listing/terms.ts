/**
 * US housing terms that newcomers may not know (rule R84). Upper-case spellings match only as written, since "arm" and
 * "va" are ordinary words. Definitions are in packages/words.
 */
const SPELLINGS = {
  '1031': ['1031 exchange', '1031'],
  adu: ['ADU', 'JADU', 'accessory dwelling unit', 'granny flat', 'casita', 'in-law unit'],
  apartment: ['apartment'],
  'application-fee': ['application fee', 'screening fee'],
  appraisal: ['appraisal'],
  apr: ['APR'],
  arm: ['ARM', 'adjustable rate', 'fixed rate'],
  'as-is': ['as-is', 'as is condition', 'sold as is', 'as is'],
  broker: ['broker'],
  'buyers-agent': ["buyer's agent", 'buyers agent', 'buyer’s agent'],
  ccrs: ['CC&R', 'CC&Rs', 'CCRs'],
  closing: ['close of escrow', 'COE'],
  'closing-costs': ['closing cost'],
  'co-signer': ['co-signer', 'cosigner', 'guarantor'],
  comps: ['CMA', 'comps'],
  condo: ['condo', 'condominium'],
  contingency: ['contingency', 'contingencies', 'contingent'],
  coop: ['co-op', 'stock cooperative'],
  'credit-score': ['credit score', 'FICO'],
  'cul-de-sac': ['cul-de-sac', 'cul de sac'],
  'days-on-market': ['days on market', 'DOM'],
  deed: ['deed'],
  'down-payment': ['down payment'],
  'dual-agency': ['dual agency'],
  'earnest-money': ['earnest money', 'EMD'],
  escrow: ['escrow'],
  fha: ['FHA'],
  firpta: ['FIRPTA'],
  fixer: ['fixer', 'fixer-upper'],
  'grant-deed': ['grant deed', 'trust deed', 'deed of trust'],
  'half-bath': ['half bath', 'half-bath', 'powder room'],
  hardwood: ['hardwood'],
  hoa: ['HOA', 'HOA dues', 'homeowners association', "homeowner's association"],
  'homeowners-exemption': ["homeowner's exemption", 'homeowners exemption'],
  impound: ['impound'],
  inspection: ['home inspection'],
  itin: ['ITIN'],
  lease: ['month-to-month', 'month to month', '12-month lease', 'one-year lease'],
  leasehold: ['land lease', 'leasehold', 'leased land'],
  lien: ['lien'],
  'listing-agent': ['listing agent'],
  'living-area': ['living area'],
  'lot-size': ['lot size'],
  'mello-roos': ['mello-roos', 'mello roos', 'CFD'],
  mls: ['MLS'],
  mortgage: ['mortgage'],
  'multi-family': ['duplex', 'triplex', 'fourplex', 'multi-family', 'multifamily'],
  nhd: ['NHD'],
  'open-floor-plan': ['open floor plan', 'open floorplan'],
  'open-house': ['open house'],
  pmi: ['PMI', 'mortgage insurance'],
  points: ['discount point', 'rate buydown', 'buydown', 'buy-down'],
  'pre-approval': ['pre-approval', 'preapproval', 'pre-approved'],
  principal: ['principal and interest'],
  probate: ['probate'],
  'prop-13': ['prop 13', 'proposition 13'],
  'property-tax': ['property tax', 'property taxes'],
  pud: ['PUD', 'planned unit development'],
  'section-8': ['section 8', 'housing voucher'],
  'security-deposit': ['security deposit'],
  'short-sale': ['short sale', 'REO', 'bank owned', 'bank-owned'],
  'single-family': ['single-family', 'single family', 'SFR'],
  'special-assessment': ['special assessment'],
  status: ['back on market', 'pending'],
  'supplemental-tax': ['supplemental tax', 'supplemental bill'],
  title: ['clear title'],
  'title-insurance': ['title insurance'],
  townhouse: ['townhouse', 'townhome'],
  'trust-sale': ['trust sale'],
  turnkey: ['turnkey', 'turn-key', 'move-in ready'],
  va: ['VA loan'],
} as const satisfies Record<string, readonly string[]>;

export type TermId = keyof typeof SPELLINGS;

export const TERM_IDS = Object.keys(SPELLINGS) as TermId[];

/** UTF-16 offsets, `end` exclusive. */
export interface FoundTerm {
  id: TermId;
  start: number;
  end: number;
}

const ids = new Map<string, TermId>(
  TERM_IDS.flatMap((id) => SPELLINGS[id].map((spelling) => [spelling.toLowerCase(), id] as const)),
);
const capitals = new Set<string>(
  TERM_IDS.flatMap((id): readonly string[] => SPELLINGS[id]).filter((one) => one === one.toUpperCase()),
);
// Longest first: "title insurance" is not a title.
const alternatives = [...ids.keys()]
  .sort((a, b) => b.length - a.length)
  .map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/[-\s]+/g, '[-\\s\u2010\u2011]+'))
  .join('|');
const TERMS = new RegExp(`(?<![\\p{L}\\p{N}])(${alternatives})(?=s?(?![\\p{L}\\p{N}]))`, 'giu');

/** Each term at its first occurrence; matches whole words. */
export function termsIn(text: string): FoundTerm[] {
  const found = new Map<TermId, FoundTerm>();
  for (const match of text.matchAll(TERMS)) {
    const spelled = match[0];
    const plain = spelled.toLowerCase().replace(/[-\s\u2010\u2011]+/g, ' ');
    const id = ids.get(spelled.toLowerCase()) ?? ids.get(plain) ?? ids.get(plain.replaceAll(' ', '-'));
    if (id === undefined || found.has(id)) continue;
    const inCapitals = capitals.has(spelled.toUpperCase());
    if (inCapitals && spelled !== spelled.toUpperCase()) continue;
    found.set(id, { id, start: match.index, end: match.index + spelled.length });
  }
  return [...found.values()].sort((a, b) => a.start - b.start);
}
