import { leadPrice } from '@maru/listing/money';
import type { ComponentProps } from 'react';
import { Won } from '../cost/won.tsx';
import { ListingCard } from './listing-card.tsx';

/** A listing card that shows its price in won as well. Not used on the front page, to keep that script small. */
export function KrwCard(props: Omit<ComponentProps<typeof ListingCard>, 'beside'>) {
  const { home, now } = props;
  const won = (
    <>
      {' '}
      <Won usd={leadPrice(home)} now={now} short className="ml-1 font-normal text-quiet text-sm" />
    </>
  );
  return <ListingCard {...props} beside={won} />;
}
