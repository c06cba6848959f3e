import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { withWrite } from '../db/connection.ts';
import { lockDataset } from '../db/locks.ts';
import { Repository } from '../db/repository.ts';
import { insertRow } from '../db/rows.ts';
import { isAfter, type Position, sql } from '../db/sql.ts';
import { recordChanges } from '../feeds/dataset-visibility.ts';
import { writeAuditIn } from '../site/audit-log.ts';
import { notifySiteIn } from '../site/site-channel.ts';
import { toChange } from './change-log.ts';
import { findHomeGroup, lockHomes } from './home-groups.ts';
import { hideListingsIn, type ListingOfHome, showListingsIn } from './shown-listings.ts';
import { TAKEN_DOWN_IDS } from './taken-down.ts';

export interface TakeDown {
  takeDownId: string;
  homeId: string;
  /** A reason of the contract. */
  reason: string;
  askedBy: string;
  askedAt: Date;
  note: string | null;
  reportId: string | null;
  doneAt: Date;
  doneBy: string;
  liftedAt: Date | null;
  liftedBy: string | null;
  liftNote: string | null;
}

const TAKE_DOWN = sql`take_down_id as "takeDownId", home_id as "homeId", reason, asked_by as "askedBy", asked_at as "askedAt",
  note, report_id as "reportId", done_at as "doneAt", done_by as "doneBy", lifted_at as "liftedAt",
  lifted_by as "liftedBy", lift_note as "liftNote"`;

export interface Barred {
  listings: readonly { dataset: string; listingKey: string }[];
  homeKeys: readonly string[];
}

export class TakeDowns extends Repository {
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
  }): Promise<TakeDown[]> {
    const { isOpen = null, after, limit } = options;
    return await this.query<TakeDown>(sql`
      select ${TAKE_DOWN} from take_down
      where (${isOpen}::boolean is null or (lifted_at is null) = ${isOpen})
        and ${isAfter('done_at, take_down_id', after)}
      order by done_at desc, take_down_id desc limit ${limit}`);
  }

  /** All take-downs of the homes, newest first. */
  async listByHomes(homeIds: readonly string[]): Promise<TakeDown[]> {
    return await this.query<TakeDown>(sql`
      select ${TAKE_DOWN} from take_down where home_id = any(${homeIds}) order by done_at desc`);
  }

  /**
   * For the live sources, which bypass the store: listings of taken-down homes, and the identity keys of these homes.
   */
  async barred(): Promise<Barred> {
    const rows = await this.query<{ dataset: string | null; name: string }>(sql`
      with ids as (${TAKEN_DOWN_IDS})
      select l.dataset, l.listing_key as name from ids join listing l using (home_id)
      union all select null, i.home_key from ids join home_identity i using (home_id)`);
    return {
      listings: rows.flatMap(({ dataset, name }) => (dataset === null ? [] : { dataset, listingKey: name })),
      homeKeys: rows.flatMap(({ dataset, name }) => (dataset === null ? name : [])),
    };
  }

  /**
   * Hides a home with all its current and future listings from this commit on, until lifted. Undefined for an unknown
   * home. A home that is taken down already gets another row, one per request.
   */
  async take(
    given: Pick<TakeDown, 'homeId' | 'reason' | 'askedBy' | 'askedAt' | 'note' | 'reportId'>,
    by: { actorId: string; now: Date },
  ): Promise<TakeDown | undefined> {
    const { actorId, now } = by;
    return await withWrite(this.#writers, async (client) => {
      const known = await client.query(sql`select 1 from known_home where home_id = ${given.homeId}`);
      if (known.rows.length === 0) return undefined;
      const { root, ids } = await holdHome(client, given.homeId);
      const taken = await insertRow<TakeDown>(
        client,
        'take_down',
        { takeDownId: randomUUID(), ...given, homeId: root, doneAt: now, doneBy: actorId },
        `returning ${TAKE_DOWN}`,
      );
      const hidden = await hideListingsIn(client, ids);
      await recordListings(client, hidden);
      await writeAuditIn(client, { actorId, now }, 'home.take_down', root, {
        reason: given.reason,
        listings: hidden.length,
      });
      await notifySiteIn(client);
      return taken!;
    });
  }

  /**
   * Lifts a take-down and shows the home, as far as its listings may be displayed. Undefined without such an active
   * row.
   */
  async lift(
    takeDownId: string,
    { actorId, note, now }: { actorId: string; note: string | null; now: Date },
  ): Promise<TakeDown | undefined> {
    return await withWrite(this.#writers, async (client) => {
      const lifted = await sql<TakeDown>`
        update take_down set lifted_at = ${now}, lifted_by = ${actorId}, lift_note = ${note}
        where take_down_id = ${takeDownId} and lifted_at is null returning ${TAKE_DOWN}`.row(client);
      if (lifted === undefined) return undefined;
      const { root, ids } = await holdHome(client, lifted.homeId);
      const left = await client.query(sql`
        select 1 from take_down where home_id = any(${ids}) and lifted_at is null limit 1`);
      let shown = 0;
      if (left.rows.length === 0) {
        const good = await showListingsIn(client, ids);
        shown = good.length;
        await recordListings(client, good);
      }
      await writeAuditIn(client, { actorId, now }, 'home.lift_take_down', root, { listings: shown });
      await notifySiteIn(client);
      return lifted;
    });
  }
}

/**
 * Locks a home with all its ids and every dataset that lists it, so that no writer can show an unseen listing. A
 * dataset that was added meanwhile is locked out of order; a deadlock is retried (`withWrite`).
 */
async function holdHome(client: pg.PoolClient, homeId: string): Promise<{ root: string; ids: string[] }> {
  const known = await findHomeGroup(client, homeId);
  await lockDatasets(client, known.ids);
  const { members, findRoot } = await lockHomes(client, known.ids);
  const ids = [...members.keys()];
  await lockDatasets(client, ids);
  return { root: findRoot(homeId), ids };
}

/** Sorted by name, to avoid deadlocks. */
async function lockDatasets(client: pg.PoolClient, homeIds: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ dataset: string }>(sql`
    select distinct dataset from listing where home_id = any(${homeIds}) order by dataset`);
  for (const { dataset } of rows) await lockDataset(client, dataset);
}

async function recordListings(client: pg.PoolClient, rows: readonly ListingOfHome[]): Promise<void> {
  for (const [dataset, own] of Map.groupBy(rows, (row) => row.dataset)) {
    await recordChanges(client, dataset, own.map(toChange));
  }
}
