import { lockByName } from '../db/locks.ts';
import { Repository } from '../db/repository.ts';
import { insertRow } from '../db/rows.ts';
import { sql } from '../db/sql.ts';
import { writeAuditIn } from './audit-log.ts';
import { notifySiteIn } from './site-channel.ts';

type Locale = 'en' | 'ko';

export interface WordChange {
  locale: Locale;
  key: string;
  /** Null: reset to the bundled message. */
  message: string | null;
  version: number;
  bundled: string;
  other: string;
  changedBy: string;
  changedAt: Date;
}

export interface WordHistoryRow {
  historyId: number;
  locale: Locale;
  key: string;
  was: string | null;
  message: string | null;
  actorId: string;
  at: Date;
}

const CHANGE = sql`locale, key, message, version, bundled, other, changed_by as "changedBy", changed_at as "changedAt"`;

/** Messages edited by the owner. Callers validate them (`wordProblems` of @maru/words). */
export class WordChanges extends Repository {
  /** All edits, including reset ones; a few hundred at most. */
  async list(): Promise<WordChange[]> {
    return await this.query<WordChange>(sql`select ${CHANGE} from word_change order by key, locale`);
  }

  async history(key: string, limit = 100): Promise<WordHistoryRow[]> {
    return await this.query<WordHistoryRow>(sql`
      select history_id as "historyId", locale, key, was, message, actor_id as "actorId", at
      from word_history where key = ${key} order by history_id desc limit ${limit}`);
  }

  /**
   * `version` is the caller's, 0 before the first change; `stale` when it has changed: nothing is written. Null resets.
   */
  async save(
    change: { locale: Locale; key: string; message: string | null; bundled: string; other: string },
    by: { actorId: string; version?: number | undefined; now: Date },
  ): Promise<WordChange | 'stale'> {
    const { locale, key, message, bundled, other } = change;
    const { actorId, version, now } = by;
    return await this.transaction(async (client) => {
      // Serializes edits of a key, also before its first row exists.
      await lockByName(client, `maru:word:${locale} ${key}`);
      const found = await sql<{ version: number; message: string | null }>`
        select version, message from word_change where locale = ${locale} and key = ${key}
        for update`.row(client);
      const was = found ?? { version: 0, message: null };
      if (version !== undefined && version !== was.version) return 'stale';
      const made = await sql<WordChange>`
        insert into word_change (locale, key, message, version, bundled, other, changed_by, changed_at)
        values (${locale}, ${key}, ${message}, 1, ${bundled}, ${other}, ${actorId}, ${now})
        on conflict (locale, key) do update set message = excluded.message, version = word_change.version + 1,
          bundled = excluded.bundled, other = excluded.other, changed_by = excluded.changed_by,
          changed_at = excluded.changed_at
        returning ${CHANGE}`.row(client);
      await insertRow(client, 'word_history', { locale, key, was: was.message, message, actorId, at: now });
      const action = message === null ? 'word.undo' : 'word.change';
      await writeAuditIn(client, { actorId, now }, action, key, { locale });
      await notifySiteIn(client);
      return made!;
    });
  }
}
