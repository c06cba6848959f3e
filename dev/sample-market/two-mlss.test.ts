import { createHash } from 'node:crypto';
import { identifyHome } from '@maru/listing';
import { normalizeListing } from '@maru/mls';
import { describe, expect, it } from 'vitest';
import { createMarket, type Market, type MarketDataset, type ResoRow } from './index.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const SIZE = 6_000;
const market = createMarket({ seed: 3, size: SIZE, now: NOW });
const listRows = (dataset: MarketDataset): ResoRow[] =>
  [...dataset.stamps()].map(({ listingKey }) => dataset.findRow(listingKey)!);
const [ours, theirs] = [listRows(market.datasets[0]), listRows(market.datasets[1])];
const all = [...ours, ...theirs];
const listPhotos = (row: ResoRow) =>
  (row.Media as ResoRow[]).toSorted((a, b) => Number(a.Order) - Number(b.Order));
const formatAgent = (row: ResoRow) => `${row.ListAgentKey} ${row.ListAgentStateLicense}`;

/** Listings grouped by home as the product matches them. */
const homes = Map.groupBy(
  all.flatMap((row) => {
    const read = normalizeListing(row, { dataset: String(row.OriginatingSystemName), provider: 'reso' });
    return 'listing' in read ? [{ row, homeKey: identifyHome(read.listing).homeKey }] : [];
  }),
  ({ homeKey }) => homeKey,
);
const several = [...homes.values()]
  .map((found) => found.map(({ row }) => row))
  .filter(({ length }) => length > 1);
const isEarlier = (row: ResoRow) => /^(Withdrawn|Expired|Canceled|Closed)$/.test(String(row.StandardStatus));

const hashMarket = ({ datasets, openHouses }: Market) => {
  const hash = createHash('sha256');
  for (const dataset of datasets)
    hash.update(JSON.stringify([listRows(dataset), [...dataset.stamps()], dataset.members, dataset.offices]));
  return hash.update(JSON.stringify(openHouses)).digest('hex');
};

