import type { HomeFacts } from './home-facts.ts';
import type { Random } from './random.ts';

/** What happens next to a home, at `now` (ms): a believable step from the state in which it is. */
export function changeHome(home: HomeFacts, now: number, random: Random): HomeFacts {
  const stamped: HomeFacts = { ...home, modifiedAt: now, micros: '' };
  if (home.status !== 'Active') {
    if (home.status === 'Closed') return newPhotos(stamped, now, random);
    if (home.status === 'Pending' && random.chance(0.5)) {
      return {
        ...stamped,
        status: 'Closed',
        statusAt: now,
        majorChange: 'Closed',
        closePrice: home.listPrice,
        openHouse: null,
      };
    }
    return {
      ...stamped,
      status: 'Active',
      statusAt: now,
      majorChange: home.status === 'Coming Soon' ? 'New Listing' : 'Back On Market',
    };
  }
  const chance = random.next();
  if (chance < 0.5) {
    const step = home.rent ? 50 : home.listPrice > 400_000 ? 5000 : 1000;
    const cut = Math.max(step, Math.round((home.listPrice * random.between(0.008, 0.05)) / step) * step);
    const lower = home.listPrice - cut;
    if (lower <= step) return newPhotos(stamped, now, random);
    return {
      ...stamped,
      listPrice: lower,
      previousListPrice: home.listPrice,
      priceChangedAt: now,
      majorChange: 'Price Change',
    };
  }
  if (chance < 0.8) {
    const status = random.chance(0.7) ? 'Pending' : 'Active Under Contract';
    return { ...stamped, status, statusAt: now, majorChange: status };
  }
  return newPhotos(stamped, now, random);
}

/** The agent takes the pictures again: new keys and addresses, one more or one fewer. */
function newPhotos(home: HomeFacts, now: number, random: Random): HomeFacts {
  const count =
    home.kind === 'land' ? home.photosCount : Math.max(6, Math.min(14, home.photosCount + random.int(-1, 1)));
  return { ...home, photosAt: now, photosVersion: home.photosVersion + 1, photosCount: count };
}
