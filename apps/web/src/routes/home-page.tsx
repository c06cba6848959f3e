import type { HomeAnswer } from '@maru/contract';
import { searchPath } from '@maru/listing';
import { formatManDollars, formatNumber, formatUsd, pyeongOf, squareMetersOf } from '@maru/words';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { ASK_BAR, AskSlot } from '../contact/ask-slot.tsx';
import { useWords, type Words } from '../i18n/words.tsx';
import { cameFromSearch } from '../last-search.ts';
import { SourceNotes } from '../listing/attribution.tsx';
import { factGroupsOf } from '../listing/fact-groups.ts';
import { FactList } from '../listing/fact-list.tsx';
import { Gallery } from '../listing/gallery.tsx';
import { formatDay } from '../listing/home-dates.ts';
import { addressText, cityText, priceChangeText, soldText, streetText } from '../listing/home-words.ts';
import { Ledger } from '../listing/ledger.tsx';
import { ListingCard } from '../listing/listing-card.tsx';
import { statusText } from '../listing/lookup.ts';
import { MarkedRemarks } from '../listing/marked-remarks.tsx';
import { OfferedBy } from '../listing/offered-by.tsx';
import { OpenHouseList } from '../listing/open-house-list.tsx';
import { Price } from '../listing/price.tsx';
import { SaveButton } from '../listing/save-button.tsx';
import { PlaceBox } from '../search/place-box.tsx';
import { ShareButton } from '../share/share-button.tsx';
import { LegalFoot, PageBar } from '../site-chrome.tsx';
import { ArrowLeftIcon, ExternalIcon, InfoIcon, MapIcon } from '../ui/icons.tsx';
import { SiteLink } from '../ui/site-link.tsx';
import { HomeMap } from './home-map.tsx';

/** How far around the home the search opens, in degrees: some 2 km. */
const AROUND = 0.018;

