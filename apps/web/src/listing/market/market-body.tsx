import type { HomeCardAnswer } from '@maru/contract';
import { leadPrice } from '@maru/listing/money';
import { formatShortUsd } from '@maru/words';
import { Fragment } from 'react';
import { localName, useWords } from '../../i18n/words.tsx';
import { ChevronDownIcon } from '../../ui/icons/icons.tsx';
import { SiteLink, TextLink } from '../../ui/site-link.tsx';
import { CreditLine } from '../card/attribution.tsx';
import { addressLine, describeCost, listFacts } from '../card/card-words.ts';
import { Price } from '../card/price.tsx';
import { Won } from '../cost/won.tsx';
import type { HomePageData } from '../page/home-page-data.ts';
import { findCity, placePath } from './market-words.ts';
import { SalesList } from './sales-list.tsx';

/** The spread includes all sales; the full list is a page of its own. */
const MOST_SALES = 2;

/** Homes nearby and in the same building, and sales nearby where the license permits. */
export function Nearby({ home, market, now }: HomePageData) {
  const words = useWords();
  const { t } = words;
  if (market === null) return null;
  const { nearby, sameBuilding, sales, place, searchType } = market;
  const state = home.places.find((one) => one.kind === 'state');
  const stateCode = state?.slug.toUpperCase() ?? '';
  return (
    <div className="space-y-6">
      {sameBuilding.length === 0 ? null : (
        <HomeLines title={t('nearby.building')} homes={sameBuilding} now={now} />
      )}
      {nearby.length === 0 ? (
        <p className="text-quiet">{t('nearby.none')}</p>
      ) : (
        <HomeLines
          title={t(searchType === 'rent' ? 'nearby.for_rent' : 'nearby.for_sale')}
          homes={nearby}
          now={now}
        />
      )}
      {sales === null ? null : (
        <div>
          <h3 className="mb-2 font-semibold text-lg">{t('nearby.sold')}</h3>
          <SalesList
            sales={sales}
            most={MOST_SALES}
            own={{ price: home.listing.listPrice, pricePerSquareFoot: market.pricePerSquareFoot }}
          />
          {sales.sales.length > MOST_SALES ? (
            <p className="mt-2">
              <TextLink path={`/sell?homeId=${home.homeId}`}>
                {t('sales.all', { count: sales.sales.length })}
              </TextLink>
            </p>
          ) : null}
        </div>
      )}
      {place === null ? null : (
        <p>
          <TextLink
            path={placePath(place, searchType, {
              city: findCity({ place: { ...place, stateCode }, parents: home.places }),
              stateCode,
            })}
          >
            {t('nearby.place', { place: localName(place, words) })}
          </TextLink>
        </p>
      )}
    </div>
  );
}

/** Count and price range; expanded, each home in a line with price, facts, address and credit. */
function HomeLines({ title, homes, now }: { title: string; homes: readonly HomeCardAnswer[]; now: number }) {
  const words = useWords();
  const { t, locale } = words;
  const prices = homes.flatMap((home) => leadPrice(home) ?? []);
  const ends = [...new Set([Math.min(...prices), Math.max(...prices)])];
  return (
    <details className="group/lines">
      <summary className="flex min-h-12 cursor-pointer items-center gap-3 border-line border-y marker:content-none [&::-webkit-details-marker]:hidden">
        <h3 className="font-semibold">{title}</h3>
        <span className="tabular min-w-0 flex-1 text-right text-quiet">
          {t('nearby.headline', { count: homes.length })}
          {prices.length === 0 ? '' : ` · ${ends.map((end) => formatShortUsd(locale, end)).join('–')}`}
        </span>
        <ChevronDownIcon className="shrink-0 group-open/lines:rotate-180 print:hidden" />
      </summary>
      <ul className="lg:grid lg:grid-cols-2 lg:gap-x-12">
        {homes.map((home) => (
          <li key={home.homeId} className="border-line border-b py-3">
            <SiteLink path={home.path} className="group block">
              <span className="flex flex-wrap items-baseline gap-x-3">
                <Price home={home} className="text-lg" />
                <Won usd={leadPrice(home)} now={now} short className="text-quiet text-sm" />
                <Cost home={home} />
              </span>
              <span className="tabular block text-sm">
                {listFacts(home, words).map((fact, index) => (
                  <Fragment key={fact.text}>
                    {index === 0 ? '' : ' · '}
                    <span lang={fact.lang}>{fact.text}</span>
                  </Fragment>
                ))}
              </span>
              <span className="block underline-offset-4 group-hover:underline">
                {addressLine(home, words)}
              </span>
            </SiteLink>
            <CreditLine home={home} className="text-sm" />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The monthly cost, or the split of a rent (rule R26). */
function Cost({ home }: { home: HomeCardAnswer }) {
  const cost = describeCost(home, useWords());
  if (cost === undefined) return null;
  return (
    <span title={cost.title} className="text-quiet text-sm">
      {cost.text}
    </span>
  );
}
