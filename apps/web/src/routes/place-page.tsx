import type { HomeCardAnswer } from '@maru/contract';
import { searchPath } from '@maru/listing/search';
import type { ReactNode } from 'react';
import { localName, useWords, type Words } from '../i18n/words.tsx';
import { MixedSources, SourceNotes } from '../listing/card/attribution.tsx';
import { KrwCard } from '../listing/card/krw-card.tsx';
import { MarketCharts } from '../listing/market/market-charts.tsx';
import { MarketNow } from '../listing/market/market-now.tsx';
import {
  Neighborhoods,
  Neighbors,
  PlaceLinks,
  PlacesWithin,
  PlaceTrail,
} from '../listing/market/place-links.tsx';
import { PlaceBox } from '../search/place-box/place-box.tsx';
import { searchPreviewPath } from '../share/preview-address.ts';
import { definePage, type LoaderContext, type PageHead } from '../site/page-module.ts';
import { buttonClass } from '../ui/button.tsx';
import { PageMain } from '../ui/frame/page-main.tsx';
import { Section } from '../ui/section.tsx';
import { SiteLink } from '../ui/site-link.tsx';
import { loadArea, loadCity, loadList, type PlacePageData } from './place-data.ts';

export const pages = {
  /** `/city?place=`: the market of a place, then its homes. */
  city: definePlacePage(loadCity),
  /** `/list?searchType=&place=`: the homes of a place, then its market. */
  list: definePlacePage(loadList),
  /** `/{state}/{city}/{streetZip}`: the market and the homes of a ZIP; of a street, its search. */
  area: definePlacePage(loadArea),
};

function definePlacePage(loader: (context: LoaderContext) => Promise<PlacePageData>) {
  return definePage({ loader, head: placeHead, Page: PlacePage });
}

/** Homes on the page itself; a link leads to the rest. */
const HOMES = 12;

/** The page of a place: market, trends, places in and around it, and homes. */
function PlacePage({ data }: { data: PlacePageData }) {
  const words = useWords();
  return (
    <PageMain className="max-w-[1248px] px-4 pb-8 md:px-6">
      {data.market === null ? <div className="h-4" /> : <PlaceTrail market={data.market} />}
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <h1 className="font-bold text-2xl leading-tight md:text-3xl">{headingText(data, words)}</h1>
        <TypeSwitch data={data} />
      </div>
      <div className="mt-4 max-w-[560px]">
        <PlaceBox
          key={data.place?.slug ?? ''}
          searchType={data.searchType}
          size="compact"
          pathFor={(suggestion) =>
            suggestion.slug === undefined
              ? suggestion.path
              : placePath(data, suggestion.slug, data.searchType)
          }
        />
      </div>
      {data.place === null ? <Begin data={data} /> : <About data={data} />}
    </PageMain>
  );
}

function placeHead(data: PlacePageData, { words }: { words: Words }): PageHead {
  const { place, searchType, ownPath, homes } = data;
  const { t } = words;
  if (place === null) {
    return {
      title: headingText(data, words),
      description: t('market.description_empty'),
      canonical: ownPath,
      index: false,
    };
  }
  const title = headingText(data, words);
  const query = { searchType, place: place.slug };
  const total = homes?.total ?? 0;
  return {
    title,
    description: t('market.description', { place: localName(place, words) }),
    // Search engines index one page per place and type; this is another view of it (rule S10.8).
    canonical: searchPath(query),
    image: {
      path: searchPreviewPath(query, total, words.locale),
      alt: t('preview.search_alt', { title, count: t('search.count', { count: total }) }),
    },
  };
}

function headingText({ lead, place, searchType, market }: PlacePageData, words: Words): string {
  const { t } = words;
  if (place === null) return t('market.title_empty');
  // Put the city before a ZIP code.
  const city = place.kind === 'zip' ? market?.parents.find(({ kind }) => kind === 'city') : undefined;
  const name = [city === undefined ? '' : localName(city, words), localName(place, words)]
    .filter(Boolean)
    .join(' ');
  const isRent = searchType === 'rent';
  if (lead === 'homes') return t(isRent ? 'market.list_title_rent' : 'market.list_title', { place: name });
  return t(isRent ? 'market.title_rent' : 'market.title', { place: name });
}

/** The path of another place or type: `/list` stays `/list`, an area page becomes the place's page. */
function placePath({ lead }: PlacePageData, slug: string | undefined, searchType: 'sale' | 'rent'): string {
  const own = lead === 'homes' ? '/list' : '/city';
  const query = [
    ...(slug === undefined ? [] : [`place=${slug}`]),
    ...(searchType === 'rent' ? ['searchType=rent'] : []),
  ];
  return query.length === 0 ? own : `${own}?${query.join('&')}`;
}