/** The page of one home (LOOK.md, "Listing page"). `now` is ms UTC from the loader. */
export function HomePage({ home, now }: { home: HomeAnswer; now: number }) {
  const words = useWords();
  const { t, locale } = words;
  const { listing, searchType, source } = home;
  const address = addressText(home, words);
  const change = priceChangeText(home, words);
  const gloss = locale === 'ko' && listing.listPrice !== null ? formatManDollars(listing.listPrice) : '';
  const status = statusText(listing.standardStatus, searchType, words);
  const sold = soldText(home, words);
  const { homeId, path } = home;
  const { listPrice, standardStatus } = listing;
  const kept = { homeId, path, listPrice, standardStatus };
  useEffect(() => {
    // What changes from now on, cards and lists can say. Where its script does not come, they say nothing.
    import('../listing/looks.ts')
      .then(({ rememberLook }) => rememberLook('seen', { homeId, path, listPrice, standardStatus }, address))
      .catch(() => {});
  }, [homeId, path, listPrice, standardStatus, address]);
  const tour = webAddress(listing.virtualTourURLUnbranded);
  return (
    <>
      <PageBar width="narrow">
        <PlaceBox searchType={searchType} size="compact" />
      </PageBar>
      <main id="main" tabIndex={-1} className="mx-auto max-w-[1248px] pb-8 outline-none md:px-6">
        <div className="flex flex-wrap items-center justify-between gap-x-4 px-4 py-1 md:px-0 md:py-2">
          <PlaceTrail home={home} />
          <div className="flex items-center gap-1">
            <BackToResults />
            <SaveButton home={kept} address={address} withWord />
            <Share title={address} />
          </div>
        </div>
        <Gallery photos={home.photos} address={address} />
        <div className="px-4 md:px-0 lg:grid lg:grid-cols-[minmax(0,1fr)_340px] lg:gap-x-12">
          <header className="pt-6">
            <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
              <Price home={{ listPrice: listing.listPrice, searchType }} className="text-3xl" />
              {gloss === '' ? null : <span className="text-lg text-quiet">{gloss}</span>}
              <span className="rounded-chip border border-line-strong px-3 py-0.5 font-medium text-sm">
                <span lang={status.lang}>{status.text}</span>
              </span>
            </p>
            {sold === undefined ? null : <p className="tabular mt-1 font-medium text-sold">{sold}</p>}
            {change === undefined ? null : (
              <p className={`tabular mt-1 font-medium ${change.kind === 'cut' ? 'text-cut' : ''}`}>
                {change.text}
              </p>
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
            <HeadlineFacts home={home} />
          </header>
          <aside className="mt-6 self-start rounded-card border border-line bg-surface p-5 lg:sticky lg:top-4 lg:row-span-2">
            <OfferedBy home={home} now={now} />
            <AskSlot home={home} />
          </aside>
          <div className="mt-8 space-y-10">
            <OpenHouseList home={home} now={now} />
            {listing.publicRemarks === null ? null : (
              <Section id="remarks" title={t('listing.remarks')}>
                {locale === 'ko' ? (
                  <p className="mb-2 text-quiet text-sm">{t('listing.remarks_original')}</p>
                ) : null}
                <p lang="en" className="max-w-[72ch] whitespace-pre-line">
                  <MarkedRemarks homeId={home.homeId} text={listing.publicRemarks} />
                </p>
                {tour === undefined ? null : (
                  <p className="mt-2">
                    <a
                      href={tour}
                      target="_blank"
                      rel="noopener noreferrer nofollow"
                      className="inline-flex min-h-11 items-center gap-2 font-medium text-primary-text underline-offset-4 hover:underline"
                    >
                      <ExternalIcon size={18} />
                      {t('listing.tour')}
                    </a>
                  </p>
                )}
              </Section>
            )}
            <Section id="ledger" title={t('listing.ledger')} note={t('listing.ledger_note')}>
              <Ledger home={home} now={now} />
            </Section>
            <Section id="facts" title={t('listing.facts')} note={t('listing.facts_note')}>
              <FactList groups={factGroupsOf(home, words)} />
            </Section>
            <WhereItIs home={home} />
            {home.alsoListedAs.length === 0 ? null : (
              <Section id="also" title={t('listing.also')}>
                <AlsoListedAs home={home} />
              </Section>
            )}
          </div>
        </div>
        {home.similar.length === 0 ? null : (
          <div className="mt-12 px-4 md:px-0">
            <Section id="similar" title={t('listing.similar')} note={t('listing.similar_note')}>
              <ul className="grid gap-4 sm:grid-cols-2 md:gap-6 lg:grid-cols-3">
                {home.similar.map((one) => (
                  <li key={one.homeId}>
                    <ListingCard
                      home={one}
                      now={now}
                      headingLevel={3}
                      sizes="(min-width: 1200px) 384px, (min-width: 640px) 46vw, 94vw"
                    />
                  </li>
                ))}
              </ul>
            </Section>
          </div>
        )}
        <div className="fixed inset-x-0 bottom-0 z-30 flex min-h-16 items-center justify-between gap-3 border-line border-t bg-surface px-4 pb-[env(safe-area-inset-bottom)] md:hidden print:hidden">
          <Price home={{ listPrice: listing.listPrice, searchType }} />
          <span className="flex min-w-0 items-center gap-2">
            <SaveButton home={kept} address={address} />
            <div id={ASK_BAR} className="flex min-w-0 justify-end" />
          </span>
        </div>
      </main>
      <LegalFoot>
        <SourceNotes sources={[source]} />
      </LegalFoot>
      {/* The bar below must not cover the last line of the page. */}
      <div className="h-16 bg-sunken md:hidden print:hidden" />
    </>
  );
}

function Section({
  id,
  title,
  note,
  children,
}: {
  id: string;
  title: string;
  note?: string;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="font-bold text-xl">
        {title}
      </h2>
      {note === undefined ? null : <p className="mt-1 text-quiet text-sm">{note}</p>}
      <div className="mt-3">{children}</div>
    </section>
  );
}

/** Outermost first, each a search of its own. */
function PlaceTrail({ home }: { home: HomeAnswer }) {
  const { t, locale } = useWords();
  const places = home.places.filter((place) => place.kind !== 'neighborhood');
  return (
    <nav aria-label={t('listing.trail')} className="min-w-0">
      <ol className="flex flex-wrap items-center text-sm">
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
                (locale === 'ko' && place.nameKo) || place.name
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

/** Only where one came from a list: one step back, to the card that was left. */
function BackToResults() {
  const { t } = useWords();
  const router = useRouter();
  const [known, setKnown] = useState(false);
  useEffect(() => setKnown(cameFromSearch(router.latestLocation.href)), [router]);
  if (!known) return null;
  return (
    <button type="button" className={QUIET_BUTTON} onClick={() => router.history.back()}>
      <ArrowLeftIcon size={18} />
      {t('nav.back')}
    </button>
  );
}

function Share({ title }: { title: string }) {
  return <ShareButton title={title} className={QUIET_BUTTON} />;
}

const QUIET_BUTTON =
  'inline-flex min-h-11 items-center gap-2 rounded-field px-3 font-medium text-sm hover:bg-sunken print:hidden';

/** Rooms and size, big; what the record does not state is said, never zero. */
function HeadlineFacts({ home }: { home: HomeAnswer }) {
  const words = useWords();
  const { t, locale } = words;
  const { listing, associationFeeMonthly: fee } = home;
  const land = home.homeType === 'land';
  const area = land ? listing.lotSizeSquareFeet : listing.livingArea;
  const { bedroomsTotal: beds, bathroomsTotalDecimal: baths } = listing;
  const facts: HeadlineFact[] = [];
  if (!land) {
    facts.push(
      {
        label: t('listing.beds', { count: beds ?? 2 }),
        value: beds === null ? null : beds === 0 ? '0' : formatNumber(locale, beds),
      },
      {
        label: t('listing.baths', { count: baths ?? 2 }),
        value: baths === null ? null : formatNumber(locale, baths, 2),
      },
    );
  }
  facts.push({
    label: t(land ? 'listing.lot' : 'listing.living_area'),
    value: area === null ? null : t('unit.sqft', { sqft: formatNumber(locale, area, 0) }),
    more:
      area === null
        ? undefined
        : t('listing.area_metric', {
            meters: formatNumber(locale, squareMetersOf(area), 0),
            pyeong: formatNumber(locale, pyeongOf(area), 0),
          }),
  });
  if (home.searchType === 'rent') {
    // The owner pays the association; who rents asks for the deposit.
    const deposit = listing.securityDeposit;
    facts.push({ label: t('fact.deposit'), value: deposit === null ? null : formatUsd(locale, deposit) });
  } else if (!land) {
    const month = fee === null ? null : t('fact.hoa_monthly', { amount: formatUsd(locale, fee) });
    facts.push({ label: t('fact.hoa'), value: fee === 0 ? t('fact.hoa_none') : month });
  }
  if (!land) {
    facts.push({
      label: t('fact.year'),
      value: listing.yearBuilt === null ? null : t('fact.year_value', { year: String(listing.yearBuilt) }),
    });
  }
  facts.push(...marketTimeFacts(home, words));
  return (
    <dl className="mt-5 grid grid-cols-2 gap-x-6 gap-y-4 border-line border-y py-5 sm:grid-cols-3">
      {facts.map((fact) => (
        <div key={fact.label} className="flex flex-col-reverse justify-end">
          <dt className="text-quiet text-sm">{fact.label}</dt>
          <dd className={fact.value === null ? 'text-quiet' : 'tabular font-semibold text-lg'}>
            {fact.value ?? t('listing.not_stated')}
            {fact.more === undefined ? null : (
              <span className="block font-normal text-quiet text-sm">{fact.more}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface HeadlineFact {
  label: string;
  value: string | null;
  more?: string;
}

/** "12 days this time, 97 days in all": a new number does not make a home new (R4). */
function marketTimeFacts({ marketTime }: HomeAnswer, { t, locale }: Words): HeadlineFact[] {
  const { days, cumulativeDays, firstSince, listings } = marketTime;
  if (days === null) return [];
  const label = t('listing.listed');
  if (cumulativeDays === null || cumulativeDays === days || listings < 2 || firstSince === null) {
    return [{ label, value: days === 0 ? t('listing.days_today') : t('listing.days', { count: days }) }];
  }
  return [
    {
      label,
      value: days === 0 ? t('listing.days_today') : t('listing.days_this_time', { count: days }),
      more: t('listing.days_in_all', { count: cumulativeDays, date: formatDay(firstSince, 'UTC', locale) }),
    },
  ];
}

/** Where the home is, and the search around it. */
function WhereItIs({ home }: { home: HomeAnswer }) {
  const words = useWords();
  const { t } = words;
  const { latitude, longitude, postalCode } = home.listing;
  if (latitude === null || longitude === null) return null;
  const zip = home.places.find((place) => place.kind === 'zip') ?? home.places.at(-1);
  const wide = AROUND / Math.max(0.2, Math.cos((latitude * Math.PI) / 180));
  const path = searchPath({
    searchType: home.searchType,
    place: zip?.slug,
    bbox: [longitude - wide, latitude - AROUND, longitude + wide, latitude + AROUND],
  });
  const shown =
    home.addressWithheld && postalCode !== null
      ? t('listing.where_withheld', { zip: postalCode })
      : addressText(home, words);
  return (
    <Section id="where" title={t('listing.where')}>
      <p>{shown}</p>
      <HomeMap home={home} latitude={latitude} longitude={longitude} />
      <p className="mt-3">
        <SiteLink
          path={path}
          className="inline-flex min-h-11 items-center gap-2 rounded-field border border-line-strong bg-surface px-4 font-semibold hover:bg-sunken"
        >
          <MapIcon size={18} />
          {t('listing.where_search')}
        </SiteLink>
      </p>
    </Section>
  );
}

/** Other records of the same home, each with its own credit (R32). */
function AlsoListedAs({ home }: { home: HomeAnswer }) {
  const words = useWords();
  const { t } = words;
  return (
    <ul className="divide-y divide-line">
      {home.alsoListedAs.map((one) => (
        <li key={`${one.dataset}:${one.listingId}:${one.searchType}`} className="py-3">
          <p className="font-medium">{statusText(one.standardStatus, one.searchType, words).text}</p>
          <p>
            {one.listAgentFullName === null ? null : (
              <span className="block">{t('credit.agent', { agent: one.listAgentFullName })}</span>
            )}
            <span className="block">
              {t('credit.office', { office: one.listOfficeName ?? t('listing.not_stated') })}
            </span>
            <span className="tabular block text-quiet text-sm">
              {one.source}
              {one.listingId === null ? '' : ` · ${t('listing.mls')} ${one.listingId}`}
            </span>
          </p>
        </li>
      ))}
    </ul>
  );
}

/** A link of the feed goes out only as a web address. */
function webAddress(text: string | null): string | undefined {
  if (text === null || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined;
}
