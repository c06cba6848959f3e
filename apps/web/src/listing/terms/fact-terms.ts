import type { TermId } from '@maru/listing';
import type { MessageKey } from '@maru/words';

const LABEL_TERMS: Partial<Record<MessageKey, TermId>> = {
  'fact.hoa': 'hoa',
  'fact.maintenance': 'coop',
  'fact.hoa_stated': 'hoa',
  'fact.mello': 'mello-roos',
  'fact.assessments': 'special-assessment',
  'fact.tax': 'property-tax',
  'fact.lot': 'lot-size',
  'fact.area': 'living-area',
  'fact.deposit': 'security-deposit',
  'fact.lease_term': 'lease',
  'fact.days': 'days-on-market',
  'fact.mls_days': 'days-on-market',
  'fact.status': 'status',
  'fact.mls_status': 'status',
  'fact.mls_number': 'mls',
  'fact.mls_area': 'mls',
  'fact.mls_system': 'mls',
  'fact.ownership': 'title',
};

/** Terms by lookup value (RESO), in any field. */
const VALUE_TERMS: Record<string, TermId> = {
  '1031 Exchange': '1031',
  Apartment: 'apartment',
  'Close of Escrow': 'escrow',
  Condominium: 'condo',
  Contingent: 'contingency',
  'Deed Restrictions': 'ccrs',
  Duplex: 'multi-family',
  FHA: 'fha',
  Fixer: 'fixer',
  'Fixer Upper': 'fixer',
  Leasehold: 'leasehold',
  'Land Lease': 'leasehold',
  'Month To Month': 'lease',
  'Planned Development': 'pud',
  'Probate Listing': 'probate',
  Quadruplex: 'multi-family',
  'Real Estate Owned': 'short-sale',
  'Section 8': 'section-8',
  'Short Sale': 'short-sale',
  'Single Family Residence': 'single-family',
  'Stock Cooperative': 'coop',
  'Third Party Approval': 'short-sale',
  Townhouse: 'townhouse',
  Triplex: 'multi-family',
  Trust: 'trust-sale',
  'VA Loan': 'va',
};

export function findLabelTerm(label: MessageKey): TermId | undefined {
  return LABEL_TERMS[label];
}

export function findValueTerm(value: string): TermId | undefined {
  return Object.hasOwn(VALUE_TERMS, value) ? VALUE_TERMS[value] : undefined;
}
