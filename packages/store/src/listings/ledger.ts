import {
  type DisplayRules,
  isBarredFromDisplay,
  type LedgerKind,
  type Listing,
  mayDisplayAddress,
  statusFilterOf,
} from '@maru/listing';

/** One thing that happened, not yet numbered. */
export interface LedgerEntry {
  kind: LedgerKind;
  oldValue: Record<string, unknown> | null;
  newValue: Record<string, unknown> | null;
  /** When the feed says that it happened (ISO-8601 UTC); null when it does not say. */
  sourceTime: string | null;
}

/** What the ledger compares: a listing's record as it is stored, without media. */
export type LedgerSubject = Omit<Listing, 'media' | 'openHouses'>;

/** A listing as the store last had it. */
export interface LedgerBefore {
  record: LedgerSubject;
  /** Null: cannot be compared with what comes. */
  mediaHash: string | null;
  photosCount: number;
  retired: boolean;
}

/** What happened between two states of one listing; empty when nothing worth keeping did. */
export function ledgerEntriesOf(
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
  const statusEntry = statusEntryOf(before, now);
  if (statusEntry !== undefined) entries.push(statusEntry);
  if (was.listPrice !== now.listPrice || was.closePrice !== now.closePrice) {
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
  const facts = FACT_FIELDS.filter((field) => was[field] !== now[field]);
  const wordsChanged = was.publicRemarks !== now.publicRemarks;
  if (facts.length > 0 || wordsChanged) {
    // That the description changed, and not its words: they may tell what a seller withholds later.
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

/** What is written when the feed no longer has the listing. */
export function removalEntryOf(record: LedgerSubject, reason: string): LedgerEntry {
  return {
    kind: 'withdrawn',
    oldValue: { standardStatus: record.standardStatus },
    newValue: { reason },
    sourceTime: null,
  };
}

/**
 * Whether visitors may see a ledger row. What happened to the listing that is shown is public; what happened to
 * earlier listings of the home only where their dataset says `allowHistory`. Rows of a listing that is barred from
 * display are never shown, nor are addresses: an old one would undo a seller's later choice.
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

function statusEntryOf(before: LedgerBefore, now: LedgerSubject): LedgerEntry | undefined {
  const was = before.record;
  const changed = was.standardStatus !== now.standardStatus;
  if (!changed && !before.retired) return undefined;
  const wasOffered = !before.retired && isOffered(was);
  let kind: LedgerKind = 'status';
  if (!wasOffered && isOffered(now)) kind = 'back_on_market';
  else if (statusFilterOf(now.standardStatus) === undefined) kind = 'withdrawn';
  return {
    kind,
    oldValue: { standardStatus: was.standardStatus },
    newValue: { standardStatus: now.standardStatus },
    sourceTime: changed ? (now.statusChangeTimestamp ?? now.modificationTimestamp) : null,
  };
}

function isOffered(record: LedgerSubject): boolean {
  const group = statusFilterOf(record.standardStatus);
  return group === 'active' || group === 'coming';
}

/** What else is worth a row: plain values that a home is chosen by. None of them tells where it stands. */
const FACT_FIELDS = [
  'propertySubType',
  'bedroomsTotal',
  'bathroomsTotalDecimal',
  'livingArea',
  'lotSizeSquareFeet',
  'yearBuilt',
  'storiesTotal',
  'garageSpaces',
  'associationFee',
  'associationFeeFrequency',
  'taxAnnualAmount',
  'taxOtherAnnualAssessmentAmount',
  'requiredMonthlyFees',
  'securityDeposit',
  'availabilityDate',
] as const satisfies readonly (keyof LedgerSubject)[];

const ADDRESS_FIELDS = [
  'streetNumber',
  'streetName',
  'unitNumber',
  'unparsedAddress',
  'city',
  'postalCode',
  'parcelNumber',
] as const;

/** Withheld addresses are not even kept in the ledger's words: the record itself has them. */
function pick(record: LedgerSubject): Record<string, unknown> {
  if (!mayDisplayAddress(record)) return { withheld: true };
  return Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, record[field]]));
}
