import { randomUUID } from 'node:crypto';
import type { FeedProvider } from '@maru/listing';
import { readCorrectable, withoutCorrections } from '@maru/listing/corrections';
import type { DisplayRules } from '@maru/listing/display';
import type pg from 'pg';
import { withWrite } from '../db/connection.ts';
import { lockDataset } from '../db/locks.ts';
import { Repository } from '../db/repository.ts';
import { insertRow } from '../db/rows.ts';
import { isAfter, type Position, sql } from '../db/sql.ts';
import { applyChangesIn } from '../listings/apply-changes.ts';
import type { Locate, PlacedListing } from '../listings/change-set.ts';
import { loadPlaced, type StoredListing } from '../listings/refresh-cards.ts';
import { writeAuditIn } from './audit-log.ts';
import { CORRECTION, type Correction, loadCorrectionsIn } from './correction-rows.ts';

/** Fields of listings that the owner corrects, and the log of that (rule R38). */
export class Corrections extends Repository {
  readonly #writers: pg.Pool;

  constructor(pool: pg.Pool, writers: pg.Pool) {
    super(pool);
    this.#writers = writers;
  }

  /** Newest first, after the cursor `after`. */
  async list(options: {
    isOpen?: boolean | undefined;
    after?: Position | undefined;
    limit: number;
  }): Promise<Correction[]> {
    const { isOpen = null, after, limit } = options;
    return await this.query<Correction>(sql`
      select ${CORRECTION} from correction
      where (${isOpen}::boolean is null or (ended_at is null) = ${isOpen})
        and ${isAfter('done_at, correction_id', after)}
      order by done_at desc, correction_id desc limit ${limit}`);
  }

  /** All corrections of a home, newest first. */
  async listByHomes(homeIds: readonly string[]): Promise<Correction[]> {
    return await this.query<Correction>(sql`
      select ${CORRECTION} from correction where home_id = any(${homeIds}) order by done_at desc`);
  }

  /**
   * Corrects a field from this commit on, until removed or until the feed says something else. Another correction of the
   * field is replaced. `unknown`: no such listing, or the feed no longer has it; `same`: the feed says that.
   */
  async correct(
    given: Pick<Correction, 'dataset' | 'listingKey' | 'field' | 'value' | 'reason' | 'reportId'>,
    by: { actorId: string; now: Date; locate?: Locate | undefined },
  ): Promise<Correction | 'unknown' | 'same'> {
    const { dataset, listingKey, field, value } = given;
    const { actorId, now, locate } = by;
    return await withWrite(this.#writers, async (client) => {
      const stored = await holdListing(client, dataset, listingKey);
      if (stored === undefined) return 'unknown';
      const feedValue = readCorrectable(stored.placed.listing, field);
      if (feedValue === value) return 'same';
      const open = (await loadCorrectionsIn(client, dataset, [listingKey])).get(listingKey) ?? [];
      for (const one of open.filter((other) => other.field === field)) {
        await endIn(client, one, 'replaced', by);
      }
      const made = await insertRow<Correction>(
        client,
        'correction',
        {
          ...given,
          correctionId: randomUUID(),
          homeId: stored.homeId,
          feedValue: JSON.stringify(feedValue),
          value: JSON.stringify(value),
          doneAt: now,
          doneBy: actorId,
        },
        `returning ${CORRECTION.text}`,
      );
      await rewrite(client, stored, locate);
      await writeAuditIn(client, { actorId, now }, 'home.correct', stored.homeId, { field, listingKey });
      return made!;
    });
  }

  /** Shows the feed's value again. Undefined without such an open correction. */
  async remove(
    correctionId: string,
    by: { actorId: string; now: Date; locate?: Locate | undefined },
  ): Promise<Correction | undefined> {
    return await withWrite(this.#writers, async (client) => {
      const known = await sql<Correction>`
        select ${CORRECTION} from correction where correction_id = ${correctionId} and ended_at is null`.row(
        client,
      );
      if (known === undefined) return undefined;
      const { dataset, listingKey, field } = known;
      const stored = await holdListing(client, dataset, listingKey);
      // The feed may have ended it meanwhile.
      const removed = await endIn(client, known, 'removed', by);
      if (removed === undefined) return undefined;
      if (stored !== undefined) await rewrite(client, stored, by.locate);
      await writeAuditIn(client, by, 'home.remove_correction', known.homeId, { field, listingKey });
      return removed;
    });
  }
}

async function endIn(
  client: pg.PoolClient,
  { dataset, listingKey, correctionId }: Correction,
  endKind: 'removed' | 'replaced',
  { actorId, now }: { actorId: string; now: Date },
): Promise<Correction | undefined> {
  return await sql<Correction>`
    update correction set ended_at = ${now}, ended_by = ${actorId}, end_kind = ${endKind}
    where dataset = ${dataset} and listing_key = ${listingKey} and correction_id = ${correctionId} and ended_at is null
    returning ${CORRECTION}`.row(client);
}

interface HeldListing {
  dataset: string;
  provider: FeedProvider;
  rules: DisplayRules;
  homeId: string;
  /** As the feed sent it. */
  placed: PlacedListing;
  lastSeenAt: Date;
}

/** Locks the dataset, so that no feed writer overtakes. Undefined for a listing that the feed no longer has. */
async function holdListing(
  client: pg.PoolClient,
  dataset: string,
  listingKey: string,
): Promise<HeldListing | undefined> {
  await lockDataset(client, dataset);
  const row = await sql<StoredListing & Omit<HeldListing, 'dataset' | 'placed'> & { raw: unknown }>`
    select l.listing_key, l.home_id, l.displayable, null as derivation, l.record, l.place_ids, l.postal_latitude,
      l.postal_longitude, l.raw, l.last_seen_at as "lastSeenAt", coalesce(k.merged_into, k.home_id) as "homeId",
      d.provider, d.rules
    from listing l join dataset d on d.dataset = l.dataset join known_home k on k.home_id = l.home_id
    where l.dataset = ${dataset} and l.listing_key = ${listingKey} and l.retired_at is null`.row(client);
  if (row === undefined) return undefined;
  const { provider, rules, homeId, raw, lastSeenAt } = row;
  const [placed] = await loadPlaced(client, dataset, [{ ...row, record: withoutCorrections(row.record) }]);
  return { dataset, provider, rules, homeId, placed: { ...placed!, raw }, lastSeenAt };
}

/** Writes the stored listing again, with its open corrections. It is not news from the feed: nothing is confirmed by it. */
async function rewrite(
  client: pg.PoolClient,
  { dataset, provider, rules, placed, lastSeenAt }: HeldListing,
  locate: Locate | undefined,
): Promise<void> {
  await applyChangesIn(client, {
    dataset,
    provider,
    rules,
    seenAt: lastSeenAt,
    cursor: null,
    upserts: [{ ...placed, ...locate?.(placed.listing) }],
    isOwnEdit: true,
    locate,
    removals: [],
    quarantined: [],
  });
}
