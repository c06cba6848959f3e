import { type LedgerKind, type Listing, toStatusFilter } from '@maru/listing';
import { type DisplayRules, isBarredFromDisplay, mayDisplayAddress } from '@maru/listing/display';

export interface LedgerEntry {
  kind: LedgerKind;
  oldValue: Record<string, unknown> | null;
  newValue: Record<string, unknown> | null;
  /** Time stated by the feed (ISO-8601 UTC); null when it states none. */
  sourceTime: string | null;
}

export type LedgerSubject = Omit<Listing, 'media' | 'openHouses'>;

export interface LedgerBefore {
  record: LedgerSubject;
  /** Null: not comparable. */
  mediaHash: string | null;
  photosCount: number;
  retired: boolean;
}

export function compareListings(
  before: LedgerBefore | undefined,
  after: Omit<LedgerBefore, 'retired'>,
): LedgerEntry[] {
  const now = after.record;
  if (before === undefined) {
    return [
      {
        kind: 'new',
        oldValue: null,
        newValue: { listPrice: now.listPrice, standardStatus: now.standardStatus },
        sourceTime: now.originalEntryTimestamp ?? now.onMarketDate,
      },
    ];
  }
  const was = before.record;
  const entries: LedgerEntry[] = [];
  const statusEntry = buildStatusEntry(before, now);
  if (statusEntry !== undefined) entries.push(statusEntry);
  // A rent that is read by another period is the same rent.
  const isSamePeriod = (was.leaseAmountFrequency ?? null) === now.leaseAmountFrequency;
  if (isSamePeriod && (was.listPrice !== now.listPrice || was.closePrice !== now.closePrice)) {
    entries.push({
      kind: 'price',
      oldValue: { listPrice: was.listPrice, closePrice: was.closePrice },
      newValue: { listPrice: now.listPrice, closePrice: now.closePrice },
      sourceTime: now.priceChangeTimestamp ?? now.modificationTimestamp,
    });
  }
  if (before.mediaHash !== null && before.mediaHash !== after.mediaHash) {
    entries.push({
      kind: 'photos',
      oldValue: { photosCount: before.photosCount },
      newValue: { photosCount: after.photosCount },
      sourceTime: now.photosChangeTimestamp ?? now.modificationTimestamp,
    });
  }
  // Undefined: stored by a version that did not read the field.
  const facts = FACT_FIELDS.filter((field) => was[field] !== undefined && was[field] !== now[field]);
  const wordsChanged = was.publicRemarks !== now.publicRemarks;
  if (facts.length > 0 || wordsChanged) {
    // Records that the description changed, but not its text, which may contain what a seller withholds later.
    const words = wordsChanged ? { publicRemarks: null } : {};
    entries.push({
      kind: 'facts',
      oldValue: { ...Object.fromEntries(facts.map((field) => [field, was[field]])), ...words },
      newValue: { ...Object.fromEntries(facts.map((field) => [field, now[field]])), ...words },
      sourceTime: now.modificationTimestamp,
    });
  }
  if (ADDRESS_FIELDS.some((field) => was[field] !== now[field])) {
    entries.push({
      kind: 'address',
      oldValue: pick(was),
      newValue: pick(now),
      sourceTime: now.modificationTimestamp,
    });
  }
  return entries;
}

export function buildRemovalEntry(record: LedgerSubject, reason: string): LedgerEntry {
  return {
    kind: 'withdrawn',
    oldValue: { standardStatus: record.standardStatus },
    newValue: { reason },
    sourceTime: null,
  };
}

/**
 * Rows of earlier listings need `allowHistory`. Rows of barred listings and addresses are never displayed, because an
 * old row would undo a seller's later choice.
 */
export function mayShowEntry(
  kind: LedgerKind,
  listing: Pick<Listing, 'internetEntireListingDisplayYN' | 'feedTypes'>,
  context: { isShownListing: boolean; rules: Pick<DisplayRules, 'allowHistory'> },
): boolean {
  if (kind === 'address') return false;
  if (isBarredFromDisplay(listing)) return false;
  return context.isShownListing || context.rules.allowHistory;
}

function buildStatusEntry(before: LedgerBefore, now: LedgerSubject): LedgerEntry | undefined {
  const was = before.record;
  const changed = was.standardStatus !== now.standardStatus;
  if (!changed && !before.retired) return undefined;
  const wasOffered = !before.retired && isOffered(was);
  let kind: LedgerKind = 'status';
  if (!wasOffered && isOffered(now)) kind = 'back_on_market';
  else if (toStatusFilter(now.standardStatus) === undefined) kind = 'withdrawn';
  return {
    kind,
    oldValue: { standardStatus: was.standardStatus },
    newValue: { standardStatus: now.standardStatus },
    sourceTime: changed ? (now.statusChangeTimestamp ?? now.modificationTimestamp) : null,
  };
}

function isOffered(record: LedgerSubject): boolean {
  const group = toStatusFilter(record.standardStatus);
  return group === 'active' || group === 'coming';
}

/** Further fields that matter to buyers. None reveals the location. */
const FACT_FIELDS = [
  ...([
    'propertySubType',
    'bedroomsTotal',
    'bathroomsTotalDecimal',
    'livingArea',
    'lotSizeSquareFeet',
  ] as const),
  ...(['yearBuilt', 'storiesTotal', 'garageSpaces', 'associationFee', 'associationFeeFrequency'] as const),
  ...(['taxYear', 'taxAnnualAmount', 'taxAssessedValue', 'taxOtherAnnualAssessmentAmount'] as const),
  'requiredMonthlyFees',
  ...(['securityDeposit', 'availabilityDate'] as const),
] satisfies readonly (keyof LedgerSubject)[];

const ADDRESS_FIELDS = [
  ...(['streetNumber', 'streetName', 'unitNumber', 'unparsedAddress'] as const),
  ...(['city', 'postalCode', 'parcelNumber'] as const),
];

/** Withheld addresses are not copied into the ledger. */
function pick(record: LedgerSubject): Record<string, unknown> {
  if (!mayDisplayAddress(record)) return { withheld: true };
  return Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, record[field]]));
}
