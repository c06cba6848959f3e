import type { Listing } from '@maru/listing';
import { beforeEach, describe, expect, test } from 'vitest';
import { openTestStore } from '../testing/testing-own-store.ts';
import { createChangeSet, createPlaced, emptyStore } from '../testing.ts';
import type { Correction } from './correction-rows.ts';

const store = await openTestStore();
let clock = Date.parse('2026-11-20T12:00:00Z');

beforeEach(async () => {
  corrected = Date.parse('2026-11-21T00:00:00Z');
  await emptyStore(store);
  await write({});
});

const locate = ({ city }: Listing) => ({
  placeIds: {
    state: 'ca',
    county: null,
    city: city === 'Tustin' ? 'tustin-ca' : 'irvine-ca',
    zip: null,
    neighborhoods: [],
  },
  postalCentre: null,
});

async function write(own: Partial<Listing>, raw?: Record<string, unknown>): Promise<void> {
  clock += 60_000;
  const at = new Date(clock);
  const placed = createPlaced({
    listingKey: 'a',
    bedroomsTotal: 33,
    modificationTimestamp: at.toISOString(),
    ...own,
  });
  const upserts = [raw === undefined ? placed : { ...placed, raw }];
  await store.applyChanges(createChangeSet({ seenAt: at, upserts, locate }));
}

let corrected = Date.parse('2026-11-21T00:00:00Z');
const by = { actorId: 'u1', now: new Date(corrected), locate };
const correct = async (field: Correction['field'], value: Correction['value']) =>
  (await store.corrections.correct(
    { dataset: 'kc', listingKey: 'a', field, value, reason: 'The tax roll', reportId: null },
    { ...by, now: new Date(corrected++) },
  )) as Correction;

async function home() {
  const { rows } = await store.pool.query<{ home_id: string }>('select home_id from home');
  const found = await store.loadHome(rows[0]!.home_id);
  return found!;
}
const beds = async () => {
  const { card, listing } = await home();
  return [card.bedroomsTotal, listing.bedroomsTotal];
};
const log = async () =>
  (await store.corrections.list({ limit: 10 })).map(({ value, endKind }) => [value, endKind]);

