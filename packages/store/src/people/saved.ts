import { randomUUID } from 'node:crypto';
import type { AlertFrequency } from '@maru/listing/people';
import type pg from 'pg';
import { query, queryColumn, queryRow } from '../db/connection.ts';
import { Repository } from '../db/repository.ts';
import { insertRow } from '../db/rows.ts';

/** Limits; above them `too_many`. */
const MAX_SAVED = { homes: 500, hidden: 2_000, searches: 100 } as const;

export interface SavedHome {
  homeId: string;
  savedAt: Date;
}

export interface SavedSearch {
  searchId: string;
  path: string;
  name: string | null;
  frequency: AlertFrequency;
  createdAt: Date;
  updatedAt: Date;
}

export interface AlertSettings {
  timeZone: string | null;
  homesFrequency: AlertFrequency;
  /** Emails bounced: alerts are stopped until the owner resets this. */
  bouncedAt: Date | null;
}

export interface SavedThings {
  homes: SavedHome[];
  hidden: string[];
  searches: SavedSearch[];
  alerts: AlertSettings;
}

/** Items saved in a browser before signing in. */
export interface KeptBefore {
  homes: readonly SavedHome[];
  hidden: readonly string[];
  searches: readonly { path: string; name: string | null; frequency: AlertFrequency; savedAt: Date }[];
  timeZone?: string | undefined;
}

const SEARCH = `search_id as "searchId", path, name, frequency, created_at as "createdAt", updated_at as "updatedAt"`;

export class Saved extends Repository {
  async load(userId: string): Promise<SavedThings> {
    return await this.snapshot((client) => loadIn(client, userId));
  }

  /** Of a home saved twice the earlier time counts; searches with the same path are one. Above the limits: dropped. */
  async merge(userId: string, kept: KeptBefore, now: Date): Promise<SavedThings> {
    return await this.transaction(async (client) => {
      await lockAccount(client, userId);
      await client.query(
        `insert into saved_home (user_id, home_id, saved_at)
         select $1, u.home_id, least(min(u.saved_at), $4::timestamptz)
         from unnest($2::text[], $3::timestamptz[]) as u(home_id, saved_at) group by u.home_id
         on conflict (user_id, home_id) do update set saved_at = least(saved_home.saved_at, excluded.saved_at)`,
        [userId, kept.homes.map(({ homeId }) => homeId), kept.homes.map(({ savedAt }) => savedAt), now],
      );
      await client.query(
        `insert into hidden_home (user_id, home_id, hidden_at) select $1, unnest($2::text[]), $3
         on conflict do nothing`,
        [userId, kept.hidden, now],
      );
      for (const { path, name, frequency, savedAt } of kept.searches) {
        const createdAt = savedAt < now ? savedAt : now;
        await addSearchIn(client, userId, { path, name, frequency, createdAt }, now);
      }
      await keepNewest(client, 'saved_home', 'saved_at', userId, MAX_SAVED.homes);
      await keepNewest(client, 'hidden_home', 'hidden_at', userId, MAX_SAVED.hidden);
      if (kept.timeZone !== undefined) await rememberTimeZone(client, userId, kept.timeZone);
      return await loadIn(client, userId);
    });
  }

  async saveHome(userId: string, homeId: string, now: Date): Promise<boolean> {
    return await this.#add('saved_home', 'saved_at', userId, homeId, now, MAX_SAVED.homes);
  }

  async removeHome(userId: string, homeId: string): Promise<void> {
    await this.query('delete from saved_home where user_id = $1 and home_id = $2', [userId, homeId]);
  }

  async hideHome(userId: string, homeId: string, now: Date): Promise<boolean> {
    return await this.#add('hidden_home', 'hidden_at', userId, homeId, now, MAX_SAVED.hidden);
  }

  async showHome(userId: string, homeId: string): Promise<void> {
    await this.query('delete from hidden_home where user_id = $1 and home_id = $2', [userId, homeId]);
  }

  /** Finds or creates the search with that path; undefined when the limit is reached. */
  async addSearch(
    userId: string,
    search: Pick<SavedSearch, 'path' | 'name' | 'frequency'> & { timeZone?: string | undefined },
    now: Date,
  ): Promise<SavedSearch | undefined> {
    return await this.transaction(async (client) => {
      await lockAccount(client, userId);
      if (search.timeZone !== undefined) await rememberTimeZone(client, userId, search.timeZone);
      return await addSearchIn(client, userId, { ...search, createdAt: now }, now);
    });
  }

  /** Undefined when the person has no such search. */
  async updateSearch(
    userId: string,
    searchId: string,
    edit: Partial<Pick<SavedSearch, 'path' | 'name' | 'frequency'>>,
    now: Date,
  ): Promise<SavedSearch | undefined> {
    return await this.transaction(async (client) => {
      const current = await queryRow<SavedSearch>(
        client,
        `select ${SEARCH} from saved_search where search_id = $2 and user_id = $1 for update`,
        [userId, searchId],
      );
      if (current === undefined) return undefined;
      const { path, name, frequency } = { ...current, ...edit };
      const updated = await queryRow<SavedSearch>(
        client,
        `update saved_search set path = $2, name = $3, frequency = $4, updated_at = greatest($5, updated_at + interval '1 ms')
         where search_id = $1 returning ${SEARCH}`,
        [searchId, path, name, frequency, now],
      );
      // Pending items were found by the previous query.
      if (path !== current.path || frequency === 'off') await deletePendingItems(client, userId, searchId);
      return updated;
    });
  }

