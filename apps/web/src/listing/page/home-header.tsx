import type { HomeAnswer } from '@maru/contract';
import { leadPrice } from '@maru/listing/money';
import { searchPath } from '@maru/listing/search';
import { findTimeZone } from '@maru/listing/time';
import { formatManDollars } from '@maru/words';
import { useRouter } from '@tanstack/react-router';
import { goWithinPage } from '../../browser/within-page.ts';
import { localName, useWords, type Words } from '../../i18n/words.tsx';
import { InfoIcon } from '../../ui/icons/icons.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { describeCost } from '../card/card-words.ts';
import { OfferedBy } from '../card/offered-by.tsx';
import { Price } from '../card/price.tsx';
import { statusText } from '../card/status-text.ts';
import { computeHomeCost, monthText } from '../cost/home-cost.ts';
import { useCostEdits } from '../cost/use-cost-edits.ts';
import { Won } from '../cost/won.tsx';
import { WonSwitch } from '../cost/won-switch.tsx';
import { correctionText } from '../facts/correction-texts.ts';
import { cityText, priceChangeText, pricedHome, soldText, streetText } from '../facts/home-words.ts';
import { HeadlineFacts } from './headline-facts.tsx';
import type { HomePageData } from './home-page-data.ts';

/** The top of a home's page: price, address, credit, rooms and size. */
export function HomeHeader({ home, now }: HomePageData) {
  const words = useWords();
  const { t, locale } = words;
  const { listing, searchType } = home;
  const priced = pricedHome(home);
  const lead = leadPrice(priced);
  const gloss = locale === 'ko' && lead !== null ? formatManDollars(lead) : '';
  const status = statusText(listing.standardStatus, searchType, words);
  const sold = soldText(home, words);
  const change = priceChangeText(home, words);
  return (
    <header className="pt-6">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <Price home={priced} className="text-3xl max-[19rem]:text-2xl" />
        {gloss === '' ? null : <span className="text-lg text-quiet">{gloss}</span>}
        {/* On a phone on lines of their own: whether they fit on one line would depend on the font, which loads late. */}
        <PriceExtras home={home} now={now} />
        <span className="rounded-chip border border-line-strong px-3 py-0.5 font-medium text-sm">
          <span lang={status.lang}>{status.text}</span>
        </span>
      </p>
      {priced.listPrice === null || locale === 'en' ? null : <WonSwitch now={now} />}
      {sold === undefined ? null : <p className="tabular mt-1 font-medium text-sold">{sold}</p>}
      {change === undefined ? null : (
        <p className={`tabular mt-1 font-medium ${change.kind === 'cut' ? 'text-cut' : ''}`}>{change.text}</p>
      )}
      <h1 className="mt-3 font-semibold text-xl leading-snug">
        <span className="block">{streetText(home, words)}</span>{' '}
        <span className="block font-normal text-lg">{cityText(home, words)}</span>
      </h1>
      {home.addressWithheld ? (
        <p className="mt-2 flex items-start gap-2 text-quiet text-sm">
          <InfoIcon size={18} className="mt-0.5" />
          {t('listing.withheld')}
        </p>
      ) : null}
      <OfferedBy home={home} now={now} />
      <HeadlineFacts home={home} />
      <Corrections home={home} />
    </header>
  );
}

/** What the owner of the site corrected, with what the source says (rule R38). */
function Corrections({ home }: { home: HomeAnswer }) {
  const words = useWords();
  if (home.corrections.length === 0) return null;
  return (
    <ul aria-label={words.t('corrected.title')} className="mt-3 space-y-1">
      {home.corrections.map((one) => (
        <li key={one.field} className="flex items-start gap-2">
          <InfoIcon size={18} className="mt-0.5 shrink-0" />
          <span>{correctionText(one, findTimeZone(home.listing), words)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Beside the price: the price in won, and the monthly cost as a link to its section. */
function PriceExtras({ home, now }: { home: HomeAnswer; now: number }) {
  const words = useWords();
  const { site } = useRouter().options.context;
  const [edits] = useCostEdits(home.homeId);
  const lead = leadPrice(pricedHome(home));
  if (lead === null) return null;
  const cost = home.searchType === 'sale' ? computeHomeCost(home, edits, site, now) : undefined;
  const month = cost === undefined ? rentParts(home, words) : monthText(cost, words);
  return (
    <>
      <Won
        usd={lead}
        now={now}
        short={home.searchType === 'sale'}
        className="text-lg text-quiet max-md:basis-full"
      />
      {month === undefined ? null : (
        // biome-ignore lint/a11y/useValidAnchor: it leads to a part of the page.
        <a
          href="#cost"
          onClick={goWithinPage}
          className="tabular text-lg text-quiet underline-offset-4 hover:underline max-md:basis-full"
        >
          {month}
        </a>
      )}
    </>
  );
}

/** "Rent $2,900 + required fees $100", or that the fees are not stated (rule R26). */
function rentParts(home: HomeAnswer, words: Words): string | undefined {
  const priced = pricedHome(home);
  const cost = priced.searchType === 'rent' ? describeCost(priced, words) : undefined;
  return (priced.requiredFeesMonthly ?? 0) > 0 ? cost?.title : cost?.text;
}

/** Breadcrumbs: the places that contain a home, outermost first, each a link to its search. */
export function PlaceTrail({ home }: { home: HomeAnswer }) {
  const { t, locale } = useWords();
  const places = home.places.filter((place) => place.kind !== 'neighborhood');
  return (
    <nav aria-label={t('listing.trail')} className="mr-auto min-w-0 max-md:-order-2 max-md:px-4">
      <ol className="flex items-center overflow-hidden whitespace-nowrap text-sm">
        {places.map((place, index) => (
          <li
            key={place.slug}
            className={`items-center ${index < places.length - 2 ? 'hidden sm:flex' : 'flex'}`}
          >
            <SiteLink
              path={searchPath({ searchType: home.searchType, place: place.slug })}
              className="inline-flex min-h-11 items-center px-1 text-quiet underline-offset-4 hover:text-text hover:underline"
            >
              {locale === 'ko' && place.nameKo === null ? (
                <span lang="en">{place.name}</span>
              ) : (
                localName(place, { locale })
              )}
            </SiteLink>
            {index < places.length - 1 ? (
              <span aria-hidden="true" className="px-1 text-quiet">
                ›
              </span>
            ) : null}
          </li>
        ))}
      </ol>
    </nav>
  );
}
