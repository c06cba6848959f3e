import { Repository } from '../db/repository.ts';
import { insertRow } from '../db/rows.ts';
import { sql } from '../db/sql.ts';

/** An announced picture. */
export interface Upload {
  uploadId: string;
  userId: string;
  mediaType: string;
  bytes: number;
  expiresAt: Date;
  /** Time when it was received, validated and re-encoded; null until then. */
  readyAt: Date | null;
}

const UPLOAD = sql`upload_id as "uploadId", user_id as "userId", media_type as "mediaType", bytes,
  expires_at as "expiresAt", ready_at as "readyAt"`;

const MAX_PER_DAY = 50;
/** Uploads per transaction, which stays open while their files are deleted. */
const SWEPT = 50;

export class Uploads extends Repository {
  /** False when the daily limit is reached. */
  async create(upload: Omit<Upload, 'readyAt'>, now: Date): Promise<boolean> {
    return await this.transaction(async (client) => {
      const [count = 0] = await sql`
        select count(*) from upload
        where user_id = ${upload.userId}
          and expires_at > ${now}::timestamptz - interval '1 day'`.column<number>(client);
      if (count >= MAX_PER_DAY) return false;
      await insertRow(client, 'upload', upload);
      return true;
    });
  }

  async find(uploadId: string): Promise<Upload | undefined> {
    return await this.queryRow<Upload>(sql`select ${UPLOAD} from upload where upload_id = ${uploadId}`);
  }

  /** False when it was ready before: an upload URL accepts one picture. */
  async markReady(uploadId: string, now: Date): Promise<boolean> {
    const rows = await this.query(sql`
      update upload set ready_at = ${now} where upload_id = ${uploadId} and ready_at is null
      returning 1 as done`);
    return rows.length > 0;
  }

  /** Ends an upload before its time; it still counts for the daily limit. */
  async expire(uploadId: string, now: Date): Promise<void> {
    await this.query(sql`
      update upload set expires_at = ${now} where upload_id = ${uploadId} and ready_at is null`);
  }

  async isPublic(uploadId: string): Promise<boolean> {
    const rows = await this.query(sql`
      select 1 from upload u join realtor r on r.realtor_id = u.realtor_id
      where u.upload_id = ${uploadId} and r.picture_id = u.upload_id and r.verification = 'verified'`);
    return rows.length > 0;
  }

  /**
   * Deletes uploads without a profile a day after they expired, files (`onGone`) first; returns how many, 0 when done.
   */
  async sweep(now: Date, onGone: (uploadIds: string[]) => Promise<void>): Promise<number> {
    return await this.transaction(async (client) => {
      const ids = await sql`
        select upload_id from upload where realtor_id is null and expires_at < ${now}::timestamptz - interval '1 day'
        order by upload_id limit ${SWEPT} for update skip locked`.column(client);
      if (ids.length === 0) return 0;
      await onGone(ids);
      await client.query(sql`delete from upload where upload_id = any(${ids})`);
      return ids.length;
    });
  }
}