  /** False when the person has no such search. */
  async removeSearch(userId: string, searchId: string): Promise<boolean> {
    return await this.transaction(async (client) => {
      const { rowCount } = await client.query(
        'delete from saved_search where search_id = $2 and user_id = $1',
        [userId, searchId],
      );
      if (!rowCount) return false;
      await deletePendingItems(client, userId, searchId);
      return true;
    });
  }

  /** Absent members stay unchanged. `bounced: false`: the owner says that the address works again. */
  async updateAlerts(
    userId: string,
    edit: {
      timeZone?: string | undefined;
      homesFrequency?: AlertFrequency | undefined;
      bounced?: false | undefined;
    },
  ): Promise<AlertSettings> {
    return await this.transaction(async (client) => {
      await lockAccount(client, userId);
      await client.query(
        `insert into alert_settings (user_id, time_zone, homes_frequency) values ($1, coalesce($2, $5), coalesce($3, 'daily'))
         on conflict (user_id) do update set time_zone = coalesce($2, alert_settings.time_zone),
           homes_frequency = coalesce($3, alert_settings.homes_frequency),
           bounced_at = case when $4 then null else alert_settings.bounced_at end`,
        [userId, edit.timeZone ?? null, edit.homesFrequency ?? null, edit.bounced === false, DEFAULT_ZONE],
      );
      if (edit.homesFrequency === 'off') await deletePendingItems(client, userId, HOMES);
      if (edit.bounced === false) {
        // Earlier bounces no longer count.
        await client.query(
          `update letter set failure = 'forgiven' where kind = 'alert' and failed_at is not null
             and subject_id in (select letter_id from alert_item where user_id = $1 and letter_id is not null)`,
          [userId],
        );
      }
      return (await loadIn(client, userId)).alerts;
    });
  }

  /** All saved items, for the data export. */
  async exportAll(userId: string): Promise<Record<string, unknown>> {
    return { ...(await this.load(userId)) };
  }

  async #add(
    table: 'saved_home' | 'hidden_home',
    at: string,
    userId: string,
    homeId: string,
    now: Date,
    most: number,
  ): Promise<boolean> {
    return await this.transaction(async (client) => {
      await lockAccount(client, userId);
      await client.query(
        `insert into ${table} (user_id, home_id, ${at}) select $1, $2, $3
         where (select count(*) from ${table} where user_id = $1) < $4 on conflict do nothing`,
        [userId, homeId, now, most],
      );
      const { rowCount } = await client.query(`select 1 from ${table} where user_id = $1 and home_id = $2`, [
        userId,
        homeId,
      ]);
      return (rowCount ?? 0) > 0;
    });
  }
}

/** `search_id` of alerts for saved homes. */
export const HOMES = 'home';
export const DEFAULT_ZONE = 'America/Los_Angeles';

async function loadIn(client: pg.ClientBase, userId: string): Promise<SavedThings> {
  const homes = await query<SavedHome>(
    client,
    `select home_id as "homeId", saved_at as "savedAt" from saved_home where user_id = $1
     order by saved_at desc, home_id`,
    [userId],
  );
  const hidden = await queryColumn(
    client,
    `select home_id from hidden_home where user_id = $1 order by hidden_at desc, home_id`,
    [userId],
  );
  const searches = await query<SavedSearch>(
    client,
    `select ${SEARCH} from saved_search where user_id = $1 order by created_at desc, search_id`,
    [userId],
  );
  const alerts = await queryRow<AlertSettings>(
    client,
    `select time_zone as "timeZone", homes_frequency as "homesFrequency", bounced_at as "bouncedAt"
     from alert_settings where user_id = $1`,
    [userId],
  );
  return {
    homes,
    hidden,
    searches,
    alerts: alerts ?? { timeZone: null, homesFrequency: 'daily', bouncedAt: null },
  };
}

/** Serializes changes per account, so that limits hold. */
async function lockAccount(client: pg.ClientBase, userId: string): Promise<void> {
  await client.query('select 1 from account where user_id = $1 for update', [userId]);
}

async function addSearchIn(
  client: pg.ClientBase,
  userId: string,
  search: Pick<SavedSearch, 'path' | 'name' | 'frequency' | 'createdAt'>,
  now: Date,
): Promise<SavedSearch | undefined> {
  const { path, name, frequency, createdAt } = search;
  const same = await queryRow<SavedSearch>(
    client,
    `select ${SEARCH} from saved_search where user_id = $1 and path = $2`,
    [userId, path],
  );
  if (same !== undefined) return same;
  return await queryRow<SavedSearch>(
    client,
    `insert into saved_search (search_id, user_id, path, name, frequency, created_at, updated_at)
     select $1, $2, $3, $4, $5, $6, $7
     where (select count(*) from saved_search where user_id = $2) < $8 returning ${SEARCH}`,
    [randomUUID(), userId, path, name, frequency, createdAt, now, MAX_SAVED.searches],
  );
}

async function keepNewest(
  client: pg.ClientBase,
  table: 'saved_home' | 'hidden_home',
  at: string,
  userId: string,
  most: number,
): Promise<void> {
  await client.query(
    `delete from ${table} where user_id = $1 and home_id in (
       select home_id from ${table} where user_id = $1 order by ${at} desc, home_id offset $2)`,
    [userId, most],
  );
}

/** Stores the browser's time zone unless one is set, which may have been chosen. */
async function rememberTimeZone(client: pg.ClientBase, userId: string, timeZone: string): Promise<void> {
  await insertRow(client, 'alert_settings', { userId, timeZone }, 'on conflict (user_id) do nothing');
}

/** Deletes pending items. Sent ones stay, to avoid repetition. */
async function deletePendingItems(client: pg.ClientBase, userId: string, searchId: string): Promise<void> {
  await client.query('delete from alert_item where user_id = $1 and search_id = $2 and letter_id is null', [
    userId,
    searchId,
  ]);
}
