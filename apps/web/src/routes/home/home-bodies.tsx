import type { ComponentType } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { licenseText } from '../../listing/card/attribution.tsx';
import { KrwCard } from '../../listing/card/krw-card.tsx';
import { statusText } from '../../listing/card/status-text.ts';
import { CostBody } from '../../listing/cost/cost-body.tsx';
import { Ledger } from '../../listing/facts/ledger.tsx';
import { Nearby } from '../../listing/market/market-body.tsx';
import { CallCard } from '../../listing/page/call-card.tsx';
import { Facts } from '../../listing/page/facts-body.tsx';
import type { HomePageData, SectionId } from '../../listing/page/home-page-data.ts';
import { Remarks } from '../../listing/page/remarks-body.tsx';
import { Hazards } from '../../listing/place/hazards-body.tsx';
import { Schools } from '../../listing/place/schools-body.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Island } from '../../ui/island.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { Where } from './where-body.tsx';

/** The contents of the sections and other late parts of a home's page: one script, loaded after the page. */
export const HOME_BODIES: Record<SectionId | 'similar' | 'call', ComponentType<HomePageData>> = {
  cost: CostBody,
  ledger: Ledger,
  facts: Facts,
  remarks: Remarks,
  schools: Schools,
  hazards: Hazards,
  commute: Commute,
  where: Where,
  nearby: Nearby,
  also: AlsoListedAs,
  report: ReportLink,
  similar: SimilarHomes,
  call: CallCard,
};

/** A link to report a problem with the listing, with the promised response (rule R38). */
function ReportLink({ home }: HomePageData) {
  const { t } = useWords();
  return (
    <div className="items-center gap-x-8 gap-y-3 md:flex md:justify-between print:hidden">
      <p className="max-w-[64ch]">{t('report.about')}</p>
      <p className="shrink-0 max-md:mt-3">
        <SiteLink
          path={`/report?homeId=${home.homeId}`}
          rel="nofollow"
          className={buttonClass('secondary', 'medium')}
        >
          {t('report.open')}
        </SiteLink>
      </p>
    </div>
  );
}

/** Commute times, computed in the browser: the server does not have the destination. */
function Commute({ home }: HomePageData) {
  const { t } = useWords();
  const { latitude, longitude } = home.listing;
  if (latitude === null || longitude === null) return null;
  return (
    <>
      {home.addressWithheld ? <p className="mb-2 text-quiet text-sm">{t('commute.from_zip')}</p> : null}
      <Island
        load={() => import('../../listing/commute/commute-times.tsx').then((module) => module.CommuteTimes)}
        props={{ latitude, longitude }}
        className="min-h-52 xl:min-h-64 print:min-h-0"
      >
        <p className="print:hidden">{t('commute.loading')}</p>
      </Island>
    </>
  );
}

/** Other listings of the same home, each with its credit (rule R32). */
function AlsoListedAs({ home }: HomePageData) {
  const words = useWords();
  const { t } = words;
  return (
    <ul className="divide-y divide-line">
      {home.alsoListedAs.map((one) => {
        const license = licenseText(one.listAgentStateLicense, home.listing.stateOrProvince, words);
        return (
          <li key={`${one.dataset}:${one.listingId}:${one.searchType}`} className="py-3">
            <p className="font-medium">{statusText(one.standardStatus, one.searchType, words).text}</p>
            <p>
              {one.listAgentFullName === null ? null : (
                <span className="block">
                  {t('credit.agent', { agent: one.listAgentFullName })}
                  {license === '' ? '' : ` · ${license}`}
                </span>
              )}
              <span className="block">
                {t('credit.office', { office: one.listOfficeName ?? t('listing.not_stated') })}
                {one.listOfficePhone === null ? '' : ` · ${one.listOfficePhone}`}
              </span>
              <span className="tabular block text-quiet text-sm">
                {one.source}
                {one.listingId === null ? '' : ` · ${t('listing.mls')} ${one.listingId}`}
              </span>
            </p>
          </li>
        );
      })}
    </ul>
  );
}

/** Similar homes nearby, as cards below the sections. */
function SimilarHomes({ home, now }: HomePageData) {
  const { t } = useWords();
  if (home.similar.length === 0) return null;
  return (
    <section
      id="similar"
      aria-labelledby="similar-title"
      className="max-sm:drawn-when-near mt-12 px-4 md:px-0 print:hidden max-sm:[--about:476px]"
    >
      <h2 id="similar-title" className="font-bold text-xl">
        {t('listing.similar')}
      </h2>
      <p className="mt-1 text-quiet text-sm">{t('listing.similar_note')}</p>
      {/* A horizontal scroller on phones, so that the end of the page is near. */}
      <ul className="relative -mx-4 mt-3 flex snap-x scroll-px-4 gap-4 overflow-x-auto px-4 pb-2 sm:mx-0 sm:grid sm:grid-cols-2 sm:overflow-visible sm:px-0 md:gap-6 lg:grid-cols-3 xl:grid-cols-4">
        {home.similar.map((one) => (
          <li
            key={one.homeId}
            className="w-[82vw] max-w-80 shrink-0 snap-start sm:w-auto sm:max-w-none xl:nth-[n+5]:hidden"
          >
            <KrwCard
              home={one}
              now={now}
              sizes="(min-width: 1280px) 288px, (min-width: 1024px) 30vw, (min-width: 640px) 46vw, 82vw"
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
