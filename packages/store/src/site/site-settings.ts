import { lockByName } from '../db/locks.ts';
import { Repository } from '../db/repository.ts';
import { insertRow } from '../db/rows.ts';
import { sql } from '../db/sql.ts';
import { writeAuditIn } from './audit-log.ts';
import { notifySiteIn } from './site-channel.ts';

/** One part of the site's content; the contract defines its value. */
export interface SiteSetting {
  name: string;
  value: unknown;
  version: number;
  changedBy: string;
  changedAt: Date;
}

export interface SiteSettingHistoryRow {
  historyId: number;
  name: string;
  value: unknown;
  version: number;
  actorId: string;
  at: Date;
}

export interface SiteRevision {
  words: number;
  settings: number;
  takeDowns: number;
}

const SETTING = sql`name, value, version, changed_by as "changedBy", changed_at as "changedAt"`;

/** Content set by the owner: front page sections, featured content, announcements, rates. */
export class SiteSettings extends Repository {
  async list(): Promise<SiteSetting[]> {
    return await this.query<SiteSetting>(sql`select ${SETTING} from site_setting order by name`);
  }

  async history(name: string, limit = 50): Promise<SiteSettingHistoryRow[]> {
    return await this.query<SiteSettingHistoryRow>(sql`
      select history_id as "historyId", name, value, version, actor_id as "actorId", at
      from site_setting_history where name = ${name} order by history_id desc limit ${limit}`);
  }

  /** `version` is the caller's version, 0 before the first change; `stale` when it has changed. */
  async save(
    { name, value }: { name: string; value: unknown },
    by: { actorId: string; version?: number | undefined; now: Date },
  ): Promise<SiteSetting | 'stale'> {
    const { actorId, version, now } = by;
    return await this.transaction(async (client) => {
      await lockByName(client, `maru:site:${name}`);
      const [was = 0] = await sql`
        select version from site_setting where name = ${name} for update`.column<number>(client);
      if (version !== undefined && version !== was) return 'stale';
      const text = value === null ? null : JSON.stringify(value);
      const made = await sql<SiteSetting>`
        insert into site_setting (name, value, version, changed_by, changed_at)
        values (${name}, ${text}, 1, ${actorId}, ${now})
        on conflict (name) do update set value = excluded.value, version = site_setting.version + 1,
          changed_by = excluded.changed_by, changed_at = excluded.changed_at
        returning ${SETTING}`.row(client);
      const entry = { name, value: text, version: made!.version, actorId, at: now };
      await insertRow(client, 'site_setting_history', entry);
      await writeAuditIn(client, { actorId, now }, value === null ? 'site.undo' : 'site.change', name, {
        version: made!.version,
      });
      await notifySiteIn(client);
      return made!;
    });
  }

  /** Increasing numbers that tell nodes whether to reload. */
  async revision(): Promise<SiteRevision> {
    const revision = await this.queryRow<SiteRevision>(sql`
      select (select coalesce(sum(version), 0)::int from word_change) as words,
        (select coalesce(sum(version), 0)::int from site_setting) as settings,
        (select (count(*) + count(lifted_at))::int from take_down) as "takeDowns"`);
    return revision!;
  }
}
