import type { HomeFacts } from './home-facts.ts';
import { DAY } from './life.ts';
import { type Random, randomOf } from './random.ts';

/** The lease terms of a rental; `null` and empty where the feed states nothing. */
export interface LeaseTerms {
  term: string;
  furnished: string | null;
  /** ms UTC. */
  availableAt: number | null;
  pets: string[] | null;
  includes: string[];
  deposit: number | null;
  /**
   * USD per month that every tenant pays beside the rent; 0 when there are none, null where the feed states nothing.
   */
  requiredFees: number | null;
  /** What they are for, in RESO's terms. */
  ongoingFees: string[];
}

const FOR_FLATS = ['Trash Collection', 'Water', 'Sewer', 'Internet'];

/** The lease of a home: the common source of the row and of the remarks, so that they agree. */
export function inventLease(home: HomeFacts): LeaseTerms {
  const random = randomOf(home.salt, 'lease');
  const known = (probability: number) => random.chance(probability);
  const fees = chooseRequiredFees(home, random);
  return {
    ...fees,
    term: random.pick(['12 Months', '12 Months', '12 Months', '24 Months', '6 Months', 'Month To Month']),
    furnished: known(0.85)
      ? random.pick([
          'Unfurnished',
          'Unfurnished',
          'Unfurnished',
          'Unfurnished',
          'Furnished',
          'Partially',
          'Negotiable',
        ])
      : null,
    availableAt: known(0.85) ? Math.floor(home.enteredAt / DAY + random.int(-5, 70)) * DAY : null,
    pets: known(0.85)
      ? random.pick([
          ['No'],
          ['Cats OK', 'Dogs OK'],
          ['Cats OK', 'Size Limit'],
          ['Yes'],
          ['Call'],
          ['Cats OK', 'Dogs OK', 'Number Limit'],
        ])
      : null,
    includes: known(0.7)
      ? random.some(home.lot.floors > 0 ? FOR_FLATS : ['Gardener', ...FOR_FLATS], random.int(1, 3))
      : [],
    deposit: known(0.7) ? (known(0.8) ? home.listPrice : Math.round(home.listPrice / 200) * 100) : null,
  };
}

/** Buildings charge for trash, pest control and amenities beside the rent (rule R26); owners of houses rarely do. */
function chooseRequiredFees(
  home: HomeFacts,
  random: Random,
): Pick<LeaseTerms, 'requiredFees' | 'ongoingFees'> {
  const building = home.kind === 'apartment' || home.kind === 'condo';
  const chance = random.next();
  const trash = random.int(4, 9) * 5;
  const amenities = random.int(5, 18) * 5;
  const parking = random.int(2, 8) * 25;
  if (chance > (building ? 0.7 : 0.35)) return { requiredFees: null, ongoingFees: [] };
  if (!building) return { requiredFees: 0, ongoingFees: [] };
  return chance < 0.2
    ? { requiredFees: trash + amenities + parking, ongoingFees: ['Other', 'Parking Fee'] }
    : { requiredFees: trash + amenities, ongoingFees: ['Other'] };
}
