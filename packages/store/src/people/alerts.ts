import { randomUUID } from 'node:crypto';
import type { HomeCard } from '@maru/listing';
import { type DisplayRules, FEED_ALARM_HOURS } from '@maru/listing/display';
import type { AlertFrequency } from '@maru/listing/people';
import type { Addressed } from '@maru/listing/places';
import { DAY_MS } from '@maru/listing/time';
import type pg from 'pg';
import { Repository } from '../db/repository.ts';
import { raw, sql } from '../db/sql.ts';
import { BARRED_RECORD } from '../listings/barred-record.ts';
import { type HomeRow, toHomeCard } from '../listings/home-card.ts';
import { TAKEN_DOWN_IDS } from '../listings/taken-down.ts';
import { enqueueEmail } from './emails.ts';
import { DEFAULT_ZONE, HOMES, type SavedSearch } from './saved.ts';

const ALERT_KINDS = ['new', 'back', 'cut', 'raised', 'status', 'gone'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** A ledger row of a home's displayed listing, with the home's current card; null when it is gone. */
export interface AlertEvent {
  dataset: string;
  listingKey: string;
  historyId: number;
  homeId: string;
  kind: AlertKind;
  /** Changed values of `listPrice` and `standardStatus`, before and after. */
  facts: Record<string, unknown>;
  seenAt: Date;
  card: HomeCard | null;
  remarks: string;
}

export type WatchedSearch = Pick<SavedSearch, 'searchId' | 'path' | 'frequency' | 'updatedAt'>;

export interface WaitingAlert {
  userId: string;
  searchId: string;
  frequency: AlertFrequency;
  timeZone: string | null;
  toldAt: Date | null;
}

export interface AlertEmailItem extends Pick<AlertEvent, 'homeId' | 'kind' | 'facts'> {
  foundAt: Date;
  /** State when the email is rendered; null when no longer displayed. */
  card: HomeCard | null;
  /** Of a home that is no longer offered, unless it may not be displayed at all. */
  ended: Addressed | null;
}

export interface AlertEmail {
  userId: string;
  searchId: string;
  /** Of the search; null for saved homes. */
  path: string | null;
  name: string | null;
  /** Newest first. */
  items: AlertEmailItem[];
  sources: AlertSource[];
}

/** What the license of a dataset wants beside its homes. */
export interface AlertSource extends Pick<DisplayRules, 'source' | 'disclaimer' | 'advertisingBroker'> {
  /** The feed's last success; null before the first. */
  asOf: Date | null;
}

export class Alerts extends Repository {
  /** Searches saved or changed since then, oldest change first, including disabled ones. */
  async listSearches(since: Date | undefined, limit: number): Promise<WatchedSearch[]> {
    return await this.query<WatchedSearch>(sql`
      select search_id as "searchId", path, frequency, updated_at as "updatedAt" from saved_search
      where ${since ?? null}::timestamptz is null or updated_at >= ${since ?? null} order by updated_at, search_id
      limit ${limit}`);
  }

  /** The ids that no longer exist. */
  async listDeleted(searchIds: readonly string[]): Promise<string[]> {
    return await this.queryColumn(sql`
      select u.id from unnest(${searchIds}::text[]) as u(id)
      where not exists (select from saved_search s where s.search_id = u.id)`);
  }

  /**
   * Matches new events against searches and saved homes in one transaction with its position, so that none is lost or
   * matched twice; a dataset starts after its first load. One process at a time. `matches` returns the ids of searches
   * that contain the home; `refresh` is called before the first event.
   */
  async match(
    matches: (event: AlertEvent & { card: HomeCard }) => readonly string[] | Promise<readonly string[]>,
    { now, limit, refresh }: { now: Date; limit: number; refresh?: () => Promise<void> },
  ): Promise<{ read: number; found: number; more: boolean }> {
    return await this.transaction(async (client) => {
      await client.query(sql`
        insert into alert_cursor (dataset, sequence)
        select dataset, sequence from feed_state where initial_load_done on conflict do nothing`);
      const cursors = await client.query<{ dataset: string; sequence: number; last: number | null }>(sql`
        select c.dataset, c.sequence, (
          select max(lc.sequence) from (select sequence from listing_change
            where dataset = c.dataset and sequence > c.sequence order by sequence limit ${limit}) lc) as last
        from alert_cursor c for update of c skip locked`);
      let [read, found, more] = [0, 0, false];
      for (const { dataset, sequence, last } of cursors.rows) {
        if (last === null) continue;
        const events = await eventsIn(client, dataset, sequence, last);
        if (events.length > 0) await refresh?.();
        for (const event of events) found += await this.#writeItems(client, event, matches, now);
        await client.query(sql`update alert_cursor set sequence = ${last} where dataset = ${dataset}`);
        read += last - sequence;
        more ||= last - sequence >= limit;
      }
      return { read, found, more };
    });
  }

  async #writeItems(
    client: pg.ClientBase,
    event: AlertEvent,
    matches: (event: AlertEvent & { card: HomeCard }) => readonly string[] | Promise<readonly string[]>,
    now: Date,
  ): Promise<number> {
    const { dataset, listingKey, historyId, homeId, kind, facts, seenAt, card } = event;
    const columns = sql`user_id, search_id, dataset, listing_key, history_id, home_id, kind, facts, found_at`;
    const values = sql`${dataset}, ${listingKey}, ${historyId}, ${homeId}, ${kind}, ${facts}, ${now}`;
    // The home and all ids merged into it, which people may have saved.
    const knownAs = sql`array(select k.home_id from known_home k where k.merged_into = ${homeId}) || ${homeId}::text`;
    const ofHomes = await client.query(sql`
      insert into alert_item (${columns})
      select s.user_id, ${HOMES}::text, ${values} from saved_home s
      left join alert_settings a on a.user_id = s.user_id
      where s.home_id = any(${knownAs}) and s.saved_at <= ${seenAt} and coalesce(a.homes_frequency, 'daily') <> 'off'
      on conflict do nothing`);
    if (card === null) return ofHomes.rowCount ?? 0;
    const searchIds = await matches({ ...event, card });
    if (searchIds.length === 0) return ofHomes.rowCount ?? 0;
    // Saved homes have their own alert; hidden homes none.
    const ofSearches = await client.query(sql`
      insert into alert_item (${columns})
      select s.user_id, s.search_id, ${values} from saved_search s
      where s.search_id = any(${searchIds}) and s.frequency <> 'off' and s.created_at <= ${seenAt}
        and not exists (select from hidden_home h where h.user_id = s.user_id and h.home_id = any(${knownAs}))
        and not exists (select from alert_item i where i.user_id = s.user_id and i.search_id = ${HOMES}::text
          and i.dataset = ${dataset} and i.listing_key = ${listingKey} and i.history_id = ${historyId})
      on conflict do nothing`);
    return (ofHomes.rowCount ?? 0) + (ofSearches.rowCount ?? 0);
  }

  /** Pending alerts whose readers may be written to. Those of a feed that is down wait until it is back. */
  async listWaiting(limit: number, now: Date): Promise<WaitingAlert[]> {
    return await this.query<WaitingAlert>(sql`
      select w.user_id as "userId", w.search_id as "searchId",
        coalesce(s.frequency, a.homes_frequency, 'daily') as frequency, a.time_zone as "timeZone",
        case when w.search_id = ${HOMES}::text then a.homes_told_at else s.told_at end as "toldAt"
      from (select user_id, search_id, min(found_at) as since from alert_item
            where letter_id is null and dataset <> all(${await this.#listDown(now)}) group by user_id, search_id) w
      join account u on u.user_id = w.user_id
      left join saved_search s on s.search_id = w.search_id
      left join alert_settings a on a.user_id = w.user_id
      where u.email is not null and u.email_verified and u.deletion_due_at is null and a.bounced_at is null
        and (w.search_id = ${HOMES}::text or s.search_id is not null)
        and coalesce(s.frequency, a.homes_frequency, 'daily') <> 'off'
      order by w.since limit ${limit}`);
  }

  /**
   * Datasets whose feed had no success for longer than their license allows, by default `FEED_ALARM_HOURS`: what is known
   * of their homes is too old to write to people about.
   */
  async #listDown(now: Date): Promise<string[]> {
    return await this.queryColumn(sql`
      select d.dataset from dataset d join feed_state f on f.dataset = d.dataset
      where ${now}::timestamptz - coalesce(f.last_success_at, f.failing_since) > make_interval(
        secs => coalesce((d.rules ->> 'maxStaleHours')::double precision, ${FEED_ALARM_HOURS}) * 3600)`);
  }

  /**
   * Enqueues an email with all pending items of feeds that are not down, unless that happened since `toldAt`. Returns its
   * subject id.
   */
  async enqueueAlert({ userId, searchId, toldAt }: WaitingAlert, now: Date): Promise<string | undefined> {
    const down = await this.#listDown(now);
    return await this.transaction(async (client) => {
      const to = await sql<{ email: string; locale: 'en' | 'ko' }>`
        select email, locale from account where user_id = ${userId} for update`.row(client);
      if (to === undefined) return undefined;
      const isHomes = searchId === HOMES;
      const { rowCount } = isHomes
        ? await client.query(sql`
          insert into alert_settings (user_id, time_zone, homes_told_at) values (${userId}, ${DEFAULT_ZONE}::text, ${now})
          on conflict (user_id) do update set homes_told_at = ${now}
          where alert_settings.homes_told_at is not distinct from ${toldAt}`)
        : await client.query(sql`
          update saved_search set told_at = ${now} where search_id = ${searchId} and told_at is not distinct
          from ${toldAt}`);
      if (!rowCount) return undefined;
      const subjectId = randomUUID();
      const taken = await client.query(sql`
        update alert_item set letter_id = ${subjectId}
        where user_id = ${userId} and search_id = ${searchId} and letter_id is null and dataset <> all(${down})`);
      if (!taken.rowCount) return undefined;
      await enqueueEmail(client, { kind: 'alert', subjectId, locale: to.locale, toEmail: to.email }, now);
      return subjectId;
    });
  }

  /** Content of the email; undefined when its search or owner is gone. */
  async findEmail(subjectId: string): Promise<AlertEmail | undefined> {
    const rows = await this.query<
      Omit<AlertEmail, 'items' | 'sources'> & Omit<AlertEmailItem, 'card' | 'ended'>
    >(sql`
      select i.user_id as "userId", i.search_id as "searchId", s.path, s.name, i.home_id as "homeId", i.kind, i.facts,
        i.found_at as "foundAt"
      from alert_item i left join saved_search s on s.search_id = i.search_id
      where i.letter_id = ${subjectId} order by i.found_at desc, i.history_id desc`);
    const first = rows[0];
    if (first === undefined || (first.searchId !== HOMES && first.path === null)) return undefined;
    const cards = await this.query<HomeRow>(sql`
      select h.* from home h left join dataset d on d.dataset = h.dataset
      where h.home_id = any(${rows.map(({ homeId }) => homeId)}) and not coalesce(d.is_hidden, false)`);
    const sources = await this.query<AlertSource>(sql`
      select d.rules ->> 'source' as source, d.rules ->> 'disclaimer' as disclaimer,
        d.rules -> 'advertisingBroker' as "advertisingBroker", f.last_success_at as "asOf"
      from dataset d left join feed_state f on f.dataset = d.dataset
      where d.dataset = any(${[...new Set(cards.map(({ dataset }) => dataset))]}) order by d.dataset`);
    const ended = await this.query<Addressed>(sql`
      select distinct on (i.home_id) i.home_id as "homeId", l.card ->> 'street_line' as "streetLine",
        l.card ->> 'unit_number' as "unitNumber", l.card ->> 'city' as city,
        l.card ->> 'state_or_province' as "stateOrProvince", l.card ->> 'postal_code' as "postalCode",
        (l.card ->> 'address_withheld')::boolean as "addressWithheld"
      from alert_item i join listing l using (dataset, listing_key) join dataset d using (dataset)
      where i.letter_id = ${subjectId} and i.kind = 'gone' and not d.is_hidden
        and not (${raw(BARRED_RECORD('l.record'))})
        and l.home_id not in (${TAKEN_DOWN_IDS})
      order by i.home_id, i.history_id desc`);
    const endedById = new Map(ended.map((home) => [home.homeId, home]));
    const byId = new Map(cards.map(toHomeCard).map((card) => [card.homeId, card]));
    const { userId, searchId, path, name } = first;
    const items = rows.map(({ homeId, kind, facts, foundAt }) => {
      const card = byId.get(homeId) ?? null;
      return { homeId, kind, facts, foundAt, card, ended: endedById.get(homeId) ?? null };
    });
    return { userId, searchId, path, name, sources, items };
  }

  /** Turns off the alerts of a search, or ('home') of saved homes. False when there is none. */
  async unsubscribe(userId: string, searchId: string, now: Date): Promise<boolean> {
    return await this.transaction(async (client) => {
      const { rowCount } =
        searchId === HOMES
          ? await client.query(sql`
            insert into alert_settings (user_id, time_zone, homes_frequency)
            select user_id, ${DEFAULT_ZONE}::text, 'off' from account where user_id = ${userId}
            on conflict (user_id) do update set homes_frequency = 'off'`)
          : await client.query(sql`
            update saved_search set frequency = 'off', updated_at = greatest(${now}, updated_at + interval '1 ms')
            where search_id = ${searchId} and user_id = ${userId}`);
      await client.query(sql`
        delete from alert_item where user_id = ${userId} and search_id = ${searchId} and letter_id is null`);
      return (rowCount ?? 0) > 0;
    });
  }

  /** Stops alerts to addresses that bounced; returns the number of people. */
  async stopBounced(now: Date): Promise<number> {
    const rows = await this.query(sql`
      insert into alert_settings (user_id, time_zone, bounced_at)
      select distinct i.user_id, ${DEFAULT_ZONE}::text, ${now}::timestamptz
      from letter l join alert_item i on i.letter_id = l.subject_id
      where l.kind = 'alert' and l.failed_at > ${now}::timestamptz - interval '1 day'
        and l.failure not in ('cancelled', 'forgiven')
        and not exists (select from alert_settings a where a.user_id = i.user_id and a.bounced_at is not null)
      on conflict (user_id) do update set bounced_at = excluded.bounced_at
      returning user_id`);
    return rows.length;
  }

  /** Deletes sent items from before `before`; the position of `match` prevents repetition. */
  async deleteSent(before: Date): Promise<void> {
    await this.query(sql`delete from alert_item where letter_id is not null and found_at < ${before}`);
  }
}