describe('the two MLSs of a market', () => {
  it('have the same rows for the same seed, byte for byte, after the same ticks too', () => {
    const make = (seed: number) => {
      const one = createMarket({ seed, size: 400, now: NOW });
      const born = hashMarket(one);
      one.tick(new Date(NOW.getTime() + 1_000), 50);
      one.tick(new Date(NOW.getTime() + 2_000), 50);
      return [born, hashMarket(one)];
    };
    expect(make(7)).toEqual(make(7));
    expect(make(8)[0]).not.toBe(make(7)[0]);
  });

  it('divide the listings two to one, without shared keys', () => {
    expect(ours.length + theirs.length).toBe(SIZE);
    expect(ours.length / SIZE).toBeGreaterThan(0.6);
    expect(ours.length / SIZE).toBeLessThan(0.73);
    expect(market.datasets.map(({ size }) => size)).toEqual([ours.length, theirs.length]);
    expect(new Set(all.map((row) => row.ListingKey)).size).toBe(SIZE);
    for (const { ListingKey } of ours.slice(0, 300))
      expect(market.datasets[1].findRow(String(ListingKey))).toBeUndefined();
    for (const { ListingKey, ListingId } of theirs.slice(0, 300)) {
      expect(market.datasets[0].findRow(String(ListingKey))).toBeUndefined();
      expect(ListingKey).toBe(ListingId);
    }
    for (const key of ['', 'nobody', 'MR20000000', 'zzzzzzzzzzzzzzz00001', '../etc', 'MR2999999999'])
      for (const dataset of market.datasets) expect(dataset.findRow(key)?.ListingKey ?? key).toBe(key);
  });

  it('state the same in their timestamp lists as in their rows', () => {
    for (const dataset of market.datasets)
      for (const { listingKey, modificationTimestamp, standardStatus, displayEntire } of dataset.stamps()) {
        const row = dataset.findRow(listingKey)!;
        expect(row.ModificationTimestamp).toBe(modificationTimestamp);
        expect(row.StandardStatus).toBe(standardStatus);
        expect(row.InternetEntireListingDisplayYN).toBe(displayEntire);
      }
  });

  it('both list two to three homes in a hundred, with different data (rule R32)', () => {
    const both = several.filter((rows) => new Set(rows.map((row) => row.OriginatingSystemName)).size === 2);
    expect(both.length / SIZE).toBeGreaterThan(0.018);
    expect(both.length / SIZE).toBeLessThan(0.03);
    const pairs = both.map((rows) => [
      rows.find((row) => row.OriginatingSystemName === 'Maru Sample MLS' && !isEarlier(row)) ?? rows[0]!,
      rows.find((row) => row.OriginatingSystemName !== 'Maru Sample MLS' && !isEarlier(row)) ?? rows[1]!,
    ]) as [ResoRow, ResoRow][];
    const differ = (what: (row: ResoRow) => unknown) =>
      pairs.filter(([one, other]) => JSON.stringify(what(one)) !== JSON.stringify(what(other))).length /
      pairs.length;
    expect(differ((row) => row.ListingKey)).toBe(1);
    expect(differ((row) => row.ListingId)).toBe(1);
    expect(differ(formatAgent)).toBe(1);
    expect(differ((row) => row.StreetSuffix)).toBeGreaterThan(0.5);
    expect(differ((row) => listPhotos(row).map((one) => one.ShortDescription))).toBeGreaterThan(0.7);
    expect(differ((row) => row.LivingArea)).toBeGreaterThan(0.2);
    expect(differ((row) => row.LivingArea)).toBeLessThan(0.95);
    // One MLS applies a price cut before the other.
    expect(differ((row) => row.ListPrice)).toBeGreaterThan(0.02);
    expect(differ((row) => row.ListPrice)).toBeLessThan(0.3);
    for (const [one, other] of pairs) {
      if (typeof one.LivingArea !== 'number' || typeof other.LivingArea !== 'number') continue;
      if (one.LivingArea > 0 && other.LivingArea > 0)
        expect(Math.abs(one.LivingArea - other.LivingArea)).toBeLessThan(15);
    }
  });

  it('contain earlier attempts to sell the same home, ended before the next listing began (rule R4)', () => {
    const again = several
      .map((rows) => rows.filter((row) => row.OriginatingSystemName === rows[0]!.OriginatingSystemName))
      .filter(({ length }) => length > 1);
    expect(again.length / SIZE).toBeGreaterThan(0.01);
    const statuses = new Set<unknown>();
    for (const rows of again) {
      const [before, after] = rows.toSorted((a, b) =>
        String(a.OriginalEntryTimestamp).localeCompare(String(b.OriginalEntryTimestamp)),
      ) as [ResoRow, ResoRow];
      expect(String(before.StatusChangeTimestamp) < String(after.OriginalEntryTimestamp)).toBe(true);
      expect(before.ListingId).not.toBe(after.ListingId);
      statuses.add(before.StandardStatus);
    }
    for (const status of ['Withdrawn', 'Expired', 'Canceled', 'Closed']) expect(statuses).toContain(status);
  });
});

