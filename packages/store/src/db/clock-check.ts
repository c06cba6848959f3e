import { DAY_MS } from '@maru/listing';
import pg from 'pg';
import { clientConfig, query } from './connection.ts';

/** A larger step between two looks at the clock is a jump (ms). */
export const CLOCK_JUMP_MS = DAY_MS;
/** After the longest jump the clock is watched for so long (ms). */
const WATCHED_MS = 7 * CLOCK_JUMP_MS;

/** What is known of the clock by which old rows are deleted. */
export interface ClockNote {
  /** Since then it has taken no step of more than a day, forward or back, from one look to the next. */
  steadySince: Date;
  /** The last look before such a step; null when there was none. */
  jumpedFrom: Date | null;
}

/**
 * From when on the clock is trusted, if it does not jump again: after as long as the jump was, at least a day (which is also how
 * long a new one is watched) and at most a week.
 */
export function trustedFrom({ steadySince, jumpedFrom }: ClockNote): Date {
  const jump = Math.abs(steadySince.getTime() - (jumpedFrom ?? steadySince).getTime());
  return new Date(steadySince.getTime() + Math.min(Math.max(jump, CLOCK_JUMP_MS), WATCHED_MS));
}

const IS_JUMP = 'abs(extract(epoch from excluded.noted_at - old.noted_at)) * 1000 > $2::float8';

/**
 * Remembers in the database when the clock was last looked at, so that a wrong one is noticed before it deletes what is not old:
 * all nodes share the row.
 */
export class ClockCheck {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** The database's own clock: with a server on another machine, an independent one. */
  async databaseNow(): Promise<Date> {
    const rows = await query<{ now: Date }>(this.#pool, 'select clock_timestamp() as now');
    return rows[0]!.now;
  }

  /** Notes that it is `now`, by the clock of this process. */
  async note(now: Date): Promise<ClockNote> {
    const rows = await query<ClockNote>(
      this.#pool,
      `insert into clock_check as old (clock_id, noted_at, steady_since) values ('jobs', $1, $1)
       on conflict (clock_id) do update set noted_at = excluded.noted_at,
         steady_since = case when ${IS_JUMP} then excluded.noted_at else old.steady_since end,
         jumped_from = case when ${IS_JUMP} then old.noted_at else old.jumped_from end
       returning steady_since as "steadySince", jumped_from as "jumpedFrom"`,
      [now, CLOCK_JUMP_MS],
    );
    return rows[0]!;
  }
}

/**
 * Whether the clock says a time that the notes of the jobs in this database do not contradict; true where there are none. For
 * commands: notes nothing.
 */
export async function isClockPlausible(databaseUrl: string, now: Date): Promise<boolean> {
  const client = new pg.Client(clientConfig(databaseUrl));
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows: there } = await client.query(`select from pg_class where oid = to_regclass('clock_check')`);
    if (there.length === 0) return true;
    const { rows } = await client.query<ClockNote & { notedAt: Date }>(
      `select noted_at as "notedAt", steady_since as "steadySince", jumped_from as "jumpedFrom" from clock_check`,
    );
    return rows.every(
      (one) => Math.abs(now.getTime() - one.notedAt.getTime()) <= CLOCK_JUMP_MS && now >= trustedFrom(one),
    );
  } finally {
    await client.end();
  }
}
