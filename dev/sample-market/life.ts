import type { StandardStatus } from '@maru/listing';
import type { Role } from './census.ts';
import { type Random, randomOf } from './random.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** The events of a listing until the market's creation; instants in ms. Prices are not included. */
export interface Life {
  status: StandardStatus;
  enteredAt: number;
  statusAt: number;
  /** When an offer was accepted, if under contract or closed. */
  contractAt: number | null;
  photosAt: number;
  modifiedAt: number;
  /** Extra digits after the milliseconds, as some systems send them. */
  micros: string;
  /** Price changes so far: 1 or 2 cuts, -1 a rise. */
  steps: number;
  priceChangedAt: number | null;
  /** A twin without the last cut: `steps` are those it has. */
  behind: boolean;
}

/**
 * The life of a home's first listing. Cheap, as it is computed for each of a million listings to know their
 * timestamps; `offset` is the hours behind UTC of the place.
 */
function inventFirstLife(seed: number, index: number, born: number, assured: boolean, offset: number): Life {
  const random = randomOf(seed, 'life', index);
  // Recent listings are more frequent, and none is entered at night.
  let enteredAt = born - 140 * random.next() ** 1.1 * DAY - random.int(1, 40) * 60_000;
  const hour = (((enteredAt / HOUR - offset) % 24) + 24) % 24;
  if (hour < 7) enteredAt -= (hour + random.between(3, 8)) * HOUR;
  const age = (born - enteredAt) / DAY;
  const status = assured ? 'Active' : chooseStatus(age, random);
  let contractAt: number | null = null;
  let statusAt = enteredAt;
  if (status === 'Closed') {
    statusAt = between(enteredAt + 24 * DAY, born, random.between(0.2, 0.98));
    contractAt = between(enteredAt + DAY, statusAt - 12 * DAY, random.between(0.3, 0.9));
  } else if (status === 'Pending' || status === 'Active Under Contract') {
    statusAt = between(enteredAt, born, random.between(0.3, 0.97));
    contractAt = statusAt;
  } else if (status !== 'Active' && status !== 'Coming Soon') {
    statusAt = between(enteredAt, born, random.between(0.3, 0.97));
  }
  const changes = random.next();
  const steps =
    status === 'Coming Soon' || age < 3
      ? 0
      : changes < 0.21
        ? 1
        : changes < 0.28
          ? 2
          : changes > 0.975
            ? -1
            : 0;
  const priceChangedAt =
    steps === 0
      ? null
      : between(enteredAt, contractAt ?? statusOr(statusAt, status, born), random.between(0.4, 0.98));
  const photosAt = between(enteredAt, contractAt ?? born, random.chance(0.2) ? random.next() * 0.8 : 0);
  const touched = between(enteredAt, born, random.chance(0.5) ? random.next() : 0);
  return {
    status,
    enteredAt,
    statusAt,
    contractAt,
    photosAt,
    steps,
    priceChangedAt,
    behind: false,
    ...chooseTimestamp(Math.max(enteredAt, statusAt, photosAt, priceChangedAt ?? 0, touched), born, random),
  };
}