describe('the histories', () => {
  it('cut prices before an offer was accepted and never after', () => {
    let cuts = 0;
    for (const row of all) {
      if (row.PriceChangeTimestamp === null) continue;
      cuts++;
      expect(row.PreviousListPrice).not.toBeNull();
      expect(String(row.PriceChangeTimestamp) <= String(row.PendingTimestamp ?? NOW.toISOString())).toBe(
        true,
      );
      expect(String(row.PriceChangeTimestamp) >= String(row.OriginalEntryTimestamp)).toBe(true);
    }
    expect(cuts).toBeGreaterThan(SIZE / 6);
    const rises = all.filter(
      (row) => Number(row.PreviousListPrice) < Number(row.ListPrice) && row.PreviousListPrice,
    );
    expect(rises.length).toBeGreaterThan(SIZE / 200);
  });

  it('are in order: entered, changed, offered for, closed, and nothing in the future', () => {
    for (const row of all) {
      const line = [row.OriginalEntryTimestamp, row.PendingTimestamp, row.StatusChangeTimestamp].filter(
        Boolean,
      );
      expect(line.toSorted()).toEqual(line);
      for (const field of ['ModificationTimestamp', 'StatusChangeTimestamp', 'PhotosChangeTimestamp'])
        expect(String(row[field]) <= NOW.toISOString()).toBe(true);
      if (row.CloseDate) expect(String(row.PurchaseContractDate) < String(row.CloseDate)).toBe(true);
    }
  });

  it('do not make every newest card an hour old', () => {
    const ages = all
      .filter((row) => row.StandardStatus === 'Active')
      .map((row) => (NOW.getTime() - Date.parse(String(row.OriginalEntryTimestamp))) / 3_600_000)
      .toSorted((a, b) => a - b);
    expect(ages[7]).toBeGreaterThan(1);
    expect(ages[39]).toBeGreaterThan(8);
    expect(ages[Math.floor(ages.length / 2)]! / 24).toBeLessThan(80);
  });
});

describe('the details of a listing', () => {
  it('place the unaltered picture directly after an altered one, with the same MediaObjectID (rule R7)', () => {
    let pairs = 0;
    const kinds = new Set<string>();
    for (const row of all) {
      const photos = listPhotos(row);
      photos.forEach((photo, at) => {
        const [alteration] = (photo.MediaAlteration as string[] | null) ?? [];
        if (alteration === undefined || alteration === 'None') return;
        kinds.add(alteration);
        const next = photos[at + 1];
        if (row.StateOrProvince !== 'CA' && next?.MediaObjectID !== photo.MediaObjectID) return;
        pairs++;
        expect(next?.MediaObjectID).toBe(photo.MediaObjectID);
        expect(next?.MediaAlteration).toEqual(['None']);
        expect(market.drawPhotoSvg(String(photo.MediaURL))).not.toBe(
          market.drawPhotoSvg(String(next?.MediaURL)),
        );
      });
    }
    expect(pairs).toBeGreaterThan(100);
    expect(kinds.size).toBe(5);
    expect(all.some((row) => listPhotos(row).some((photo) => photo.MediaCategory === 'Floor Plan'))).toBe(
      true,
    );
  });

  it('mention room for a pool that is not there, with an empty field (rule R8)', () => {
    const praised = all.filter((row) => /room for a pool/.test(String(row.PublicRemarks)));
    expect(praised.length).toBeGreaterThan(50);
    for (const row of praised) expect(row.PoolPrivateYN).not.toBe(true);
    expect(praised.some((row) => row.PoolPrivateYN === null)).toBe(true);
    expect(all.some((row) => /ADU potential/.test(String(row.PublicRemarks)))).toBe(true);
  });

  it('name the fees that a rent does not include, where known (rule R26)', () => {
    const rentals = all.filter((row) => row.PropertyType === 'Residential Lease');
    const fees = rentals.map((row) => row.AdditionalRent);
    expect(fees.filter((fee) => Number(fee) > 0).length).toBeGreaterThan(50);
    expect(fees.filter((fee) => fee === 0).length).toBeGreaterThan(50);
    expect(fees.filter((fee) => fee === null).length).toBeGreaterThan(50);
    for (const row of all)
      if (row.PropertyType !== 'Residential Lease') expect(row.AdditionalRent).toBeNull();
  });

  it('name Mello-Roos in the newer tracts of Irvine, and leave many fields unstated (rule R10)', () => {
    const great = all.filter(
      (row) => row.SubdivisionName === 'Great Park' && row.PropertyType === 'Residential',
    );
    expect(great.filter((row) => Number(row.TaxOtherAnnualAssessmentAmount) > 1_000).length).toBeGreaterThan(
      great.length / 2,
    );
    for (const field of [
      'AssociationFee',
      'LivingArea',
      'YearBuilt',
      'PoolPrivateYN',
      'DirectionFaces',
      'TaxAnnualAmount',
    ])
      expect(all.some((row) => row[field] === null)).toBe(true);
  });
});
