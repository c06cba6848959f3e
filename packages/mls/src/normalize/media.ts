import { isElsewhere, type ListingMedia, type ListingOpenHouse, MEDIA_ELSEWHERE } from '@maru/listing';
import { alterationInCaption } from '@maru/listing/display';
import { readRecord } from './coerce.ts';
import type { OddityCounts } from './oddities.ts';
import { RowReader } from './row-reader.ts';

/** Displayable categories in order: photos, floor plans, then media hosted elsewhere. */
const SHOWN = ['Photo', 'Floor Plan', ...MEDIA_ELSEWHERE];

/** Complete, permitted, best first (rule F93). */
export function normalizeMedia(rows: unknown, oddities?: OddityCounts): ListingMedia[] {
  if (!Array.isArray(rows)) return [];
  const pictures: (ListingMedia & { preferred: boolean })[] = [];
  rows.slice(0, 300).forEach((one: unknown, index) => {
    const row = new RowReader(readRecord(one), oddities, 'Media.');
    const mediaCategory = row.lookup('MediaCategory') ?? 'Photo';
    // Visitors open these URLs themselves; pictures are fetched by us.
    const mediaUrl = row.webAddress('MediaURL', isElsewhere(mediaCategory) ? HTTPS : WEB);
    const status = row.lookup('MediaStatus');
    if (mediaUrl === null || !SHOWN.includes(mediaCategory)) return;
    if (status === 'Deleted' || status === 'Rejected' || !isPermitted(row)) return;
    const shortDescription = row.prose('ShortDescription', 500);
    const stated = row.lookups('MediaAlteration');
    pictures.push({
      mediaKey: row.text('MediaKey', 255) ?? row.text('MediaObjectID', 255) ?? String(index),
      mediaUrl,
      order: row.integer('Order', 0, 100_000) ?? index,
      mediaCategory,
      shortDescription,
      imageWidth: row.integer('ImageWidth', 1, 100_000),
      imageHeight: row.integer('ImageHeight', 1, 100_000),
      mediaAlteration: stated.length > 0 ? stated : alterationInCaption(shortDescription),
      preferred: row.flag('PreferredPhotoYN') === true,
    });
  });
  const rank = (one: ListingMedia) => SHOWN.indexOf(one.mediaCategory);
  pictures.sort(
    (a, b) => rank(a) - rank(b) || Number(b.preferred) - Number(a.preferred) || a.order - b.order,
  );
  const keys = new Set<string>();
  return pictures.flatMap(({ preferred: _, ...picture }) => {
    if (keys.has(picture.mediaKey)) return [];
    keys.add(picture.mediaKey);
    return [picture];
  });
}

const WEB = ['https:', 'http:'];
const HTTPS = ['https:'];

/** No permission means public; one that includes neither the public nor IDX, or is unreadable, restricts. */
function isPermitted(row: RowReader): boolean {
  const permission = row.lookups('Permission');
  if (permission.length > 0) return permission.includes('Public') || permission.includes('IDX');
  const { Permission: sent } = row.row;
  return sent === undefined || sent === null || sent === '' || (Array.isArray(sent) && sent.length === 0);
}

/** Public and current, soonest first. */
export function normalizeOpenHouses(rows: unknown, oddities?: OddityCounts): ListingOpenHouse[] {
  if (!Array.isArray(rows)) return [];
  const showings: ListingOpenHouse[] = [];
  rows.slice(0, 100).forEach((one: unknown, index) => {
    const row = new RowReader(readRecord(one), oddities, 'OpenHouse.');
    const type = row.lookup('OpenHouseType') ?? 'Public';
    const status = row.lookup('OpenHouseStatus') ?? 'Active';
    const start = row.instant('OpenHouseStartTime');
    if (type !== 'Public' || status !== 'Active' || start === null) return;
    const end = row.instant('OpenHouseEndTime');
    const openHouseKey = row.text('OpenHouseKey', 255) ?? row.text('OpenHouseId', 255) ?? String(index);
    if (showings.some((other) => other.openHouseKey === openHouseKey)) return;
    showings.push({
      openHouseKey,
      openHouseStartTime: start,
      openHouseEndTime: end !== null && end > start ? end : null,
      openHouseRemarks: row.prose('OpenHouseRemarks', 2000),
    });
  });
  return showings.sort((a, b) => (a.openHouseStartTime < b.openHouseStartTime ? -1 : 1));
}
