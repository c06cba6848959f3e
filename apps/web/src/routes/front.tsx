import type { Client } from '@maru/contract/client';
import { formatNumber } from '@maru/words';
import { useLoaderData } from '@tanstack/react-router';
import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { useWords, type Words } from '../i18n/words.tsx';
import { SourceNotes } from '../listing/attribution.tsx';
import { ListingCard } from '../listing/listing-card.tsx';
import type { LoaderContext, PageHead } from '../page-module.ts';
import { frontPreviewPath } from '../preview-version.ts';
import { PlaceBox, useRecentSearches } from '../search/place-box.tsx';
import { ClockIcon } from '../ui/first-icons.tsx';
import { SiteLink } from '../ui/site-link.tsx';

/** Where most visitors look (Orange County's Koreans): its newest homes stand on the front page while it has some. */
const FIRST_PLACE = 'irvine-ca';
const NEW_HOMES = 8;

/** Nothing that one came for, so it comes after the page. */
const AtTheDoor = lazy(async () => ({ default: (await import('../account/at-the-door.tsx')).AtTheDoor }));

type FrontData = Awaited<ReturnType<typeof loader>>;

export async function loader({ client, signal, search }: LoaderContext) {
  const [near, districts] = await Promise.all([newHomes(client, signal), client.listStates({ signal })]);
  return {
    ...near,
    places: districts.busiestCities.map(({ id, name, nameKo, sale }) => ({ slug: id, name, nameKo, sale })),
    now: Date.now(),
    searchType: search.searchType === 'rent' ? ('rent' as const) : ('sale' as const),
    /** An address that tells of a session is no page for search engines. */
    isPlain: search.isLoggedIn === undefined && search.loginSuccess === undefined,
  };
}

/** The newest homes for sale of the first place, else of the whole country. */
async function newHomes(client: Client, signal: AbortSignal) {
  const local = await client
    .listHomes({ query: `searchType=sale&place=${FIRST_PLACE}`, signal })
    .catch(() => null);
  const answer =
    local !== null && local.listings.length >= 4
      ? local
      : await client.listHomes({ query: 'searchType=sale', signal });
  return {
    place: answer === local ? FIRST_PLACE : null,
    homes: answer.listings.slice(0, NEW_HOMES),
    total: answer.total,
    sources: answer.sources,
  };
}

export function head({ isPlain, total }: FrontData, { words }: { words: Words }): PageHead {
  return {
    title: words.t('site.name'),
    description: words.t('front.about'),
    canonical: '/',
    index: isPlain,
    image: {
      path: frontPreviewPath(total, words.locale),
      alt: words.t('search.heading_sale', { place: words.t('search.country') }),
    },
  };
}

