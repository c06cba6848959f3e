import type { HomeCardAnswer } from '@maru/contract';
import { commuteBasis, commuteMinutes } from '@maru/listing/places';
import { mercatorX, mercatorY } from '@maru/listing/search';
import { DAY_MS } from '@maru/listing/time';
import { formatNumber, formatUsd, toPyeong, toSquareMeters } from '@maru/words';
import { useRouter } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { useWords, type Words } from '../i18n/words.tsx';
import { CreditLine, MixedSources, SourceNotes } from '../listing/card/attribution.tsx';
import { CardPhoto } from '../listing/card/card-photo.tsx';
import { addressLine, describeCost, priceText } from '../listing/card/card-words.ts';
import { useHomeCards } from '../listing/card/home-cards.ts';
import { statusText } from '../listing/card/status-text.ts';
import { duesLabel } from '../listing/facts/fee-label.ts';
import { MOST_COMPARED, removeCompared } from '../listing/kept/compare-choice.ts';
import { SaveButton } from '../listing/kept/save-button.tsx';
import { type Destination, destination } from '../search/commute-destination.ts';
import { LoanLine } from '../search/results/loan-line.tsx';
import { AskFamily } from '../shortlist/ask-family.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { CompareIcon } from '../ui/icons/saved-icons.tsx';
import { Empty, Failed, Waiting } from '../ui/loading-parts.tsx';
import { ScrollBox } from '../ui/scroll-box.tsx';
import { SiteLink } from '../ui/site-link.tsx';

interface Row {
  title: string;
  /** Undefined: not stated. */
  value: (home: HomeCardAnswer) => string | undefined;
}

