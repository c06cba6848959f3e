import { leadPrice } from '@maru/listing/money';
import { formatManDollars } from '@maru/words';
import { useWords } from '../../i18n/words.tsx';
import { InfoIcon } from '../../ui/icons/icons.tsx';
import { OfferedBy } from '../card/offered-by.tsx';
import { Price } from '../card/price.tsx';
import { statusText } from '../card/status-text.ts';
import { PriceExtras } from '../cost/price-extras.tsx';
import { WonSwitch } from '../cost/won-switch.tsx';
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
    </header>
  );
}
