import { lockByName } from '../db/locks.ts';
import { Repository } from '../db/repository.ts';
import { sql } from '../db/sql.ts';
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
const CAMPAIGN = sql`source, name, note, version, created_at as "createdAt", ended_at as "endedAt"`;

/** Daily counts of visitors by source, without personal data. */
export class Campaigns extends Repository {
  async list(): Promise<Campaign[]> {
    return await this.query<Campaign>(sql`
      select ${CAMPAIGN} from campaign order by ended_at is not null, created_at desc, source limit 500`);
  }

  async counts(since: string): Promise<CampaignCount[]> {
    return await this.query<CampaignCount>(sql`
      select source, to_char(day, 'YYYY-MM-DD') as day, step, count from campaign_count
      where day >= ${since}::date order by day, source, step`);
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
      const [was = 0] = await sql`
        select version from campaign where source = ${source} for update`.column<number>(client);
      if (version !== undefined && version !== was) return 'stale';
      const made = await sql<Campaign>`
        insert into campaign (source, name, note, created_at, created_by, ended_at)
        values (${source}, ${name}, ${note}, ${now}, ${actorId}, case when ${isEnded} then ${now}::timestamptz end)
        on conflict (source) do update set name = excluded.name, note = excluded.note, version = campaign.version + 1,
          ended_at = case when ${isEnded} then coalesce(campaign.ended_at, ${now}::timestamptz) end
        returning ${CAMPAIGN}`.row(client);
      await writeAuditIn(client, by, 'campaign.save', source, { isEnded });
      return made!;
    });
  }

  /** Adds to the day's counts. Unnamed sources above the limit are not counted. */
  async add(counts: readonly CampaignCount[]): Promise<void> {
    if (counts.length === 0) return;
    await this.query(sql`
      insert into campaign_count as old (source, day, step, count)
      select u.source, u.day, u.step, u.count
      from (
        select n.source, n.day::date as day, n.step, n.count,
          exists (select from campaign c where c.source = n.source)
            or exists (select from campaign_count k where k.source = n.source and k.day = n.day::date) as is_known,
          dense_rank() over (partition by n.day order by n.source) as place
        from unnest(${counts.map((one) => one.source)}::text[], ${counts.map((one) => one.day)}::text[],
          ${counts.map((one) => one.step)}::text[],
          ${counts.map((one) => one.count)}::bigint[]) as n(source, day, step, count)
      ) u
      where u.is_known
        or u.place + (select count(distinct k.source) from campaign_count k where k.day = u.day) <= ${MAX_UNNAMED}
      on conflict (source, day, step) do update set count = old.count + excluded.count`);
  }
}