/** Up to four homes side by side, each with its attribution; unstated values are marked (rule R10). */
export function CompareTable({ ids }: { ids: readonly string[] }) {
  const words = useWords();
  const { t } = words;
  const router = useRouter();
  const { found, error, retry } = useHomeCards(ids);
  const to = useDestination();
  if (error !== undefined) return <Failed error={error} onRetry={retry} />;
  if (found === undefined) return <Waiting />;
  const homes = ids.flatMap((id) => found.cards.get(id) ?? []);
  const gone = ids.filter((id) => found.gone.has(id)).length;
  const remove = (id: string) => {
    removeCompared(id);
    const rest = ids.filter((one) => one !== id && found.cards.has(one));
    void router.navigate({
      to: '.',
      search: (rest.length === 0 ? { tab: 'saved' } : { compare: rest.join(',') }) as never,
      replace: true,
      resetScroll: false,
    });
  };
  if (homes.length === 0) {
    return (
      <Empty
        icon={<CompareIcon />}
        title={t('compare.none')}
        text={t('compare.none_text', { count: MOST_COMPARED })}
      >
        <SiteLink path="/my-page?tab=saved" className={buttonClass('primary')}>
          {t('compare.from_saved')}
        </SiteLink>
      </Empty>
    );
  }
  const rows = buildRows(homes, words, found.now, to);
  return (
    <MixedSources sources={found.sources}>
      {gone === 0 ? null : <p className="mb-4">{t('compare.gone', { count: gone })}</p>}
      <ScrollBox label={t('compare.title')} className="relative">
        <table className="w-full border-collapse text-left align-top">
          <thead>
            <tr>
              <td className="sticky left-0 bg-bg" />
              {homes.map((home) => {
                const address = addressLine(home, words);
                return (
                  <th
                    key={home.homeId}
                    scope="col"
                    // Two columns fit on a phone.
                    className="min-w-52 max-w-72 px-3 pb-4 align-top font-normal max-sm:w-1/2 max-sm:min-w-34 max-sm:px-2 md:min-w-56"
                  >
                    <div className="relative overflow-hidden rounded-card border border-line">
                      <CardPhoto
                        photo={home.photo}
                        mediaAlteration={home.photoAlteration}
                        alt={t('card.photo_alt', { address })}
                        sizes="280px"
                        eager
                      />
                      <SaveButton home={home} address={address} className="absolute top-1 right-1" />
                    </div>
                    <SiteLink path={home.path} className="mt-2 block underline-offset-4 hover:underline">
                      <span className="tabular block font-bold text-lg">{priceText(home, words)}</span>
                      <span className="block text-sm">{address}</span>
                    </SiteLink>
                    <CreditLine home={home} className="mt-1 text-sm" />
                    <Button className="mt-2 text-sm" onClick={() => remove(home.homeId)}>
                      {t('compare.leave_out')}
                      <span className="sr-only">, {address}</span>
                    </Button>
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ title, value }) => (
              <tr key={title} className="border-line border-t">
                <th
                  scope="row"
                  className="sticky left-0 min-w-24 bg-bg py-3 pr-3 font-medium text-quiet text-sm max-sm:min-w-18 max-sm:pr-1"
                >
                  {title}
                </th>
                {homes.map((home) => {
                  const text = value(home);
                  return (
                    <td
                      key={home.homeId}
                      className={`tabular px-3 py-3 max-sm:px-2 ${text === undefined ? 'text-quiet' : ''}`}
                    >
                      {text ?? t('listing.not_stated')}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <div className="mt-6">
        <AskFamily homes={homes} />
      </div>
      <div className="mt-6">
        {homes.some(({ searchType }) => searchType === 'sale') ? <LoanLine loan={found.loan} /> : null}
        <SourceNotes sources={found.sources} className="mt-4" />
      </div>
    </MixedSources>
  );
}

/** What is compared of these homes. */
export function buildRows(
  homes: readonly Pick<HomeCardAnswer, 'searchType' | 'homeType'>[],
  words: Words,
  now: number,
  to: Destination | null,
): Row[] {
  const { t, locale } = words;
  const areRentals = homes.every(({ searchType }) => searchType === 'rent');
  const count = (value: number | null, digits = 0) =>
    value === null ? undefined : formatNumber(locale, value, digits);
  const area = (value: number | null) =>
    value === null
      ? undefined
      : t('card.size', {
          sqft: formatNumber(locale, value, 0),
          meters: formatNumber(locale, toSquareMeters(value), 0),
          pyeong: formatNumber(locale, toPyeong(value), 0),
        });
  const minutes = to === null ? undefined : commuteTo(to);
  return [
    {
      title: t('compare.status'),
      value: (home) => statusText(home.standardStatus, home.searchType, words).text,
    },
    {
      title: t(areRentals ? 'compare.rent' : 'compare.price'),
      value: (home) => (home.listPrice === null ? undefined : priceText(home, words)),
    },
    {
      title: t('compare.monthly'),
      value: (home) => {
        const cost = describeCost(home, words)?.text;
        if (home.searchType !== 'rent' || cost === undefined) return cost;
        return `${priceText(home, words)}, ${cost}`;
      },
    },
    {
      title: t('fact.beds'),
      value: ({ bedroomsTotal }) => (bedroomsTotal === 0 ? t('card.studio') : count(bedroomsTotal)),
    },
    { title: t('fact.baths'), value: ({ bathroomsTotalDecimal }) => count(bathroomsTotalDecimal, 2) },
    { title: t('fact.area'), value: ({ livingArea }) => area(livingArea) },
    { title: t('fact.lot'), value: ({ lotSizeSquareFeet }) => area(lotSizeSquareFeet) },
    {
      title: t('compare.year'),
      value: ({ yearBuilt }) =>
        yearBuilt === null ? undefined : t('fact.year_value', { year: String(yearBuilt) }),
    },
    // The association is paid by the owner: it is no cost of who rents.
    ...(areRentals
      ? []
      : [
          {
            title: t(duesLabel(homes.filter(({ searchType }) => searchType === 'sale'))),
            value: ({ searchType, associationFeeMonthly: fee }: HomeCardAnswer) => {
              if (searchType === 'rent') return t('compare.hoa_of_owner');
              if (fee === null) return undefined;
              return fee === 0
                ? t('fact.hoa_none')
                : t('fact.hoa_monthly', { amount: formatUsd(locale, fee) });
            },
          },
        ]),
    {
      title: t('fact.days'),
      value: ({ listedAt }) =>
        listedAt === null
          ? undefined
          : daysText(Math.max(0, Math.floor((now - Date.parse(listedAt)) / DAY_MS)), words),
    },
    ...(to === null || minutes === undefined
      ? []
      : [
          {
            title: t('compare.commute', { place: to.name }),
            value: (home: HomeCardAnswer) => {
              const known = minutes(home);
              return known === undefined ? undefined : t('card.commute', { minutes: known });
            },
          },
        ]),
  ];
}

const daysText = (count: number, { t }: Words) =>
  count === 0 ? t('listing.days_today') : t('listing.days', { count });

/** Whole minutes at eight in the morning, from distance alone; the destination stays in this browser. */
function commuteTo(to: Destination): ((home: HomeCardAnswer) => number | undefined) | undefined {
  const basis = commuteBasis(to.at, to.by, '0800');
  if (basis === undefined) return undefined;
  return ({ latitude, longitude }) =>
    latitude === null || longitude === null
      ? undefined
      : Math.round(commuteMinutes(basis, mercatorX(longitude), mercatorY(latitude)));
}

function useDestination(): Destination | null {
  return useSyncExternalStore(destination.subscribe, destination.current, destination.none);
}
