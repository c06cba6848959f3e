import type { HomeAnswer } from '@maru/contract';
import type { CostEdits } from '@maru/listing/money';
import { findTimeZone } from '@maru/listing/time';
import { localePath } from '@maru/words';
import { CALL_QUESTIONS } from '@maru/words/call-questions';
import { useRouter } from '@tanstack/react-router';
import type { SiteSettings } from '../../browser/site-settings.ts';
import { useWords, type Words } from '../../i18n/words.tsx';
import { licenseText } from '../card/attribution.tsx';
import { formatInstant, priceText } from '../card/card-words.ts';
import { statusText } from '../card/status-text.ts';
import { lineAmountText, partText, termsText } from '../cost/cost-texts.ts';
import { computeHomeCost, monthText } from '../cost/home-cost.ts';
import { useCostEdits } from '../cost/use-cost-edits.ts';
import { cityText, factsText, pricedHome, streetText } from '../facts/home-words.ts';
import { buildHeadlineFacts } from './headline-facts.tsx';
import type { HomePageData } from './home-page-data.ts';
import { MapSketch } from './map-sketch.tsx';

/** Leaves room for the questions. */
const MOST_COST_LINES = 7;

/**
 * The printed page of a home: one sheet in large type for a phone call, with address, cost, agent, questions in both
 * languages and source. The credit is as large as the facts.
 */
export function CallCard({ home, now }: HomePageData) {
  const words = useWords();
  const { t, locale } = words;
  const { site, publicUrl } = useRouter().options.context;
  const { listing, source, searchType } = home;
  const [edits] = useCostEdits(home.homeId);
  const costs = formatCostLines(home, words, site, now, edits);
  const zone = findTimeZone(listing);
  const {
    name,
    licenseNumber,
    licenseState = listing.stateOrProvince,
    phone,
    email,
  } = source.advertisingBroker;
  const brokerLicense = licenseText(licenseNumber, licenseState, words);
  const asOf = source.asOf === null ? t('source.never') : formatInstant(Date.parse(source.asOf), zone, words);
  const license = licenseText(listing.listAgentStateLicense, listing.stateOrProvince, words);
  const phoneToCall = listing.listAgentDirectPhone ?? listing.attributionContact ?? listing.listOfficePhone;
  return (
    <section
      data-call-card
      aria-label={t('call.title')}
      className="hidden h-[255mm] flex-col overflow-hidden text-[12pt] text-text leading-snug print:flex"
    >
      <div className="flex items-baseline justify-between gap-4 border-text border-b-2 pb-1">
        <p className="font-bold text-[15pt]">{t('call.title')}</p>
        <p className="text-[10pt]">
          {t('site.name')} · {new URL(publicUrl).host}
          {localePath(locale, home.path).slice(0, 60)}
        </p>
      </div>
      <div className="mt-3 flex gap-5">
        <div className="min-w-0 flex-1">
          <p className="font-bold text-[22pt] leading-tight">{priceText(pricedHome(home), words)}</p>
          <p className="mt-1 font-semibold text-[15pt] leading-tight">{streetText(home, words)}</p>
          <p className="text-[14pt]">{cityText(home, words)}</p>
          <p className="mt-1">
            {statusText(listing.standardStatus, searchType, words).text} · {factsText(home, words)}
          </p>
          <Facts home={home} />
          <div className="mt-2 rounded-field border-2 border-text p-2">
            <p>
              {t('credit.agent', { agent: listing.listAgentFullName ?? t('credit.name_unstated') })}
              {license === '' ? '' : ` · ${license}`}
            </p>
            <p className="tabular font-bold text-[18pt] leading-tight">
              {phoneToCall ?? t('listing.not_stated')}
            </p>
            <p>
              {t('credit.office', { office: listing.listOfficeName ?? t('credit.name_unstated') })}
              {[null, phoneToCall].includes(listing.listOfficePhone) ? '' : ` · ${listing.listOfficePhone}`}
            </p>
          </div>
        </div>
        <div className="w-[58mm] shrink-0">
          <MapSketch home={home} />
          {listing.crossStreet === null ? null : (
            <p className="mt-1 text-[10pt]">
              {t('fact.cross_street')}: <span lang="en">{listing.crossStreet}</span>
            </p>
          )}
        </div>
      </div>
      {costs === undefined ? null : (
        <div className="mt-3">
          <p className="flex items-baseline justify-between gap-4 font-bold text-[14pt]">
            <span>{t('call.monthly')}</span>
            <span className="tabular">{costs.total}</span>
          </p>
          <ul className="mt-1 columns-2 gap-8 border-text border-t pt-1 text-[11pt]">
            {costs.lines.slice(0, MOST_COST_LINES).map((line) => (
              <li key={line.label} className="flex justify-between gap-3">
                <span>{line.label}</span>
                <span className="tabular font-semibold">{line.amount}</span>
              </li>
            ))}
          </ul>
          <p className="text-[9pt]">{costs.terms}</p>
        </div>
      )}
      <div className="mt-3 min-h-0 flex-1 overflow-hidden">
        <p className="border-text border-b font-bold text-[14pt]">{t('call.questions')}</p>
        <ol className="mt-2 space-y-2 text-[13pt]">
          {CALL_QUESTIONS[searchType].map(([en, ko]) => (
            <li key={en} className="grid grid-cols-[5mm_1fr] gap-2">
              <span aria-hidden="true" className="mt-1 size-[4mm] border border-text" />
              <span>
                <span lang="en" className="block font-semibold">
                  {en}
                </span>
                <span lang="ko" className="block text-[12pt]">
                  {ko}
                </span>
              </span>
            </li>
          ))}
        </ol>
      </div>
      <div className="mt-2 border-text border-t pt-1 text-[8pt] leading-tight">
        <p>
          {t('call.source', { source: source.source, when: asOf })}
          {listing.listingId === null ? '' : ` ${t('listing.mls')} ${listing.listingId}.`}
        </p>
        {source.sample ? <p>{t('source.sample')}</p> : null}
        <p lang="en">{source.disclaimer}</p>
        <p>{t('source.broker', { name, license: brokerLicense, phone, email })}</p>
      </div>
    </section>
  );
}

function Facts({ home }: { home: HomeAnswer }) {
  const words = useWords();
  const shown = buildHeadlineFacts(home, words, 'sqft').slice(3);
  return (
    <p>{shown.map((fact) => `${fact.label}: ${fact.value ?? words.t('listing.not_stated')}`).join(' · ')}</p>
  );
}

/** The monthly cost of a home for sale as texts; undefined without a price. */
export function formatCostLines(
  home: HomeAnswer,
  words: Words,
  site: Pick<SiteSettings, 'mortgageRate'>,
  now: number,
  edits: CostEdits,
) {
  const cost = home.searchType === 'sale' ? computeHomeCost(home, edits, site, now) : undefined;
  if (cost === undefined) return undefined;
  return {
    lines: cost.lines.map((line) => ({
      label: partText(line, home, words),
      amount: lineAmountText(line, words),
    })),
    total: monthText(cost, words),
    terms: termsText(cost, edits, site, words),
  };
}
