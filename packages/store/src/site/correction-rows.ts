import type { Listing } from '@maru/listing';
import {
  CORRECTABLE_FIELDS,
  type CorrectableField,
  type CorrectedValue,
  PLACING_FIELDS,
  readCorrectable,
  withCorrections,
} from '@maru/listing/corrections';
import type { PoolClient } from 'pg';
import { sql } from '../db/sql.ts';
import type { Locate, PlacedListing } from '../listings/change-set.ts';
import { writeReviewIn } from '../people/reviews.ts';
import { writeAuditIn } from './audit-log.ts';

/**
 * - `removed`: by an admin; `replaced`: by another correction of the field
 * - `confirmed`: the feed has the corrected value; `lapsed`: the feed has a third one
 * - `rekeyed`: the feed sends the record under another key
 */
export type CorrectionEnd = 'removed' | 'replaced' | 'confirmed' | 'lapsed' | 'rekeyed';

export interface Correction {
  correctionId: string;
  dataset: string;
  listingKey: string;
  homeId: string;
  field: CorrectableField;
  feedValue: CorrectedValue;
  value: CorrectedValue;
  reason: string;
  reportId: string | null;
  doneAt: Date;
  doneBy: string;
  endedAt: Date | null;
  /** Null: ended by what the feed sent. */
  endedBy: string | null;
  endKind: CorrectionEnd | null;
}

export const CORRECTION = sql`correction_id as "correctionId", dataset, listing_key as "listingKey", home_id as "homeId", field,
  feed_value as "feedValue", value, reason, report_id as "reportId", done_at as "doneAt", done_by as "doneBy",
  ended_at as "endedAt", ended_by as "endedBy", end_kind as "endKind"`;

/** The open corrections of these listings by key, in the order in which they were made. */
export async function loadCorrectionsIn(
  client: PoolClient,
  dataset: string,
  listingKeys: readonly string[],
): Promise<Map<string, Correction[]>> {
  const { rows } = await client.query<Correction>(sql`
    select ${CORRECTION} from correction
    where dataset = ${dataset} and listing_key = any(${listingKeys}) and ended_at is null
    order by done_at, correction_id`);
  return Map.groupBy(
    // A field that this version does not know.
    rows.filter(({ field }) => CORRECTABLE_FIELDS.includes(field)),
    (row) => row.listingKey,
  );
}

/** Whether the feed still says what it said when the correction was made. */
export const isStillWrong = (listing: Listing, { field, feedValue }: Correction) =>
  readCorrectable(listing, field) === feedValue;

/** The feed's listing with the corrections laid over it, at its place. */
export function correctListing(
  placed: PlacedListing,
  corrections: readonly Correction[],
  locate: Locate | undefined,
): PlacedListing {
  if (corrections.length === 0) return placed;
  const listing = withCorrections(
    placed.listing,
    corrections.map(({ field, value, doneAt }) => ({ field, value, correctedAt: doneAt.toISOString() })),
  );
  const isMoved = corrections.some(({ field }) => PLACING_FIELDS.has(field));
  return { ...placed, listing, ...(isMoved ? locate?.(listing) : {}) };
}

export interface OvertakenCorrection {
  correction: Correction;
  endKind: 'confirmed' | 'lapsed' | 'rekeyed';
  /** As the feed has it now. */
  feedValue: CorrectedValue;
}

/** Ends corrections that the feed has overtaken, and tells the admins. */
export async function endCorrectionsIn(
  client: PoolClient,
  ended: readonly OvertakenCorrection[],
  now: Date,
): Promise<void> {
  for (const { correction, endKind, feedValue } of ended) {
    const { dataset, correctionId, homeId, field, value } = correction;
    await client.query(sql`
      update correction set ended_at = ${now}, end_kind = ${endKind}
      where dataset = ${dataset} and listing_key = ${correction.listingKey} and correction_id = ${correctionId}`);
    await writeAuditIn(client, { actorId: null, now }, 'home.end_correction', homeId, { field, endKind });
    const quote = `${field}: ${value ?? '-'} → ${feedValue ?? '-'}`;
    await writeReviewIn(
      client,
      {
        kind: 'correction',
        subjectKind: 'correction',
        subjectId: correctionId,
        findings: [{ rule: endKind, field, quote }],
      },
      now,
    );
  }
}
