import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { query, withWrite } from '../db/connection.ts';
import { lockDataset } from '../feeds/dataset-lock.ts';
import { tellChanges } from '../feeds/dataset-visibility.ts';
import { writeAuditIn } from '../site/audit-log.ts';
import { tellSiteIn } from '../site/site-channel.ts';
import { findHomeGroup, lockHomes } from './home-groups.ts';
import { hideListingsIn, type ListingOfHome, showListingsIn } from './shown-listings.ts';
import { TAKEN_DOWN_IDS } from './taken-down.ts';

/** A home that is not shown because somebody has asked for that, or was not for a while. */
export interface TakeDown {
  takeDownId: string;
  homeId: string;
  /** One of the contract's list. */
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

const TAKE_DOWN = `take_down_id as "takeDownId", home_id as "homeId", reason, asked_by as "askedBy", asked_at as "askedAt",
  note, report_id as "reportId", done_at as "doneAt", done_by as "doneBy", lifted_at as "liftedAt",
  lifted_by as "liftedBy", lift_note as "liftNote"`;

/** What is barred by take-downs that stand. */
export interface Barred {
  listings: readonly { dataset: string; listingKey: string }[];
  /** As `homeIdentityOf` has them. */
  homeKeys: readonly string[];
}

/** Homes that were taken down, and the log of that. */
export class TakeDowns {
  readonly #pool: pg.Pool;
  readonly #writers: pg.Pool;

  constructor(pool: pg.Pool, writers: pg.Pool) {
    this.#pool = pool;
    this.#writers = writers;
  }

  /** Newest first, behind `after`. */
  async list(options: {
    isOpen?: boolean | undefined;
    after?: { at: string; id: string } | undefined;
    limit: number;
  }): Promise<TakeDown[]> {
    const { isOpen = null, after, limit } = options;
    return await query<TakeDown>(
      this.#pool,
      `select ${TAKE_DOWN} from take_down
       where ($1::boolean is null or (lifted_at is null) = $1)
         and ($2::timestamptz is null or (done_at, take_down_id) < ($2::timestamptz, $3::text))
       order by done_at desc, take_down_id desc limit $4`,
      [isOpen, after?.at ?? null, after?.id ?? null, limit],
    );
  }

  /** All of a home, newest first. */
  async ofHomes(homeIds: readonly string[]): Promise<TakeDown[]> {
    return await query<TakeDown>(
      this.#pool,
      `select ${TAKE_DOWN} from take_down where home_id = any($1) order by done_at desc`,
      [homeIds],
    );
  }

  /**
   * What is not to be shown, for what does not ask the store: the live sources. All listings of homes that are down, under
   * whichever id they were merged, and what those homes are known by (`homeIdentityOf`): a listing may be there before it is here.
   */
  async barred(): Promise<Barred> {
    const rows = await query<{ dataset: string | null; name: string }>(
      this.#pool,
      `with ids as (${TAKEN_DOWN_IDS})
       select l.dataset, l.listing_key as name from ids join listing l using (home_id)
       union all select null, i.home_key from ids join home_identity i using (home_id)`,
    );
    return {
      listings: rows.flatMap(({ dataset, name }) => (dataset === null ? [] : { dataset, listingKey: name })),
      homeKeys: rows.flatMap(({ dataset, name }) => (dataset === null ? name : [])),
    };
  }

  /**
   * Hides a home with all its listings, now and those that come, until it is lifted: search, map, pages, pictures and
   * letters forget it with this commit and its change. Undefined when no such home was ever known. A home that is
   * down already gets another row, so that each request has its own.
   */
  async take(
    given: Pick<TakeDown, 'homeId' | 'reason' | 'askedBy' | 'askedAt' | 'note' | 'reportId'>,
    by: { actorId: string; now: Date },
  ): Promise<TakeDown | undefined> {
    const { actorId, now } = by;
    return await withWrite(this.#writers, async (client) => {
      const known = await client.query('select 1 from known_home where home_id = $1', [given.homeId]);
      if (known.rows.length === 0) return undefined;
      const { root, ids } = await holdHome(client, given.homeId);
      const { rows } = await client.query<TakeDown>(
        `insert into take_down (take_down_id, home_id, reason, asked_by, asked_at, note, report_id, done_at, done_by)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${TAKE_DOWN}`,
        [
          randomUUID(),
          root,
          given.reason,
          given.askedBy,
          given.askedAt,
          given.note,
          given.reportId,
          now,
          actorId,
        ],
      );
      const hidden = await hideListingsIn(client, ids);
      await tellListings(client, hidden);
      await writeAuditIn(client, {
        actorId,
        action: 'home.take_down',
        subject: root,
        facts: { reason: given.reason, listings: hidden.length },
        at: now,
      });
      await tellSiteIn(client);
      return rows[0]!;
    });
  }

  /** Shows the home again, as far as its listings themselves may be. Undefined when there is no such open row. */
  async lift(
    takeDownId: string,
    { actorId, note, now }: { actorId: string; note: string | null; now: Date },
  ): Promise<TakeDown | undefined> {
    return await withWrite(this.#writers, async (client) => {
      const { rows } = await client.query<TakeDown>(
        `update take_down set lifted_at = $2, lifted_by = $3, lift_note = $4
         where take_down_id = $1 and lifted_at is null returning ${TAKE_DOWN}`,
        [takeDownId, now, actorId, note],
      );
      const lifted = rows[0];
      if (lifted === undefined) return undefined;
      const { root, ids } = await holdHome(client, lifted.homeId);
      const left = await client.query(
        'select 1 from take_down where home_id = any($1) and lifted_at is null limit 1',
        [ids],
      );
      let shown = 0;
      if (left.rows.length === 0) {
        const good = await showListingsIn(client, ids);
        shown = good.length;
        await tellListings(client, good);
      }
      await writeAuditIn(client, {
        actorId,
        action: 'home.lift_take_down',
        subject: root,
        facts: { listings: shown },
        at: now,
      });
      await tellSiteIn(client);
      return lifted;
    });
  }
}

/**
 * The home, held with all its ids and with every dataset that lists it, so that no writer can show a listing of it that is not
 * seen here. Whoever was writing one is waited for, and may have brought a dataset or an id that was not there before; that
 * dataset is then locked out of turn, and a circle of two ends one of them, which begins again (`withWrite`).
 */
async function holdHome(client: pg.PoolClient, homeId: string): Promise<{ root: string; ids: string[] }> {
  const known = await findHomeGroup(client, homeId);
  await lockDatasetsOf(client, known.ids);
  const { members, rootOf } = await lockHomes(client, known.ids);
  const ids = [...members.keys()];
  await lockDatasetsOf(client, ids);
  return { root: rootOf(homeId), ids };
}

/** In the order of their names, so that no two wait for each other. */
async function lockDatasetsOf(client: pg.PoolClient, homeIds: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ dataset: string }>(
    'select distinct dataset from listing where home_id = any($1) order by dataset',
    [homeIds],
  );
  for (const { dataset } of rows) await lockDataset(client, dataset);
}

async function tellListings(client: pg.PoolClient, rows: readonly ListingOfHome[]): Promise<void> {
  for (const [dataset, own] of Map.groupBy(rows, (row) => row.dataset)) {
    const log = own.map((row) => ({ listingKey: row.listing_key, homeIds: [row.home_id], entries: [] }));
    await tellChanges(client, dataset, log);
  }
}
