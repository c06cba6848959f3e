import type { ContactState } from '@maru/listing/people';
import { DAY_MS } from '@maru/listing/time';
import type pg from 'pg';
import { sql } from '../db/sql.ts';

/** Maximum number of contacts counted, the latest of the last 90 days. */
const COUNTED = 200;
const RESPONSE_DAYS = 90;

/** Response time for delivered contacts, without withdrawn ones. */
export interface ResponseTime {
  received: number;
  answered: number;
  /** Median in hours; null without answers. */
  medianHours: number | null;
}

export interface ContactNumbers {
  /** `day`: YYYY-MM-DD in the requested zone, oldest first, only non-empty days. */
  days: { day: string; received: number; answered: number }[];
  states: Partial<Record<ContactState, number>>;
  response: ResponseTime;
}

const responseSince = (since: Date) => sql`
  select count(*)::int as received, count(*) filter (where c.answered_at is not null)::int as answered,
    percentile_cont(0.5) within group (order by extract(epoch from c.answered_at - c.created_at))
      filter (where c.answered_at is not null) / 3600 as "medianHours"
  from (select created_at, answered_at from contact c where c.realtor_id = r.id and c.withdrawn_at is null
    and c.created_at > ${since}
    order by c.created_at desc, c.contact_id desc limit ${COUNTED}) c`;

export async function responseTimes(
  pool: pg.Pool,
  realtorIds: readonly string[],
  now: Date,
): Promise<Map<string, ResponseTime>> {
  if (realtorIds.length === 0) return new Map();
  const since = new Date(now.getTime() - RESPONSE_DAYS * DAY_MS);
  const rows = await sql<ResponseTime & { id: string }>`
    select r.id, c.*
    from unnest(${realtorIds}::text[]) as r(id) cross join lateral (${responseSince(since)}) c`.all(pool);
  return new Map(rows.map(({ id, ...own }) => [id, own]));
}

/** The last `days` days in `timeZone` (IANA). */
export async function contactNumbers(
  pool: pg.Pool,
  realtorId: string,
  { now, days, timeZone }: { now: Date; days: number; timeZone: string },
): Promise<ContactNumbers> {
  const since = new Date(now.getTime() - days * DAY_MS);
  const [perDay, states, response] = await Promise.all([
    sql<ContactNumbers['days'][number]>`
      select to_char(created_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, count(*)::int as received,
        count(answered_at)::int as answered
      from contact where realtor_id = ${realtorId} and created_at >= ${since} group by 1
      order by 1`.all(pool),
    sql<{ state: ContactState; count: number }>`
      select state, count(*)::int as count from contact
      where realtor_id = ${realtorId} and created_at >= ${since} and withdrawn_at is null and not hidden_by_recipient
      group by state`.all(pool),
    responseTimes(pool, [realtorId], now),
  ]);
  return {
    days: perDay,
    states: Object.fromEntries(states.map(({ state, count }) => [state, count])),
    response: response.get(realtorId) ?? { received: 0, answered: 0, medianHours: null },
  };
}
