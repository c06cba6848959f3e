import { MAX_ON_SHORTLIST, mergeVotes, type ShortlistVote } from '@maru/listing/people';
import type pg from 'pg';
import { Repository } from '../db/repository.ts';
import { insertRow } from '../db/rows.ts';
import { sql } from '../db/sql.ts';

/** Maximum number of homes that were ever on a list, including removed ones. */
const MAX_EVER = 120;
const MAX_SHORTLISTS = 50;

export interface NewShortlist {
  shortlistId: string;
  keyHash: string;
  ownerHash: string;
  /** Both null without an account. */
  userId: string | null;
  sealedKey: string | null;
  name: string;
  homeIds: readonly string[];
  now: Date;
}

export interface ShortlistPerson {
  personId: string;
  name: string;
  locale: 'en' | 'ko';
}

export interface Shortlist {
  shortlistId: string;
  ownerHash: string;
  userId: string | null;
  name: string;
  createdAt: Date;
  homes: { homeId: string; addedAt: Date }[];
  people: ShortlistPerson[];
  votes: ShortlistVote[];
}

export interface ShortlistRow {
  sealedKey: string;
  name: string;
  createdAt: Date;
  homes: number;
  people: number;
  votes: number;
}

/** Lists of homes that a family votes on through a secret link, without accounts. */
export class Shortlists extends Repository {
  /** Returns how many of the homes are known and were added; with none no list is created. */
  async create(list: NewShortlist): Promise<number | 'too_many'> {
    return await this.transaction(async (client) => {
      if (list.userId !== null && (await isFull(client, list.userId))) return 'too_many';
      const { homeIds, now, ...columns } = list;
      await insertRow(client, 'shortlist', { ...columns, createdAt: now, updatedAt: now });
      const count = await addHomesIn(client, list.shortlistId, homeIds, now);
      if (count === 0)
        await client.query(sql`delete from shortlist where shortlist_id = ${list.shortlistId}`);
      return count;
    });
  }

  async find(keyHash: string): Promise<Shortlist | undefined> {
    return await this.snapshot((client) => findIn(client, keyHash));
  }

  /** Renames, adds, removes. False: more homes than allowed. */
  async update(
    shortlistId: string,
    edit: {
      name?: string | undefined;
      add?: readonly string[] | undefined;
      remove?: readonly string[] | undefined;
    },
    now: Date,
  ): Promise<boolean> {
    return await this.transaction(async (client) => {
      await client.query(sql`select 1 from shortlist where shortlist_id = ${shortlistId} for update`);
      const { rows } = await client.query<{ homeId: string; isShown: boolean }>(sql`
        select home_id as "homeId", removed_at is null as "isShown" from shortlist_home
        where shortlist_id = ${shortlistId}`);
      const shown = new Set(rows.filter(({ isShown }) => isShown).map(({ homeId }) => homeId));
      const ever = new Set(rows.map(({ homeId }) => homeId));
      for (const homeId of edit.remove ?? []) shown.delete(homeId);
      for (const homeId of edit.add ?? []) {
        shown.add(homeId);
        ever.add(homeId);
      }
      if (shown.size > MAX_ON_SHORTLIST.homes || ever.size > MAX_EVER) return false;
      await client.query(sql`
        update shortlist set name = coalesce(${edit.name ?? null}, name), updated_at = ${now}
        where shortlist_id = ${shortlistId}`);
      await client.query(sql`
        update shortlist_home set removed_at = ${now}
        where shortlist_id = ${shortlistId} and home_id = any(${edit.remove ?? []}) and removed_at is null`);
      await addHomesIn(client, shortlistId, edit.add ?? [], now);
      return true;
    });
  }

  async revoke(shortlistId: string): Promise<void> {
    await this.query(sql`delete from shortlist where shortlist_id = ${shortlistId}`);
  }

  /**
   * Per home the latest vote counts, in any order (`mergeVotes`). Votes on homes that were never listed are dropped.
   */
  async vote(
    shortlistId: string,
    person: ShortlistPerson & { secretHash: string },
    votes: readonly Omit<ShortlistVote, 'personId'>[],
    now: Date,
  ): Promise<'ok' | 'gone' | 'not_you' | 'full'> {
    return await this.transaction(async (client) => {
      const list = await client.query(sql`
        select 1 from shortlist where shortlist_id = ${shortlistId} for update`);
      if (list.rowCount === 0) return 'gone';
      const people = await client.query<{ personId: string; secretHash: string }>(sql`
        select person_id as "personId", secret_hash as "secretHash" from shortlist_person
        where shortlist_id = ${shortlistId}`);
      const known = people.rows.find(({ personId }) => personId === person.personId);
      if (known !== undefined && known.secretHash !== person.secretHash) return 'not_you';
      if (known === undefined && people.rows.length >= MAX_ON_SHORTLIST.people) return 'full';
      const { personId, secretHash, name, locale } = person;
      await insertRow(
        client,
        'shortlist_person',
        { shortlistId, personId, secretHash, name, locale, joinedAt: now },
        'on conflict (shortlist_id, person_id) do update set name = excluded.name, locale = excluded.locale',
      );
      // One statement may update a row only once.
      const said = mergeVotes(votes.map((one) => ({ ...one, personId: person.personId })));
      await client.query(sql`
        insert into shortlist_vote as known (shortlist_id, home_id, person_id, vote, note, said_at)
        select ${shortlistId}, u.home_id, ${person.personId}, u.vote, u.note, least(u.said_at, ${now}::timestamptz)
        from unnest(${said.map(({ homeId }) => homeId)}::text[], ${said.map(({ vote }) => vote)}::text[],
          ${said.map(({ note }) => note)}::text[],
          ${said.map(({ at }) => new Date(at))}::timestamptz[]) as u(home_id, vote, note, said_at)
        join shortlist_home h on h.shortlist_id = ${shortlistId} and h.home_id = u.home_id
        on conflict (shortlist_id, home_id, person_id) do update
          set vote = excluded.vote, note = excluded.note, said_at = excluded.said_at
          where (excluded.said_at,
              (coalesce(excluded.vote, '') || E'\\n' || coalesce('+' || excluded.note, '')) collate "C")
            > (known.said_at, (coalesce(known.vote, '') || E'\\n' || coalesce('+' || known.note, '')) collate "C")`);
      await client.query(sql`update shortlist set updated_at = ${now} where shortlist_id = ${shortlistId}`);
      return 'ok';
    });
  }