describe('a corrected field', () => {
  test('is shown and searched until the correction is removed; the page knows what the feed says', async () => {
    const { ledger } = await home();
    const { correctionId } = await correct('bedroomsTotal', 3);
    expect(await beds()).toEqual([3, 3]);
    const { listing, ...shown } = await home();
    expect(listing.corrections).toEqual([
      { field: 'bedroomsTotal', value: 3, feedValue: 33, correctedAt: '2026-11-21T00:00:00.000Z' },
    ]);
    // The history is the feed's, and nothing is confirmed by an edit of ours.
    expect(shown.ledger).toEqual(ledger);
    expect(shown.lastSeenAt).toEqual(new Date(clock));

    expect(await store.corrections.remove(correctionId, by)).toMatchObject({
      endKind: 'removed',
      endedBy: 'u1',
    });
    expect(await beds()).toEqual([33, 33]);
    expect((await home()).listing.corrections).toBeUndefined();
    expect(await store.corrections.remove(correctionId, by)).toBeUndefined();
    expect((await store.audit.list({ action: 'home.', limit: 10 })).map((row) => row.action)).toEqual([
      'home.remove_correction',
      'home.correct',
    ]);
  });

  test('survives what the feed sends again, with other changes and without the field', async () => {
    await correct('bedroomsTotal', 3);
    await write({ listPrice: 777_000 });
    expect(await beds()).toEqual([3, 3]);
    const { card, ledger } = await home();
    expect(card.listPrice).toBe(777_000);
    expect(ledger.map(({ kind }) => kind)).toEqual(['price', 'new']);
    // A field that vanished from the wire keeps the feed's value, not ours.
    await write({ bedroomsTotal: null }, { ListingKey: 'a' });
    expect(await beds()).toEqual([3, 3]);
    expect((await home()).listing.corrections).toMatchObject([{ feedValue: 33 }]);
    // Retired and back again.
    await store.applyChanges(
      createChangeSet({ seenAt: new Date(clock), removals: [{ listingKey: 'a', reason: 'gone' }] }),
    );
    await write({});
    expect(await beds()).toEqual([3, 3]);
    expect(await log()).toEqual([[3, null]]);
  });

  test.each([
    [3, 'confirmed'],
    [4, 'lapsed'],
    [null, 'lapsed'],
  ])('ends when the feed says %j instead (%s), and the admins are told', async (says, endKind) => {
    await correct('bedroomsTotal', 3);
    await write({ bedroomsTotal: says }, { ListingKey: 'a', BedroomsTotal: says });
    expect(await beds()).toEqual([says, says]);
    expect(await log()).toEqual([[3, endKind]]);
    const reviews = await store.reviews.list({ kind: 'correction', limit: 5 });
    expect(reviews).toMatchObject([
      { subjectKind: 'correction', findings: [{ rule: endKind, field: 'bedroomsTotal' }] },
    ]);
    const [audited] = await store.audit.list({ action: 'home.end_correction', limit: 1 });
    expect(audited).toMatchObject({ actorId: null, facts: { field: 'bedroomsTotal', endKind } });
    // It does not come back by itself.
    await write({ bedroomsTotal: 33 });
    expect(await beds()).toEqual([33, 33]);
  });

  test('is replaced by another correction of it; others of the listing stay', async () => {
    await correct('yearBuilt', 1_990);
    await correct('bedroomsTotal', 3);
    await correct('bedroomsTotal', 4);
    expect(await beds()).toEqual([4, 4]);
    expect((await home()).listing).toMatchObject({
      yearBuilt: 1_990,
      corrections: [{ field: 'yearBuilt' }, { field: 'bedroomsTotal', feedValue: 33, value: 4 }],
    });
    expect((await log()).filter(([, end]) => end === 'replaced')).toEqual([[3, 'replaced']]);
  });

  test('of its city moves the home there, and back', async () => {
    const { correctionId } = await correct('city', 'Tustin');
    expect((await home()).card).toMatchObject({ city: 'Tustin', placeIds: { city: 'tustin-ca' } });
    await write({ listPrice: 777_000 });
    expect((await home()).card).toMatchObject({ city: 'Tustin', placeIds: { city: 'tustin-ca' } });
    await store.corrections.remove(correctionId, by);
    expect((await home()).card).toMatchObject({ city: 'Irvine', placeIds: { city: 'irvine-ca' } });
  });

  test('ends with a notice when the feed sends the record under another key', async () => {
    await correct('bedroomsTotal', 3);
    await write({ listingKey: 'b', listingId: 'OC-a' });
    expect(await log()).toEqual([[3, 'rekeyed']]);
    expect(await store.reviews.list({ kind: 'correction', limit: 5 })).toHaveLength(1);
  });

  test('cards that are built anew by another version keep it', async () => {
    await correct('bedroomsTotal', 3);
    await store.pool.query(`update dataset set derivation = 0`);
    await store.pool.query(`update listing set card = card || '{"derivation": 0, "bedrooms_total": 33}'`);
    await store.refreshCards(new Date(clock));
    expect(await beds()).toEqual([3, 3]);
  });

  test('is refused for what the feed says already, and for what it no longer has', async () => {
    expect(await correct('bedroomsTotal', 33)).toBe('same');
    await store.applyChanges(
      createChangeSet({ seenAt: new Date(clock), removals: [{ listingKey: 'a', reason: 'gone' }] }),
    );
    expect(await correct('bedroomsTotal', 3)).toBe('unknown');
    expect(await log()).toEqual([]);
  });

  test('goes with the license of its dataset', async () => {
    await correct('bedroomsTotal', 3);
    await store.purgeDataset('kc');
    expect(await log()).toEqual([]);
  });
});
