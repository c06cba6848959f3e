import type { ListingMedia, ListingOpenHouse } from '@maru/listing';
import {
  readFlag,
  readInstant,
  readIntegerIn,
  readList,
  readRecord,
  readText,
  readWebAddress,
} from './coerce.ts';
import { findLookup, normalizeLookup } from './lookups.ts';

/** What may be shown as a picture, in the order of the gallery: photos first, floor plans behind them. */
const SHOWN = ['Photo', 'Floor Plan'];

/** RESO Media rows → pictures for the public (PROVIDERS.md 3.5): ready, permitted, best first. */
export function normalizeMedia(rows: unknown): ListingMedia[] {
  if (!Array.isArray(rows)) return [];
  const pictures: (ListingMedia & { preferred: boolean })[] = [];
  rows.slice(0, 300).forEach((one: unknown, index) => {
    const row = readRecord(one);
    const mediaUrl = readWebAddress(row.MediaURL, ['https:', 'http:']);
    const mediaCategory = normalizeLookup('MediaCategory', readText(row.MediaCategory, 100) ?? 'Photo');
    const status = findLookup('MediaStatus', readText(row.MediaStatus, 100) ?? '');
    const permission = readList(row.Permission).map((value) => normalizeLookup('Permission', value));
    if (mediaUrl === null || !SHOWN.includes(mediaCategory)) return;
    if (status === 'Deleted' || status === 'Rejected') return;
    if (permission.length > 0 && !permission.includes('Public') && !permission.includes('IDX')) return;
    pictures.push({
      mediaKey: readText(row.MediaKey, 255) ?? readText(row.MediaObjectID, 255) ?? String(index),
      mediaUrl,
      order: readIntegerIn(row.Order, 0, 100_000) ?? index,
      mediaCategory,
      shortDescription: readText(row.ShortDescription, 500),
      imageWidth: readIntegerIn(row.ImageWidth, 1, 100_000),
      imageHeight: readIntegerIn(row.ImageHeight, 1, 100_000),
      mediaAlteration: readList(row.MediaAlteration).map((value) =>
        normalizeLookup('MediaAlteration', value),
      ),
      preferred: readFlag(row.PreferredPhotoYN) === true,
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

/** RESO OpenHouse rows → public showings that still stand, soonest first. */
export function normalizeOpenHouses(rows: unknown): ListingOpenHouse[] {
  if (!Array.isArray(rows)) return [];
  const showings: ListingOpenHouse[] = [];
  rows.slice(0, 100).forEach((one: unknown, index) => {
    const row = readRecord(one);
    const type = normalizeLookup('OpenHouseType', readText(row.OpenHouseType, 100) ?? 'Public');
    const status = normalizeLookup('OpenHouseStatus', readText(row.OpenHouseStatus, 100) ?? 'Active');
    const start = readInstant(row.OpenHouseStartTime);
    if (type !== 'Public' || status !== 'Active' || start === null) return;
    const end = readInstant(row.OpenHouseEndTime);
    const openHouseKey = readText(row.OpenHouseKey, 255) ?? readText(row.OpenHouseId, 255) ?? String(index);
    if (showings.some((other) => other.openHouseKey === openHouseKey)) return;
    showings.push({
      openHouseKey,
      openHouseStartTime: start,
      openHouseEndTime: end !== null && end > start ? end : null,
      openHouseRemarks: readText(row.OpenHouseRemarks, 2000),
    });
  });
  return showings.sort((a, b) => (a.openHouseStartTime < b.openHouseStartTime ? -1 : 1));
}
