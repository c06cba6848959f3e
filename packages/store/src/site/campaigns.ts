import { queryColumn, queryRow } from '../db/connection.ts';
import { lockByName } from '../db/locks.ts';
import { Repository } from '../db/repository.ts';
import { writeAuditIn } from './audit-log.ts';

const CAMPAIGN_STEPS = ['arrival', 'listing', 'contact'] as const;
export type CampaignStep = (typeof CAMPAIGN_STEPS)[number];

export interface Campaign {
  source: string;
  name: string;
  note: string | null;
  version: number;
  createdAt: Date;
  endedAt: Date | null;
}

/** Count on a day, `YYYY-MM-DD` in California. */
export interface CampaignCount {
  source: string;
  day: string;
  step: CampaignStep;
  count: number;
}

/** Maximum number of unnamed sources counted per day, against abuse. */
const MAX_UNNAMED = 200;
const CAMPAIGN = `source, name, note, version, created_at as "createdAt", ended_at as "endedAt"`;

/** Daily counts of visitors by source, without personal data. */
export class Campaigns extends Repository {
  async list(): Promise<Campaign[]> {
    return await this.query<Campaign>(
      `select ${CAMPAIGN} from campaign order by ended_at is not null, created_at desc, source limit 500`,
    );
  }

  async counts(since: string): Promise<CampaignCount[]> {
    return await this.query<CampaignCount>(
      `select source, to_char(day, 'YYYY-MM-DD') as day, step, count from campaign_count
       where day >= $1::date order by day, source, step`,
      [since],
    );
  }

  /** Creates or updates a named source. `stale`: the version has changed. */
  async save(
    given: { source: string; name: string; note: string | null; isEnded: boolean },
    by: { actorId: string; version?: number | undefined; now: Date },
  ): Promise<Campaign | 'stale'> {
    const { source, name, note, isEnded } = given;
    const { actorId, version, now } = by;
    return await this.transaction(async (client) => {
      await lockByName(client, `maru:campaign:${source}`);
      const current = 'select version from campaign where source = $1 for update';
      const [was = 0] = await queryColumn<number>(client, current, [source]);
      if (version !== undefined && version !== was) return 'stale';
      const made = await queryRow<Campaign>(
        client,
        `insert into campaign (source, name, note, created_at, created_by, ended_at)
         values ($1, $2, $3, $4, $5, case when $6 then $4::timestamptz end)
         on conflict (source) do update set name = excluded.name, note = excluded.note, version = campaign.version + 1,
           ended_at = case when $6 then coalesce(campaign.ended_at, $4::timestamptz) end
         returning ${CAMPAIGN}`,
        [source, name, note, now, actorId, isEnded],
      );
      await writeAuditIn(client, by, 'campaign.save', source, { isEnded });
      return made!;
    });
  }

  /** Adds to the day's counts. Unnamed sources above the limit are not counted. */
  async add(counts: readonly CampaignCount[]): Promise<void> {
    if (counts.length === 0) return;
    await this.query(
      `insert into campaign_count as old (source, day, step, count)
       select u.source, u.day, u.step, u.count
       from (
         select n.source, n.day::date as day, n.step, n.count,
           exists (select from campaign c where c.source = n.source)
             or exists (select from campaign_count k where k.source = n.source and k.day = n.day::date) as is_known,
           dense_rank() over (partition by n.day order by n.source) as place
         from unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) as n(source, day, step, count)
       ) u
       where u.is_known
         or u.place + (select count(distinct k.source) from campaign_count k where k.day = u.day) <= $5
       on conflict (source, day, step) do update set count = old.count + excluded.count`,
      [
        counts.map((one) => one.source),
        counts.map((one) => one.day),
        counts.map((one) => one.step),
        counts.map((one) => one.count),
        MAX_UNNAMED,
      ],
    );
  }
}
