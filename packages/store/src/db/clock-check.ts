import { DAY_MS } from '@maru/listing/time';
import { hasTable, withConnection } from './connection.ts';
import { Repository } from './repository.ts';
import { sql } from './sql.ts';

export const CLOCK_JUMP_MS = DAY_MS;
const WATCHED_MS = 7 * CLOCK_JUMP_MS;

export interface ClockNote {
  /** Since then no two readings were more than a day apart, in either direction. */
  steadySince: Date;
  jumpedFrom: Date | null;
}

/**
 * The clock is trusted as long after a jump as the jump was, at least a day (also in a new database), at most a week.
 */
export function trustedFrom({ steadySince, jumpedFrom }: ClockNote): Date {
  const jump = Math.abs(steadySince.getTime() - (jumpedFrom ?? steadySince).getTime());
  return new Date(steadySince.getTime() + Math.min(Math.max(jump, CLOCK_JUMP_MS), WATCHED_MS));
}

const IS_JUMP = sql`abs(extract(epoch from excluded.noted_at - old.noted_at)) * 1000 > ${CLOCK_JUMP_MS}::float8`;

/** Records clock readings for all nodes, so that a wrong clock is noticed before it deletes data too early. */
export class ClockCheck extends Repository {
  /** The database server's clock, independent when it runs on another machine. */
  async databaseNow(): Promise<Date> {
    const [now] = await this.queryColumn<Date>('select clock_timestamp()');
    return now!;
  }

  /** Records that this process' clock shows `now`. */
  async note(now: Date): Promise<ClockNote> {
    const note = await this.queryRow<ClockNote>(sql`
      insert into clock_check as old (clock_id, noted_at, steady_since) values ('jobs', ${now}, ${now})
      on conflict (clock_id) do update set noted_at = excluded.noted_at,
        steady_since = case when ${IS_JUMP} then excluded.noted_at else old.steady_since end,
        jumped_from = case when ${IS_JUMP} then old.noted_at else old.jumped_from end
      returning steady_since as "steadySince", jumped_from as "jumpedFrom"`);
    return note!;
  }
}

/** Whether `now` is consistent with the recorded readings; true without any. For commands; records nothing. */
export async function isClockPlausible(databaseUrl: string, now: Date): Promise<boolean> {
  return await withConnection(databaseUrl, async (client) => {
    if (!(await hasTable(client, 'clock_check'))) return true;
    const rows = await sql<ClockNote & { notedAt: Date }>`
      select noted_at as "notedAt", steady_since as "steadySince", jumped_from as "jumpedFrom"
      from clock_check`.all(client);
    return rows.every(
      (one) => Math.abs(now.getTime() - one.notedAt.getTime()) <= CLOCK_JUMP_MS && now >= trustedFrom(one),
    );
  });
}