export function Page() {
  const { t, locale } = useWords();
  const { homes, place, places, sources, now, searchType } = useLoaderData({ strict: false }) as FrontData;
  const isTakenOver = useSyncExternalStore(never, yes, no);
  const placeName = places.find((one) => one.slug === place);
  const placeWords = (locale === 'ko' && placeName?.nameKo) || placeName?.name;
  return (
    <main id="main" tabIndex={-1} className="outline-none">
      <section className="mx-auto max-w-[760px] px-4 pt-10 pb-4 md:pt-14">
        <h1 className="text-center font-bold text-3xl leading-tight md:text-4xl">{t('front.title')}</h1>
        <div className="mt-6 md:mt-8">
          <FrontBox initialType={searchType} />
        </div>
        <RecentLine />
      </section>
      <div className="mx-auto max-w-[1360px] px-4 md:px-6">
        <section aria-labelledby="new-homes">
          <div className="mb-4 flex items-baseline justify-between gap-4">
            <h2 id="new-homes" className="font-bold text-xl">
              {placeWords ? t('front.new_in', { place: placeWords }) : t('front.new')}
            </h2>
            <SiteLink
              path={place === null ? '/homes/for_sale' : `/homes/for_sale/${place}`}
              className="inline-flex min-h-11 items-center font-medium text-primary-text underline-offset-4 hover:underline"
            >
              {t('front.new_all')}
            </SiteLink>
          </div>
          {sources.some((one) => one.sample) ? (
            <p className="-mt-3 mb-4 text-quiet text-sm">{t('front.sample')}</p>
          ) : null}
          {homes.length === 0 ? (
            <p className="rounded-card border border-line bg-surface p-6 text-quiet">{t('front.empty')}</p>
          ) : (
            <ul className="grid gap-4 sm:grid-cols-2 md:gap-6 lg:grid-cols-4">
              {homes.map((home, index) => (
                <li key={home.homeId}>
                  <ListingCard
                    home={home}
                    eager={index === 0}
                    now={now}
                    headingLevel={3}
                    sizes="(min-width: 1360px) 316px, (min-width: 1024px) 24vw, (min-width: 640px) 46vw, 94vw"
                  />
                </li>
              ))}
            </ul>
          )}
        </section>
        {places.length === 0 ? null : (
          <section aria-labelledby="places" className="mt-12">
            <h2 id="places" className="font-bold text-xl">
              {t('front.places')}
            </h2>
            <p className="mt-1 text-quiet text-sm">{t('front.places_note')}</p>
            <ul className="mt-3 grid grid-cols-2 gap-x-6 sm:grid-cols-3 lg:grid-cols-4">
              {places.map((one) => (
                <li key={one.slug} className="border-line border-b">
                  <SiteLink
                    path={`/homes/for_sale/${one.slug}`}
                    className="flex min-h-12 items-center justify-between gap-3 py-2 hover:text-primary-text"
                  >
                    <span className="min-w-0">
                      <span className="font-medium">
                        {locale === 'ko' ? (one.nameKo ?? one.name) : one.name}
                      </span>
                      {one.nameKo === null ? null : (
                        <span
                          lang={locale === 'ko' ? 'en' : 'ko'}
                          className="block text-quiet text-sm sm:ml-2 sm:inline"
                        >
                          {locale === 'ko' ? one.name : one.nameKo}
                        </span>
                      )}
                    </span>
                    <span className="tabular shrink-0 text-quiet">{formatNumber(locale, one.sale, 0)}</span>
                  </SiteLink>
                </li>
              ))}
            </ul>
          </section>
        )}
        <div className="mt-12">
          <SourceNotes sources={sources} />
        </div>
      </div>
      {isTakenOver ? (
        <Suspense>
          <AtTheDoor />
        </Suspense>
      ) : null}
    </main>
  );
}

const never = () => () => {};
const yes = () => true;
const no = () => false;

/** The place box with its switch. Without script the radio travels with the form and the server heeds it. */
function FrontBox({ initialType }: { initialType: 'sale' | 'rent' }) {
  const { t } = useWords();
  const [type, setType] = useState(initialType);
  return (
    <PlaceBox searchType={type} size="large">
      <fieldset className="mb-3 flex justify-center">
        <legend className="sr-only">{t('front.type')}</legend>
        <span className="inline-flex rounded-chip border border-line bg-sunken p-1">
          {(['sale', 'rent'] as const).map((one) => (
            <label
              key={one}
              className="inline-flex min-h-10 cursor-pointer items-center rounded-chip px-5 font-medium has-checked:bg-surface has-checked:text-primary-text has-checked:shadow-float has-focus-visible:outline-3 has-focus-visible:outline-primary"
            >
              <input
                type="radio"
                name="searchType"
                value={one}
                checked={type === one}
                onChange={() => setType(one)}
                className="sr-only"
              />
              {t(one === 'sale' ? 'nav.buy' : 'nav.rent')}
            </label>
          ))}
        </span>
      </fieldset>
    </PlaceBox>
  );
}

/** What this browser looked for last; empty on the server, so its line keeps its height. */
function RecentLine() {
  const { t } = useWords();
  const recent = useRecentSearches();
  return (
    <div className="mt-3 min-h-11">
      {recent.length === 0 ? null : (
        <nav
          aria-label={t('place.recent')}
          className="flex items-center justify-center gap-2 overflow-hidden text-sm"
        >
          <span className="inline-flex shrink-0 items-center gap-1 text-quiet">
            <ClockIcon size={16} />
            {t('front.recent')}
          </span>
          {recent.slice(0, 3).map((one) => (
            <SiteLink
              key={one.path}
              path={one.path}
              className="inline-flex min-h-11 min-w-0 items-center rounded-field px-1 font-medium underline-offset-4 hover:underline"
            >
              <span className="truncate">{one.name}</span>
            </SiteLink>
          ))}
        </nav>
      )}
    </div>
  );
}