  /** Of concurrent calls the first wins. False: the account has too many lists. */
  async claim(shortlistId: string, userId: string, sealedKey: string): Promise<boolean> {
    return await this.transaction(async (client) => {
      const { rows } = await client.query<{ userId: string | null }>(sql`
        select user_id as "userId" from shortlist where shortlist_id = ${shortlistId} for update`);
      if (rows[0] === undefined || rows[0].userId !== null) return true;
      if (await isFull(client, userId)) return false;
      await client.query(sql`
        update shortlist set user_id = ${userId}, sealed_key = ${sealedKey}
        where shortlist_id = ${shortlistId}`);
      return true;
    });
  }

  async listByOwner(userId: string): Promise<ShortlistRow[]> {
    return await this.query<ShortlistRow>(sql`
      select sealed_key as "sealedKey", name, created_at as "createdAt",
        (select count(*)::int from shortlist_home h where h.shortlist_id = s.shortlist_id
          and removed_at is null) as homes,
        (select count(*)::int from shortlist_person p where p.shortlist_id = s.shortlist_id) as people,
        (select count(*)::int from shortlist_vote v join shortlist_home h using (shortlist_id, home_id)
         where v.shortlist_id = s.shortlist_id and h.removed_at is null and v.vote is not null) as votes
      from shortlist s where user_id = ${userId} and sealed_key is not null
      order by created_at desc, shortlist_id`);
  }

  /** The person's lists, for the data export, without other people's votes. */
  async exportAll(userId: string): Promise<unknown[]> {
    return await this.query(sql`
      select name, created_at as "createdAt", (select json_agg(home_id order by position) from shortlist_home h
        where h.shortlist_id = s.shortlist_id and removed_at is null) as homes
      from shortlist s where user_id = ${userId} order by created_at`);
  }

  /** Deletes lists unchanged since then. Returns their number. */
  async forgetUntouched(since: Date): Promise<number> {
    const rows = await this.query(sql`delete from shortlist where updated_at < ${since} returning 1`);
    return rows.length;
  }
}

async function isFull(client: pg.ClientBase, userId: string): Promise<boolean> {
  await client.query(sql`select 1 from account where user_id = ${userId} for update`);
  const [count = 0] = await sql`
    select count(*)::int from shortlist where user_id = ${userId}`.column<number>(client);
  return count >= MAX_SHORTLISTS;
}

/** Adds known homes; a removed one returns at the end. Returns how many of them are on the list. */
async function addHomesIn(
  client: pg.ClientBase,
  shortlistId: string,
  homeIds: readonly string[],
  now: Date,
): Promise<number> {
  if (homeIds.length === 0) return 0;
  const { rowCount } = await client.query(sql`
    insert into shortlist_home as known (shortlist_id, home_id, position, added_at)
    select ${shortlistId}, u.home_id,
      u.n + coalesce((select max(position) from shortlist_home where shortlist_id = ${shortlistId}), 0), ${now}
    from unnest(${[...new Set(homeIds)]}::text[]) with ordinality as u(home_id, n)
    where exists (select 1 from known_home k where k.home_id = u.home_id)
    on conflict (shortlist_id, home_id) do update
      set removed_at = null, position = excluded.position, added_at = excluded.added_at
      where known.removed_at is not null`);
  return rowCount ?? 0;
}

async function findIn(client: pg.ClientBase, keyHash: string): Promise<Shortlist | undefined> {
  const list = await sql<Omit<Shortlist, 'homes' | 'people' | 'votes'>>`
    select shortlist_id as "shortlistId", owner_hash as "ownerHash", user_id as "userId", name,
      created_at as "createdAt" from shortlist where key_hash = ${keyHash}`.row(client);
  if (list === undefined) return undefined;
  const { shortlistId } = list;
  const homes = await sql<Shortlist['homes'][number]>`
    select home_id as "homeId", added_at as "addedAt" from shortlist_home
    where shortlist_id = ${shortlistId} and removed_at is null order by position, home_id`.all(client);
  const people = await sql<ShortlistPerson>`
    select person_id as "personId", name, locale from shortlist_person where shortlist_id = ${shortlistId}
    order by joined_at, person_id`.all(client);
  const votes = await sql<Omit<ShortlistVote, 'at'> & { at: Date }>`
    select v.home_id as "homeId", person_id as "personId", vote, note, said_at as at
    from shortlist_vote v join shortlist_home h using (shortlist_id, home_id)
    where v.shortlist_id = ${shortlistId} and h.removed_at is null order by said_at, person_id`.all(client);
  return { ...list, homes, people, votes: votes.map((one) => ({ ...one, at: one.at.getTime() })) };
}
