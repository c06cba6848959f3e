import type { StandardStatus } from '@maru/listing';
import { type Course, type HomeFacts, nextWeekend } from './home-facts.ts';
import type { Random } from './random.ts';

/** The next step of a listing: its course from now on, and whether it leaves the feed. */
export interface Step {
  course: Course;
  leaves: boolean;
}

/** Statuses that IDX feeds exclude: a listing that gets one leaves. */
const OFF_MARKET: ReadonlySet<StandardStatus> = new Set(['Hold', 'Withdrawn', 'Expired', 'Canceled']);

/**
 * The next step of a listing at `now` (ms): a plausible transition of the status machine of rule F92. Prices change
 * before a sale and never after it.
 */
export function chooseStep(home: HomeFacts, now: number, random: Random): Step {
  const chance = random.next();
  switch (home.status) {
    case 'Coming Soon':
      return chance < 0.9 ? toStatus(home, 'Active', now) : toStatus(home, 'Withdrawn', now);
    case 'Active Under Contract':
      if (chance < 0.55) return toStatus(home, 'Pending', now);
      return chance < 0.8 ? toStatus(home, 'Active', now) : newPhotos(home, now, random);
    case 'Pending':
      if (chance < 0.6) return close(home, now, random);
      return chance < 0.85 ? toStatus(home, 'Active', now) : newPhotos(home, now, random);
    case 'Closed':
      return chance < 0.6 ? { course: stamped(home, now), leaves: true } : newPhotos(home, now, random);
    case 'Active':
      if (chance < 0.4) return newPrice(home, now, random);
      if (chance < 0.53) return toStatus(home, 'Active Under Contract', now);
      if (chance < 0.63) return toStatus(home, 'Pending', now);
      if (chance < 0.7) return withOpenHouse(home, now, random);
      if (chance < 0.92) return newPhotos(home, now, random);
      return toStatus(home, random.pick(['Hold', 'Withdrawn', 'Withdrawn', 'Expired', 'Canceled']), now);
    default:
      return { course: stamped(home, now), leaves: true };
  }
}

/** A listing that was on hold or withdrawn returns under the same key. */
export function returnListing(home: HomeFacts, now: number): Course {
  return toStatus(home, 'Active', now).course;
}

/** The same home in another listing: its time on the market starts again, its price is today's. */
export function relistHome(home: HomeFacts, now: number): Course {
  return {
    ...stamped(home, now),
    status: 'Active',
    enteredAt: now,
    statusAt: now,
    contractAt: null,
    photosAt: now,
    photosVersion: 1,
    previousListPrice: null,
    priceChangedAt: null,
    originalListPrice: home.listPrice,
    majorChange: 'New Listing',
    closePrice: null,
    backAt: null,
    openHouse: null,
  };
}

/** The other MLS's listing of the home after its agent has applied the change. */
export function follow(twin: HomeFacts, first: Course, now: number): Step {
  const { status, statusAt, contractAt, closePrice, majorChange, backAt, openHouse } = first;
  const moved = first.listPrice !== twin.listPrice;
  return {
    course: {
      ...stamped(twin, now),
      ...{ status, statusAt, contractAt, closePrice, majorChange, backAt, openHouse },
      listPrice: first.listPrice,
      previousListPrice: moved ? twin.listPrice : twin.previousListPrice,
      priceChangedAt: moved ? now : twin.priceChangedAt,
    },
    leaves: OFF_MARKET.has(status),
  };
}

function toStatus(home: HomeFacts, status: StandardStatus, now: number): Step {
  const isContract = status === 'Pending' || status === 'Active Under Contract';
  const back = status === 'Active' && home.status !== 'Coming Soon';
  return {
    course: {
      ...stamped(home, now),
      status,
      statusAt: now,
      contractAt: isContract ? (home.contractAt ?? now) : status === 'Active' ? null : home.contractAt,
      majorChange: status !== 'Active' ? status : back ? 'Back On Market' : 'New Listing',
      backAt: back ? now : home.backAt,
      openHouse: status === 'Active' ? home.openHouse : null,
    },
    leaves: OFF_MARKET.has(status),
  };
}

function close(home: HomeFacts, now: number, random: Random): Step {
  const price = home.rent
    ? home.listPrice
    : Math.round((home.listPrice * random.between(0.955, 1.03)) / 500) * 500;
  const { course } = toStatus(home, 'Closed', now);
  return { course: { ...course, closePrice: price }, leaves: false };
}

/** Mostly cuts; one in eight is a rise. */
function newPrice(home: HomeFacts, now: number, random: Random): Step {
  const step = home.rent ? 50 : home.listPrice > 400_000 ? 5000 : 1000;
  const by = Math.max(step, Math.round((home.listPrice * random.between(0.008, 0.05)) / step) * step);
  const price = random.chance(0.125) ? home.listPrice + by : home.listPrice - by;
  if (price <= step * 4) return newPhotos(home, now, random);
  return {
    course: {
      ...stamped(home, now),
      listPrice: price,
      previousListPrice: home.listPrice,
      priceChangedAt: now,
      majorChange: 'Price Change',
    },
    leaves: false,
  };
}

/** The agent retakes or reorders the pictures: new keys and addresses, one more or fewer. */
function newPhotos(home: HomeFacts, now: number, random: Random): Step {
  const count =
    home.kind === 'land' ? home.photosCount : Math.max(6, Math.min(14, home.photosCount + random.int(-1, 1)));
  return {
    course: {
      ...stamped(home, now),
      photosAt: now,
      photosVersion: home.photosVersion + 1,
      photosCount: count,
    },
    leaves: false,
  };
}

function withOpenHouse(home: HomeFacts, now: number, random: Random): Step {
  if (home.kind === 'land') return newPhotos(home, now, random);
  return { course: { ...stamped(home, now), openHouse: nextWeekend(now, home.area, random) }, leaves: false };
}

/** The course with the timestamp `now`, without the facts of the home. */
export function stamped(home: Course, now: number): Course {
  return {
    status: home.status,
    enteredAt: home.enteredAt,
    statusAt: home.statusAt,
    contractAt: home.contractAt,
    modifiedAt: now,
    micros: '',
    photosAt: home.photosAt,
    photosCount: home.photosCount,
    photosVersion: home.photosVersion,
    listPrice: home.listPrice,
    originalListPrice: home.originalListPrice,
    previousListPrice: home.previousListPrice,
    priceChangedAt: home.priceChangedAt,
    majorChange: home.majorChange,
    closePrice: home.closePrice,
    backAt: home.backAt,
    openHouse: home.openHouse,
  };
}
