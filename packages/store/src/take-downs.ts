import { randomUUID } from 'node:crypto';
import { completeListing, type Listing, mayDisplay } from '@maru/listing';
import type pg from 'pg';
import { writeAuditIn } from './audit-log.ts';
import { query, withWrite } from './connection.ts';
import { lockDataset } from './dataset-lock.ts';
import { tellChanges } from './dataset-visibility.ts';
import { findHomeGroup } from './home-groups.ts';
import { tellSiteIn } from './site-channel.ts';

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

  /** The listings that are not to be shown, for what does not ask the store: the live sources. */
  async barredListings(): Promise<{ dataset: string; listingKey: string }[]> {
    return await query(
      this.#pool,
      `select distinct l.dataset, l.listing_key as "listingKey" from take_down t
       left join known_home k on k.merged_into = t.home_id or k.home_id = t.home_id
       join listing l on l.home_id in (t.home_id, k.home_id, k.merged_into)
       where t.lifted_at is null`,
    );
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
      const { root, ids } = await findHomeGroup(client, given.homeId);
      await lockDatasetsOf(client, ids);
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
      const hidden = await client.query<{ dataset: string; listing_key: string; home_id: string }>(
        `update listing set displayable = false where home_id = any($1) returning dataset, listing_key, home_id`,
        [ids],
      );
      await tellListings(client, hidden.rows);
      await writeAuditIn(client, {
        actorId,
        action: 'home.take_down',
        subject: root,
        facts: { reason: given.reason, listings: hidden.rows.length },
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
      const { root, ids } = await findHomeGroup(client, lifted.homeId);
      await lockDatasetsOf(client, ids);
      const left = await client.query(
        'select 1 from take_down where home_id = any($1) and lifted_at is null limit 1',
        [ids],
      );
      let shown = 0;
      if (left.rows.length === 0) {
        const found = await client.query<{
          dataset: string;
          listing_key: string;
          home_id: string;
          record: object;
        }>('select dataset, listing_key, home_id, record from listing where home_id = any($1)', [ids]);
        const good = found.rows.filter(({ record }) =>
          mayDisplay(completeListing(record as never) as unknown as Listing, { allowSold: true }),
        );
        for (const one of good) {
          await client.query(
            'update listing set displayable = true where dataset = $1 and listing_key = $2',
            [one.dataset, one.listing_key],
          );
        }
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

/** In the order of their names, so that no two wait for each other. */
async function lockDatasetsOf(client: pg.PoolClient, homeIds: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ dataset: string }>(
    'select distinct dataset from listing where home_id = any($1) order by dataset',
    [homeIds],
  );
  for (const { dataset } of rows) await lockDataset(client, dataset);
}

async function tellListings(
  client: pg.PoolClient,
  rows: readonly { dataset: string; listing_key: string; home_id: string }[],
): Promise<void> {
  for (const [dataset, own] of Map.groupBy(rows, (row) => row.dataset)) {
    const log = own.map((row) => ({ listingKey: row.listing_key, homeIds: [row.home_id], entries: [] }));
    await tellChanges(client, dataset, log);
  }
}
