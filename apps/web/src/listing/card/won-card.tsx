import { leadPrice } from '@maru/listing';
import type { ComponentProps } from 'react';
import { Won } from '../cost/won.tsx';
import { ListingCard } from './listing-card.tsx';

/** A card whose price is said in won too, where one wants that: everywhere but on the front page, whose script is small. */
export function WonCard(props: Omit<ComponentProps<typeof ListingCard>, 'beside'>) {
  const { home, now } = props;
  const won = (
    <>
      {' '}
      <Won usd={leadPrice(home)} now={now} short className="ml-1 font-normal text-quiet text-sm" />
    </>
  );
  return <ListingCard {...props} beside={won} />;
}