function TypeSwitch({ data }: { data: PlacePageData }) {
  const { t } = useWords();
  const { searchType, place, ownPath, lead } = data;
  return (
    <nav aria-label={t('market.kind')} className="inline-flex rounded-field border border-line-strong p-0.5">
      {(['sale', 'rent'] as const).map((one) => (
        <SiteLink
          key={one}
          path={
            ownPath === '/city' || ownPath === '/list' || lead === 'homes'
              ? placePath(data, place?.slug, one)
              : one === 'rent'
                ? `${ownPath}?searchType=rent`
                : ownPath
          }
          aria-current={one === searchType ? 'page' : undefined}
          className={`inline-flex min-h-10 items-center rounded-[4px] px-4 font-medium ${
            one === searchType ? 'bg-primary text-on-primary' : 'hover:bg-sunken'
          }`}
        >
          {t(one === 'rent' ? 'market.rent' : 'market.sale')}
        </SiteLink>
      ))}
    </nav>
  );
}

function About({ data }: { data: PlacePageData }) {
  const { t } = useWords();
  const { market, homes, lead, searchType, place } = data;
  const numbers =
    market === null ? (
      <p className="text-quiet">{t('market.unavailable')}</p>
    ) : market.supply[0]?.active === 0 && market.months.length === 0 ? (
      <p className="text-quiet">{t('market.none')}</p>
    ) : (
      <>
        <Part id="now" title={t('market.now')}>
          <MarketNow market={market} />
        </Part>
        <Part id="over-time" title={t('market.over_time')}>
          <MarketCharts market={market} />
        </Part>
      </>
    );
  const list = (
    <>
      {homes === null || homes.total === 0 ? null : (
        <Part id="homes" title={t('market.homes_here')}>
          <Cards
            homes={homes.listings.slice(0, HOMES)}
            data={data}
            eager={lead === 'homes'}
            inRow={lead !== 'homes'}
          />
          <p className="mt-5">
            <SiteLink
              path={searchPath({ searchType, place: place?.slug })}
              className={buttonClass('primary')}
            >
              {t('market.see_all', { count: homes.total })}
            </SiteLink>
          </p>
        </Part>
      )}
    </>
  );
  return (
    <MixedSources sources={homes?.sources ?? []}>
      <div className="mt-8 space-y-12">
        {lead === 'homes' ? list : numbers}
        {lead === 'homes' ? numbers : list}
        {market === null ? null : (
          <>
            <Neighborhoods market={market} />
            <PlacesWithin market={market} />
            <Neighbors market={market} />
          </>
        )}
        {homes === null ? null : (
          <section aria-label={t('market.sources_heading')} className="border-line border-t pt-6">
            <SourceNotes sources={homes.sources} />
          </section>
        )}
      </div>
    </MixedSources>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Section id={id} title={title} titleClass="mb-3 font-bold text-xl">
      {children}
    </Section>
  );
}

function Cards({
  homes,
  data,
  eager = false,
  inRow = false,
}: {
  homes: readonly HomeCardAnswer[];
  data: PlacePageData;
  eager?: boolean;
  /** A horizontal scroller on phones, so that the next section is not far below. */
  inRow?: boolean;
}) {
  return (
    <ul
      className={
        inRow
          ? 'relative -mx-4 flex snap-x scroll-px-4 gap-4 overflow-x-auto px-4 pb-2 sm:mx-0 sm:grid sm:grid-cols-2 sm:overflow-visible sm:px-0 md:gap-6 lg:grid-cols-3'
          : 'grid gap-4 sm:grid-cols-2 md:gap-6 lg:grid-cols-3'
      }
    >
      {homes.map((home, index) => (
        <li
          key={home.homeId}
          className={inRow ? 'w-[82vw] max-w-80 shrink-0 snap-start sm:w-auto sm:max-w-none' : undefined}
        >
          <KrwCard
            home={home}
            now={data.now}
            eager={eager && index === 0}
            sizes="(min-width: 1200px) 384px, (min-width: 640px) 46vw, 94vw"
          />
        </li>
      ))}
    </ul>
  );
}

/** Without a place: links to start from. */
function Begin({ data }: { data: PlacePageData }) {
  const { t } = useWords();
  const { states, searchType } = data;
  const places = (list: NonNullable<PlacePageData['states']>['states']) =>
    list
      .map((one) => ({ ...one, slug: one.id, active: searchType === 'rent' ? one.rent : one.sale }))
      .filter((one) => one.active > 0);
  const path = (place: { slug: string }) => placePath(data, place.slug, searchType);
  return (
    <div className="mt-6 space-y-10">
      <p className="text-lg text-quiet">{t('market.empty_lead')}</p>
      {states === null ? null : (
        <>
          <Part id="busiest" title={t('market.busiest')}>
            <PlaceLinks places={places(states.busiestCities)} toPath={path} />
          </Part>
          <Part id="states" title={t('market.states')}>
            <PlaceLinks places={places(states.states)} toPath={path} />
          </Part>
        </>
      )}
    </div>
  );
}
