import type { FeedProvider } from '@maru/listing';
import type { Progress } from './cursor.ts';
import type { ChangeBatch } from './feed.ts';
import { normalizeListing } from './normalize/listing.ts';
import { normalizeMember, normalizeOffice } from './normalize/member.ts';
import type { OddityCounts } from './normalize/oddities.ts';
import { storableRaw } from './normalize/raw.ts';
import { isAbsent } from './related.ts';
import type { Row } from './resource-walk.ts';

export const EMPTY = { upserts: [], quarantined: [], members: [], offices: [] };

/** `convert` gives a row RESO's names; `raw` of the batch is the row before it. */
export function normalizeRows(
  rows: readonly unknown[],
  from: { dataset: string; provider: FeedProvider; oddities?: OddityCounts | undefined },
  readKey: (row: unknown) => string | null,
  convert: (row: unknown) => unknown = (row) => row,
): Pick<ChangeBatch, 'upserts' | 'quarantined'> {
  const upserts: ChangeBatch['upserts'] = [];
  const quarantined: ChangeBatch['quarantined'] = [];
  for (const row of rows) {
    const raw = storableRaw(row);
    const result = normalizeListing(convert(row), from);
    if ('listing' in result) upserts.push({ listing: result.listing, raw });
    else quarantined.push({ listingKey: readKey(row), reason: result.reason, raw });
  }
  return { upserts, quarantined };
}

interface PeopleCursor<Place> extends Progress {
  office: Place;
  member: Place;
}

/**
 * Offices, then agents, before the listings that reference them, with the cursor after each page. A resource that the
 * service lacks is skipped.
 */
export async function* readPeople<Place, Cursor extends PeopleCursor<Place>>(
  from: Cursor,
  dataset: string,
  pages: (kind: 'office' | 'member', from: Place) => AsyncIterable<{ rows: Row[]; place: Place }>,
  log: (message: string, facts: Record<string, unknown>) => void,
): AsyncGenerator<Pick<ChangeBatch, 'members' | 'offices'> & { cursor: Cursor }> {
  let cursor = from;
  for (const kind of ['office', 'member'] as const) {
    try {
      for await (const { rows, place } of pages(kind, cursor[kind])) {
        cursor = { ...cursor, [kind]: place, batch: cursor.batch + 1 };
        const offices = kind === 'office' ? rows.flatMap((row) => normalizeOffice(row, dataset) ?? []) : [];
        const members = kind === 'member' ? rows.flatMap((row) => normalizeMember(row, dataset) ?? []) : [];
        if (offices.length + members.length > 0) yield { offices, members, cursor };
      }
    } catch (error) {
      if (!isAbsent(error)) throw error;
      log('resource not available in this feed', { dataset, resource: kind });
    }
  }
}
