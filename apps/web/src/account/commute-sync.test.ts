import { expect, test } from 'vitest';
import type { CommuteAddress } from '../listing/commute/commute-address.ts';
import { CommuteSync } from './commute-sync.ts';

const work: CommuteAddress = {
  address: 'Irvine',
  transportation: 'car',
  latitude: 33.685,
  longitude: -117.827,
};
const school = { address: 'UCLA', transportation: 'transit' as const, latitude: null, longitude: null };

/** A browser and an account, and what was sent between them. */
function browser(own: CommuteAddress | undefined) {
  let kept = own;
  let changed = () => {};
  const sent: unknown[] = [];
  const sync = new CommuteSync({
    load: () => kept,
    keep: (address) => {
      kept = address;
      changed();
    },
    watch: (callback) => {
      changed = callback;
    },
    send: async (addresses) => {
      sent.push(addresses);
    },
    log: () => undefined,
  });
  return {
    sync,
    sent,
    kept: () => kept,
    change: async (next: CommuteAddress | undefined) => {
      kept = next;
      changed();
      await new Promise((done) => setTimeout(done));
    },
  };
}
const person = (given: boolean, commuteAddresses: (typeof school)[] = []) => ({
  id: 'u1',
  consents: [{ kind: 'commute_address' as const, text: '', version: '1', given, answered: null }],
  commuteAddresses,
});

test('without the consent nothing of it leaves the browser', async () => {
  const { sync, sent, change } = browser(work);
  await sync.follow(person(false));
  await change({ ...work, address: 'Tustin' });
  await sync.follow(person(false));
  expect(sent).toEqual([]);
});

test('with the consent the browser’s address is on the account, before those that were there', async () => {
  const { sync, sent } = browser(work);
  await sync.follow(person(true, [{ ...school, address: 'Old' }, school]));
  expect(sent).toEqual([[work, school]]);
});

test('a browser that knows none takes the account’s and sends nothing back', async () => {
  const { sync, sent, kept } = browser(undefined);
  await sync.follow(person(true, [school]));
  await sync.follow(person(true, [school]));
  expect(kept()).toEqual({ address: 'UCLA', transportation: 'transit' });
  expect(sent).toEqual([]);
});

test('what is changed or forgotten here is so there, and no more once one has signed out', async () => {
  const { sync, sent, change } = browser(undefined);
  await sync.follow(person(true));
  await change(work);
  await sync.follow(person(true, [{ ...work, latitude: 33.685, longitude: -117.827 } as never]));
  await change(undefined);
  await sync.follow(undefined);
  await change(work);
  await sync.follow(undefined);
  expect(sent).toEqual([[work], []]);
});
