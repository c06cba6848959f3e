import { DAY, type HomeFacts } from './home-facts.ts';
import { randomOf } from './random.ts';

/** What a rental asks and gives; `null` and empty where the feed says nothing. */
export interface LeaseTerms {
  term: string;
  furnished: string | null;
  /** ms UTC */
  availableAt: number | null;
  pets: string[] | null;
  includes: string[];
  deposit: number | null;
}

/** The lease of a home: one source for the row and for the sentences about it, so that they agree. */
export function leaseOf(home: HomeFacts): LeaseTerms {
  const random = randomOf(home.salt, 'lease');
  const known = (probability: number) => random.chance(probability);
  return {
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
    availableAt: known(0.85) ? home.enteredAt + random.int(-5, 70) * DAY : null,
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
      ? random.some(['Gardener', 'Trash Collection', 'Water', 'Sewer', 'Internet'], random.int(1, 3))
      : [],
    deposit: known(0.7) ? home.listPrice : null,
  };
}
