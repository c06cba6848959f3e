import type { HomeCardAnswer } from '@maru/contract';
import { Fragment, type ReactNode } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { ArrowDownIcon, ClockIcon } from '../../ui/icons/first-icons.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { SaveButton } from '../kept/save-button.tsx';
import { CreditLine } from './attribution.tsx';
import { CardPhotos, usePhotoTurning } from './card-photos.tsx';
import {
  addressLine,
  type BadgeKind,
  describeCost,
  describeCut,
  findBadge,
  listFacts,
} from './card-words.ts';
import { Price } from './price.tsx';
import { useCardExtras } from './use-card-extras.ts';

interface ListingCardProps {
  home: HomeCardAnswer;
  /** Whether its pin on the map has the pointer. */
  lit?: boolean;
  /** Called with the homeId on pointer enter or focus, with null on leave. */
  onLight?: (homeId: string | null) => void;
  /** Load the photo at once. */
  eager?: boolean;
  /** ms UTC, from the page's loader, so that server and browser render the same age. */
  now: number;
  headingLevel?: 2 | 3;
  /** The `sizes` attribute of the photo. */
  sizes?: string;
  /** Beside the price: the price in another currency. */
  beside?: ReactNode;
}

const BADGE_COLORS: Record<BadgeKind, string> = {
  new: 'text-new',
  open: 'text-primary-text',
  pending: 'text-warn',
  coming: 'text-text',
  sold: 'text-sold',
};

const CARD_SIZES = '(min-width: 1024px) 27vw, (min-width: 640px) 45vw, 94vw';

/**
 * A home in a list: photo, badge, price, facts, address, and the listing's agent and office (rule L2). The whole card is
 * one link; its name is the price and the address.
 */
export function ListingCard({
  home,
  lit = false,
  onLight,
  eager = false,
  now,
  headingLevel = 3,
  sizes = CARD_SIZES,
  beside,
}: ListingCardProps) {
  const words = useWords();
  const { t } = words;
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  const badge = findBadge(home, words, now);
  const address = addressLine(home, words);
  const cost = describeCost(home, words);
  const cut = describeCut(home, words, now);
  const extras = useCardExtras();
  const turning = usePhotoTurning(home);
  return (
    <article
      data-home={home.homeId}
      onMouseEnter={() => onLight?.(home.homeId)}
      onMouseLeave={() => onLight?.(null)}
      onFocus={() => onLight?.(home.homeId)}
      onBlur={() => onLight?.(null)}
      {...turning.swipe}
      className={`group relative flex h-full touch-pan-y touch-pinch-zoom flex-col overflow-hidden rounded-card border bg-surface transition-shadow duration-150 hover:shadow-float ${
        lit ? 'border-primary shadow-float ring-1 ring-primary' : 'border-line'
      }`}
    >
      <div className="relative">
        <CardPhotos
          home={home}
          alt={t('card.photo_alt', { address })}
          sizes={sizes}
          eager={eager}
          turning={turning}
        />
        {badge === undefined ? null : (
          <span
            title={badge.title}
            className={`tabular absolute top-3 left-3 z-10 inline-flex items-center gap-1 rounded-chip bg-surface px-3 py-1 font-semibold text-sm ${BADGE_COLORS[badge.kind]}`}
          >
            {badge.text}
          </span>
        )}
      </div>
      <SaveButton home={home} address={address} className="absolute top-1.5 right-1.5 z-10" />
      {extras === undefined ? null : <extras.CardExtras home={home} address={address} />}
      <div className="flex grow flex-col gap-1 p-4">
        <Heading className="leading-tight">
          <SiteLink
            path={home.path}
            className="rounded-card outline-offset-[-3px] after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-primary focus-visible:after:outline-offset-[-3px]"
          >
            <Price home={home} />
            <span className="sr-only">, {address}</span>
          </SiteLink>
          {beside}
          {cost === undefined ? null : (
            <>
              {' '}
              <span
                title={cost.title}
                className="tabular ml-1 whitespace-nowrap font-normal text-quiet text-sm max-[19rem]:whitespace-normal"
              >
                {cost.text}
              </span>
            </>
          )}
        </Heading>
        {cut === undefined ? null : (
          <p
            data-cut=""
            title={cut.title}
            className="tabular inline-flex items-center gap-1 font-semibold text-cut text-sm"
          >
            <ArrowDownIcon size={14} />
            {cut.text}
          </p>
        )}
        <p className="tabular text-sm">
          {listFacts(home, words).map((fact, index, all) => (
            // The space is outside the span, so that a narrow card breaks the line between two facts.
            <Fragment key={fact.text}>
              <span lang={fact.lang} className="whitespace-nowrap max-[19rem]:whitespace-normal">
                {fact.text}
                {index === all.length - 1 ? '' : ' ·'}
              </span>{' '}
            </Fragment>
          ))}
        </p>
        <p className="text-sm">{address}</p>
        {home.commuteMinutes == null ? null : (
          <p title={t('card.commute_title')} className="tabular inline-flex items-center gap-1 text-sm">
            <ClockIcon size={14} />
            {t('card.commute', { minutes: home.commuteMinutes })}
          </p>
        )}
        <CreditLine home={home} className="text-sm" />
      </div>
    </article>
  );
}