interface EventRow {
  listingKey: string;
  historyId: number;
  homeId: string;
  kind: string;
  oldValue: { listPrice?: number | null; standardStatus?: string } | null;
  newValue: { listPrice?: number | null; standardStatus?: string } | null;
  seenAt: Date;
  isShown: boolean;
  isBarred: boolean;
  remarks: string;
}

/** Listings older than this many days do not count as new when they first arrive. */
const NEW_DAYS = 14;

async function eventsIn(
  client: pg.ClientBase,
  dataset: string,
  after: number,
  last: number,
): Promise<AlertEvent[]> {
  const { rows } = await client.query<EventRow>(sql`
    select y.listing_key as "listingKey", y.history_id as "historyId", coalesce(k.merged_into, l.home_id) as "homeId",
      y.kind,
      y.old_value as "oldValue", y.new_value as "newValue", y.seen_time as "seenAt",
      exists (select from home h where h.home_id = coalesce(k.merged_into, l.home_id)) as "isShown",
      coalesce(l.record ->> 'publicRemarks', '') as remarks,
      ${raw(BARRED_RECORD('l.record'))} or d.is_hidden
        or l.home_id in (${TAKEN_DOWN_IDS}) as "isBarred"
    from listing_change c
    join listing_history y on y.dataset = c.dataset and y.listing_key = c.listing_key and y.sequence = c.sequence
    join listing l on l.dataset = c.dataset and l.listing_key = c.listing_key
    join dataset d on d.dataset = c.dataset
    left join known_home k on k.home_id = l.home_id
    where c.dataset = ${dataset} and c.sequence > ${after} and c.sequence <= ${last}
      and y.kind in ('new', 'price', 'status', 'back_on_market', 'withdrawn')
    order by c.sequence, y.history_id`);
  if (rows.length === 0) return [];
  const found = await client.query<HomeRow>(sql`
    select * from home
    where dataset = ${dataset}
      and listing_key = any(${[...new Set(rows.map(({ listingKey }) => listingKey))]})`);
  const cards = new Map(found.rows.map(toHomeCard).map((card) => [card.listingKey, card]));
  return rows.flatMap((row) => {
    const card = cards.get(row.listingKey) ?? null;
    const kind = classify(row, card);
    if (kind === undefined || row.isBarred) return [];
    const { listingKey, historyId, homeId, oldValue, newValue, seenAt, remarks } = row;
    const facts = { old: oldValue, new: newValue };
    return [{ dataset, listingKey, historyId, homeId, kind, facts, seenAt, card, remarks }];
  });
}

/** The alert kind of a ledger row; undefined when it causes none. */
function classify(
  { kind, oldValue, newValue, seenAt, isShown }: EventRow,
  card: HomeCard | null,
): AlertKind | undefined {
  // Nothing is displayed: another listing is, or none.
  if (card === null) return kind === 'withdrawn' && !isShown ? 'gone' : undefined;
  switch (kind) {
    case 'new': {
      const isFresh = card.listedAt === null || card.listedAt > seenAt.getTime() - NEW_DAYS * DAY_MS;
      return isFresh ? 'new' : undefined;
    }
    case 'back_on_market':
      return 'back';
    case 'price': {
      const [was, is] = [oldValue?.listPrice ?? null, newValue?.listPrice ?? null];
      if (was === null || is === null || was === is) return undefined;
      return is < was ? 'cut' : 'raised';
    }
    case 'status':
      return 'status';
    default:
      return undefined;
  }
}