/** The same home's listing in the other MLS: entered a little later, and sometimes outdated. */
function inventTwinLife(seed: number, index: number, born: number, first: Life): Life {
  const random = randomOf(seed, 'twin', index);
  // Never after the creation of the market.
  const late = (at: number) =>
    Math.min(at + random.int(3, 600) * 60_000, at + (born - at) * random.between(0.1, 0.9));
  const behind = (first.status === 'Pending' || first.status === 'Closed') && random.chance(0.1);
  const dearer = first.steps > 0 && random.chance(0.35);
  const enteredAt = late(first.enteredAt);
  const isOffered = first.status === 'Active' || first.status === 'Coming Soon';
  const status = !behind ? first.status : first.status === 'Pending' ? 'Active' : 'Pending';
  const contractAt =
    status === 'Active' || first.contractAt === null ? null : Math.max(enteredAt, late(first.contractAt));
  const statusAt =
    isOffered || status === 'Active'
      ? enteredAt
      : Math.max(contractAt ?? enteredAt, behind ? 0 : late(first.statusAt));
  const steps = dearer ? first.steps - 1 : first.steps;
  const latest = contractAt ?? (isOffered || status === 'Active' ? born : statusAt);
  const priceChangedAt =
    steps === 0 || first.priceChangedAt === null
      ? null
      : dearer
        ? between(enteredAt, Math.min(latest, first.priceChangedAt), 0.6)
        : Math.max(enteredAt, Math.min(late(first.priceChangedAt), latest));
  const photosAt = Math.max(enteredAt, late(first.photosAt));
  return {
    status,
    enteredAt,
    statusAt,
    contractAt,
    photosAt,
    steps,
    priceChangedAt,
    behind: dearer,
    ...chooseTimestamp(Math.max(enteredAt, statusAt, photosAt, priceChangedAt ?? 0), born, random),
  };
}

/** An earlier attempt to sell or rent out the same home, ended before the first listing was entered. */
function inventEarlierLife(seed: number, index: number, born: number, first: Life): Life {
  const random = randomOf(seed, 'earlier', index);
  const roll = random.next();
  const status: StandardStatus =
    roll < 0.36 ? 'Withdrawn' : roll < 0.62 ? 'Expired' : roll < 0.75 ? 'Canceled' : 'Closed';
  const gap = status === 'Closed' ? random.between(150, 700) : random.between(3, 80);
  const statusAt = first.enteredAt - gap * DAY;
  const enteredAt = statusAt - random.between(35, 150) * DAY;
  const contractAt = status === 'Closed' ? statusAt - random.between(14, 30) * DAY : null;
  const steps = random.chance(0.45) ? 1 : 0;
  return {
    status,
    enteredAt,
    statusAt,
    contractAt,
    photosAt: enteredAt,
    steps,
    priceChangedAt: steps === 0 ? null : between(enteredAt, contractAt ?? statusAt, random.between(0.4, 0.9)),
    behind: false,
    ...chooseTimestamp(statusAt + random.int(1, 90) * 60_000, born, random),
  };
}

/** The life by role, so that a timestamp needs nothing else. */
export function lifeIn(
  role: Role,
  at: { seed: number; index: number; home: number; born: number; assured: boolean; offset: number },
): Life {
  const first = inventFirstLife(at.seed, at.home, at.born, at.assured, at.offset);
  if (role === 'twin') return inventTwinLife(at.seed, at.index, at.born, first);
  if (role === 'earlier') return inventEarlierLife(at.seed, at.index, at.born, first);
  return first;
}

function chooseTimestamp(latest: number, born: number, random: Random): Pick<Life, 'modifiedAt' | 'micros'> {
  // Batch jobs at night give many rows the same timestamp: exact ties.
  if (random.chance(0.04)) {
    const night = Math.ceil(latest / DAY) * DAY + 9 * HOUR + 120_500;
    return { modifiedAt: Math.floor(Math.max(latest, Math.min(born - 60_000, night))), micros: '' };
  }
  return {
    modifiedAt: Math.floor(Math.min(latest, born - 1)),
    micros: random.chance(0.3) ? String(random.int(100, 999)) : '',
  };
}

function chooseStatus(age: number, random: Random): StandardStatus {
  const chance = random.next();
  if (age < 6 && chance < 0.06) return 'Coming Soon';
  if (age > 36 && chance < 0.12) return 'Closed';
  if (age > 7 && chance < 0.18) return 'Pending';
  if (age > 3 && chance < 0.24) return 'Active Under Contract';
  if (chance > 0.997) return 'Hold';
  if (chance > 0.994) return 'Withdrawn';
  return 'Active';
}

const statusOr = (statusAt: number, status: StandardStatus, born: number) =>
  status === 'Active' || status === 'Coming Soon' ? born : statusAt;

const between = (from: number, to: number, part: number) => from + Math.max(0, to - 60_000 - from) * part;
