import { randomUUID } from 'node:crypto';
import type { AlertFrequency } from '@maru/listing/people';
import type pg from 'pg';
import { Repository } from '../db/repository.ts';
import { insertRow } from '../db/rows.ts';
import { sql } from '../db/sql.ts';

/** Limits; above them `too_many`. */
const MAX_SEARCHES = 100;
const SAVED = { name: sql`saved_home`, time: sql`saved_at`, most: 500 };
const HIDDEN = { name: sql`hidden_home`, time: sql`hidden_at`, most: 2_000 };
type HomeTable = typeof SAVED;

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

const SEARCH = sql`search_id as "searchId", path, name, frequency, created_at as "createdAt", updated_at as "updatedAt"`;

export class Saved extends Repository {
  async load(userId: string): Promise<SavedThings> {
    return await this.snapshot((client) => loadIn(client, userId));
  }

  /** Of a home saved twice the earlier time counts; searches with the same path are one. Above the limits: dropped. */
  async merge(userId: string, kept: KeptBefore, now: Date): Promise<SavedThings> {
    return await this.transaction(async (client) => {
      await lockAccount(client, userId);
      await client.query(sql`
        insert into saved_home (user_id, home_id, saved_at)
        select ${userId}, u.home_id, least(min(u.saved_at), ${now}::timestamptz)
        from unnest(${kept.homes.map(({ homeId }) => homeId)}::text[],
          ${kept.homes.map(({ savedAt }) => savedAt)}::timestamptz[]) as u(home_id, saved_at) group by u.home_id
        on conflict (user_id, home_id) do update
        set saved_at = least(saved_home.saved_at, excluded.saved_at)`);
      await client.query(sql`
        insert into hidden_home (user_id, home_id, hidden_at) select ${userId}, unnest(${kept.hidden}::text[]), ${now}
        on conflict do nothing`);
      for (const { path, name, frequency, savedAt } of kept.searches) {
        const createdAt = savedAt < now ? savedAt : now;
        await addSearchIn(client, userId, { path, name, frequency, createdAt }, now);
      }
      await keepNewest(client, SAVED, userId);
      await keepNewest(client, HIDDEN, userId);
      if (kept.timeZone !== undefined) await rememberTimeZone(client, userId, kept.timeZone);
      return await loadIn(client, userId);
    });
  }

  async saveHome(userId: string, homeId: string, now: Date): Promise<boolean> {
    return await this.#add(SAVED, userId, homeId, now);
  }

  async removeHome(userId: string, homeId: string): Promise<void> {
    await this.query(sql`delete from saved_home where user_id = ${userId} and home_id = ${homeId}`);
  }

  async hideHome(userId: string, homeId: string, now: Date): Promise<boolean> {
    return await this.#add(HIDDEN, userId, homeId, now);
  }

  async showHome(userId: string, homeId: string): Promise<void> {
    await this.query(sql`delete from hidden_home where user_id = ${userId} and home_id = ${homeId}`);
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
      const current = await sql<SavedSearch>`
        select ${SEARCH} from saved_search where search_id = ${searchId} and user_id = ${userId}
        for update`.row(client);
      if (current === undefined) return undefined;
      const { path, name, frequency } = { ...current, ...edit };
      const updated = await sql<SavedSearch>`
        update saved_search
        set path = ${path}, name = ${name}, frequency = ${frequency},
          updated_at = greatest(${now}, updated_at + interval '1 ms')
        where search_id = ${searchId} returning ${SEARCH}`.row(client);
      // Pending items were found by the previous query.
      if (path !== current.path || frequency === 'off') await deletePendingItems(client, userId, searchId);
      return updated;
    });
  }

  /** False when the person has no such search. */
  async removeSearch(userId: string, searchId: string): Promise<boolean> {
    return await this.transaction(async (client) => {
      const { rowCount } = await client.query(sql`
        delete from saved_search where search_id = ${searchId} and user_id = ${userId}`);
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
      await client.query(sql`
        insert into alert_settings (user_id, time_zone, homes_frequency)
        values (${userId}, coalesce(${edit.timeZone ?? null}, ${DEFAULT_ZONE}::text),
          coalesce(${edit.homesFrequency ?? null}, 'daily'))
        on conflict (user_id) do update set time_zone = coalesce(${edit.timeZone ?? null}, alert_settings.time_zone),
          homes_frequency = coalesce(${edit.homesFrequency ?? null}, alert_settings.homes_frequency),
          bounced_at = case when ${edit.bounced === false} then null else alert_settings.bounced_at end`);
      if (edit.homesFrequency === 'off') await deletePendingItems(client, userId, HOMES);
      if (edit.bounced === false) {
        // Earlier bounces no longer count.
        await client.query(sql`
          update letter set failure = 'forgiven' where kind = 'alert' and failed_at is not null
            and subject_id in (select letter_id from alert_item where user_id = ${userId}
              and letter_id is not null)`);
      }
      return (await loadIn(client, userId)).alerts;
    });
  }

  /** All saved items, for the data export. */
  async exportAll(userId: string): Promise<Record<string, unknown>> {
    return { ...(await this.load(userId)) };
  }

  async #add(table: HomeTable, userId: string, homeId: string, now: Date): Promise<boolean> {
    return await this.transaction(async (client) => {
      await lockAccount(client, userId);
      await client.query(sql`
        insert into ${table.name} (user_id, home_id, ${table.time}) select ${userId}, ${homeId}, ${now}
        where (select count(*) from ${table.name} where user_id = ${userId}) < ${table.most} on conflict do nothing`);
      const { rowCount } = await client.query(sql`
        select 1 from ${table.name} where user_id = ${userId} and home_id = ${homeId}`);
      return (rowCount ?? 0) > 0;
    });
  }
}

