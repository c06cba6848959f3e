import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { DIRT } from './dirt.ts';
import { createMarket, type ResoRow } from './index.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');

describe('the pictures', () => {
  const market = createMarket({ seed: 2, size: 60, now: NOW });
  const first = (row: ResoRow) => (row.Media as ResoRow[]).find((one) => one.Order === 1)!.MediaURL as string;

  it('are the same for the same path and differ by home', () => {
    const drawn = market.properties.map((row) => market.drawPhotoSvg(first(row)));
    expect(market.properties.map((row) => market.drawPhotoSvg(first(row)))).toEqual(drawn);
    expect(new Set(drawn).size).toBe(60);
  });

  it('can be drawn for every address of a home, and for no other', () => {
    for (const row of market.properties) {
      const media = row.Media as ResoRow[];
      expect(media).toHaveLength(row.PhotosCount as number);
      for (const one of media) {
        const svg = market.drawPhotoSvg(String(one.MediaURL));
        if (/NaN|undefined|Infinity/.test(svg)) throw new Error(`${one.MediaURL} is drawn wrong`);
      }
    }
    expect(() => market.drawPhotoSvg('/photos/nobody/1.jpg')).toThrow('no picture');
  });

  it('show no more bedrooms and bathrooms than the home has, one yard, and of a flat no plot from above', () => {
    const { properties } = createMarket({ seed: 4, size: 400, now: NOW });
    const flats = properties.filter((row) => row.PropertySubType === 'Condominium');
    expect(flats.length).toBeGreaterThan(20);
    for (const row of properties) {
      const media = row.Media as ResoRow[];
      const rooms = (caption: string) =>
        new Set(
          media
            .filter((one) => String(one.ShortDescription).startsWith(caption))
            .map((one) => one.MediaObjectID),
        ).size;
      const bedrooms = Number(row.BedroomsTotal ?? Number.NaN);
      const bathrooms = Number(row.BathroomsTotalInteger ?? Number.NaN);
      if (!DIRT.some((dirt) => dirt.isIn(row))) {
        if (bedrooms >= 0) expect(rooms('Bedroom')).toBeLessThanOrEqual(Math.max(1, bedrooms));
        if (bathrooms >= 0) expect(rooms('Bathroom')).toBeLessThanOrEqual(Math.max(1, bathrooms));
      }
      expect(rooms('Pool') + rooms('Back yard')).toBeLessThanOrEqual(1);
      if (row.PropertySubType === 'Condominium') expect(rooms('From above')).toBe(0);
    }
  });

  it('are small JPEG files of 960 by 720', async () => {
    for (const row of market.properties.slice(0, 6)) {
      const jpeg = await market.drawPhoto(first(row));
      expect([jpeg[0], jpeg[1]]).toEqual([0xff, 0xd8]);
      expect(jpeg.length).toBeLessThan(60_000);
    }
  });

  it('are at most 40 KB on a card, made as the site makes it', async () => {
    const count = process.env.MARU_TEST_LONG === '1' ? 200 : 8;
    const all = createMarket({ seed: 6, size: 300, now: NOW }).datasets.flatMap((dataset) =>
      [...dataset.stamps()].map(({ listingKey }) => dataset.findRow(listingKey)!),
    );
    const other = createMarket({ seed: 6, size: 300, now: NOW });
    const seen = new Set<unknown>();
    for (let at = 0; at < count; at++) {
      const media = all[(at * 7) % all.length]!.Media as ResoRow[];
      const one = media[at % media.length]!;
      seen.add(one.ShortDescription);
      const jpeg = await other.drawPhoto(String(one.MediaURL));
      const card = await sharp(jpeg)
        .rotate()
        .resize({ width: 640 })
        .avif({ quality: 50, effort: 2 })
        .toBuffer();
      expect(card.length, String(one.MediaURL)).toBeLessThan(40_000);
    }
    expect(seen.size).toBeGreaterThanOrEqual(Math.min(9, count / 2));
  }, 300_000);

  it('pitfall F19: carry the position of the home in their EXIF, as cameras write it', async () => {
    const { exif } = await sharp(await market.drawPhoto(first(market.properties[0]!))).metadata();
    const { StreetNumber, StreetName } = market.properties[0]!;
    expect(exif?.includes(`${StreetNumber} ${StreetName}`)).toBe(true);
  });
});
