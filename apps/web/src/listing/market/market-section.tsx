import type { HomeCardAnswer } from '@maru/contract';
import { leadPrice } from '@maru/listing';
import { Fragment } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { CreditLine } from '../attribution.tsx';
import { addressLine, costOf, factsOf } from '../card-words.ts';
import { Won } from '../cost/won.tsx';
import type { HomePageData } from '../page/home-page-data.ts';
import type { SectionPart } from '../page/section-part.ts';
import { Price } from '../price.tsx';
import { cityOf, nameOf, placePath } from './market-words.ts';
import { SalesList } from './sales-list.tsx';

/** What stands around the home, in its building, and what was sold nearby, where the licence shows it. */
export const marketSection: SectionPart = {
  id: 'nearby',
  title: 'nearby.title',
  short: 'nearby.short',
  note: 'nearby.note',
  isShown: ({ market }) => market !== null,
  headline: ({ market }, { t }) =>
    market === null || market.nearby.length === 0
      ? undefined
      : t('nearby.headline', { count: market.nearby.length + market.sameBuilding.length }),
  Body: Nearby,
};

function Nearby({ home, market, now }: HomePageData) {
  const words = useWords();
  const { t } = words;
  if (market === null) return null;
  const { nearby, sameBuilding, sales, place, searchType } = market;
  const state = home.places.find((one) => one.kind === 'state');
  const stateCode = state?.slug.toUpperCase() ?? '';
  return (
    <div className="space-y-8">
      {sameBuilding.length === 0 ? null : (
        <div>
          <h3 className="mb-2 font-semibold text-lg">{t('nearby.building')}</h3>
          <HomeLines homes={sameBuilding} now={now} />
        </div>
      )}
      <div>
        <h3 className="mb-2 font-semibold text-lg">
          {t(searchType === 'rent' ? 'nearby.for_rent' : 'nearby.for_sale')}
        </h3>
        {nearby.length === 0 ? (
          <p className="text-quiet">{t('nearby.none')}</p>
        ) : (
          <HomeLines homes={nearby} now={now} />
        )}
      </div>
      {sales === null ? null : (
        <div>
          <h3 className="mb-2 font-semibold text-lg">{t('nearby.sold')}</h3>
          <SalesList
            sales={sales}
            most={6}
            own={{ price: home.listing.listPrice, pricePerSquareFoot: market.pricePerSquareFoot }}
          />
          {sales.sales.length > 6 ? (
            <p className="mt-2">
              <SiteLink
                path={`/sell?homeId=${home.homeId}`}
                className="inline-flex min-h-11 items-center font-medium text-primary-text underline-offset-4 hover:underline"
              >
                {t('sales.all', { count: sales.sales.length })}
              </SiteLink>
            </p>
          ) : null}
        </div>
      )}
      {place === null ? null : (
        <p>
          <SiteLink
            path={placePath(place, searchType, {
              city: cityOf({ place: { ...place, stateCode }, parents: home.places }),
              stateCode,
            })}
            className="inline-flex min-h-11 items-center font-medium text-primary-text underline-offset-4 hover:underline"
          >
            {t('nearby.place', { place: nameOf(place, words) })}
          </SiteLink>
        </p>
      )}
    </div>
  );
}

/** Homes in a line each: price, facts, address, and who offers them. */
function HomeLines({ homes, now }: { homes: readonly HomeCardAnswer[]; now: number }) {
  const words = useWords();
  return (
    <ul className="border-line border-t lg:grid lg:grid-cols-2 lg:gap-x-12">
      {homes.map((home) => (
        <li key={home.homeId} className="border-line border-b py-3">
          <SiteLink path={home.path} className="group block">
            <span className="flex flex-wrap items-baseline gap-x-3">
              <Price home={home} className="text-lg" />
              <Won usd={leadPrice(home)} now={now} short className="text-quiet text-sm" />
              <Cost home={home} />
            </span>
            <span className="tabular block text-sm">
              {factsOf(home, words).map((fact, index) => (
                <Fragment key={fact.text}>
                  {index === 0 ? '' : ' · '}
                  <span lang={fact.lang}>{fact.text}</span>
                </Fragment>
              ))}
            </span>
            <span className="block underline-offset-4 group-hover:underline">{addressLine(home, words)}</span>
          </SiteLink>
          <CreditLine home={home} className="text-sm" />
        </li>
      ))}
    </ul>
  );
}

/** Of a rental how its price is split, or that the fees are not stated (R26). */
function Cost({ home }: { home: HomeCardAnswer }) {
  const cost = costOf(home, useWords());
  if (cost === undefined) return null;
  return (
    <span title={cost.title} className="text-quiet text-sm">
      {cost.text}
    </span>
  );
}