/** `search_id` of alerts for saved homes. */
export const HOMES = 'home';
export const DEFAULT_ZONE = 'America/Los_Angeles';

async function loadIn(client: pg.ClientBase, userId: string): Promise<SavedThings> {
  const homes = await sql<SavedHome>`
    select home_id as "homeId", saved_at as "savedAt" from saved_home where user_id = ${userId}
    order by saved_at desc, home_id`.all(client);
  const hidden = await sql`
    select home_id from hidden_home where user_id = ${userId}
    order by hidden_at desc, home_id`.column(client);
  const searches = await sql<SavedSearch>`
    select ${SEARCH} from saved_search where user_id = ${userId}
    order by created_at desc, search_id`.all(client);
  const alerts = await sql<AlertSettings>`
    select time_zone as "timeZone", homes_frequency as "homesFrequency", bounced_at as "bouncedAt"
    from alert_settings where user_id = ${userId}`.row(client);
  return {
    homes,
    hidden,
    searches,
    alerts: alerts ?? { timeZone: null, homesFrequency: 'daily', bouncedAt: null },
  };
}

/** Serializes changes per account, so that limits hold. */
async function lockAccount(client: pg.ClientBase, userId: string): Promise<void> {
  await client.query(sql`select 1 from account where user_id = ${userId} for update`);
}

async function addSearchIn(
  client: pg.ClientBase,
  userId: string,
  search: Pick<SavedSearch, 'path' | 'name' | 'frequency' | 'createdAt'>,
  now: Date,
): Promise<SavedSearch | undefined> {
  const { path, name, frequency, createdAt } = search;
  const same = await sql<SavedSearch>`
    select ${SEARCH} from saved_search where user_id = ${userId} and path = ${path}`.row(client);
  if (same !== undefined) return same;
  return await sql<SavedSearch>`
    insert into saved_search (search_id, user_id, path, name, frequency, created_at, updated_at)
    select ${randomUUID()}, ${userId}, ${path}, ${name}, ${frequency}, ${createdAt}, ${now}
    where (select count(*) from saved_search where user_id = ${userId}) < ${MAX_SEARCHES}
    returning ${SEARCH}`.row(client);
}

async function keepNewest(
  client: pg.ClientBase,
  { name, time, most }: HomeTable,
  userId: string,
): Promise<void> {
  await client.query(sql`
    delete from ${name} where user_id = ${userId} and home_id in (
      select home_id from ${name} where user_id = ${userId} order by ${time} desc, home_id offset ${most})`);
}

/** Stores the browser's time zone unless one is set, which may have been chosen. */
async function rememberTimeZone(client: pg.ClientBase, userId: string, timeZone: string): Promise<void> {
  await insertRow(client, 'alert_settings', { userId, timeZone }, 'on conflict (user_id) do nothing');
}

/** Deletes pending items. Sent ones stay, to avoid repetition. */
async function deletePendingItems(client: pg.ClientBase, userId: string, searchId: string): Promise<void> {
  await client.query(sql`
    delete from alert_item where user_id = ${userId} and search_id = ${searchId} and letter_id is null`);
}
