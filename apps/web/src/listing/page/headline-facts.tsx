import type { HomeAnswer } from '@maru/contract';
import { isAssociationInSpaceRent, landLeaseMonthly } from '@maru/listing/money';
import { formatNumber, formatUsd } from '@maru/words';
import { type AreaUnit, useAreaUnit } from '../../i18n/area-unit.ts';
import { useWords, type Words } from '../../i18n/words.tsx';
import { feeLabel } from '../facts/fee-label.ts';
import { formatDay } from '../facts/home-dates.ts';
import { areaText } from '../facts/home-words.ts';

/** Rooms and size in large type. A missing value is said to be not stated. */
export function HeadlineFacts({ home }: { home: HomeAnswer }) {
  const words = useWords();
  const [unit] = useAreaUnit();
  return (
    <dl
      data-headline
      className="mt-5 grid grid-cols-2 gap-x-6 gap-y-4 border-line border-y py-5 sm:grid-cols-3 xl:auto-cols-auto xl:grid-flow-col xl:grid-cols-none xl:justify-between"
    >
      {buildHeadlineFacts(home, words, unit).map((fact) => (
        <div key={fact.label} className="flex flex-col-reverse justify-end">
          <dt className="text-quiet text-sm">{fact.label}</dt>
          <dd className={fact.value === null ? 'text-quiet' : 'tabular font-semibold text-lg'}>
            {fact.value ?? words.t('listing.not_stated')}
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
  /** Null when it is not stated. */
  value: string | null;
  more?: string | undefined;
}

/** The facts that homes are compared by, in page order. Land has no rooms. */
export function buildHeadlineFacts(home: HomeAnswer, words: Words, unit: AreaUnit): HeadlineFact[] {
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
        value: beds === null ? null : beds === 0 ? t('card.studio') : formatNumber(locale, beds),
      },
      {
        label: t('listing.baths', { count: baths ?? 2 }),
        value: baths === null ? null : formatNumber(locale, baths, 2),
      },
    );
  }
  const size = area === null ? undefined : areaText(area, unit, words);
  facts.push({
    label: t(land ? 'listing.lot' : 'listing.living_area'),
    value: size?.first ?? null,
    more: size?.others,
  });
  if (home.searchType === 'rent') {
    // The owner pays the association; a tenant pays the deposit.
    const deposit = listing.securityDeposit;
    facts.push({
      label: t('fact.deposit'),
      value: deposit === null ? null : deposit === 0 ? t('fact.deposit_none') : formatUsd(locale, deposit),
    });
  } else if (!land) {
    const monthText = (amount: number | null) =>
      amount === null ? null : t('fact.hoa_monthly', { amount: formatUsd(locale, amount) });
    const land = landLeaseMonthly(listing);
    if (land !== 0) facts.push({ label: t('fact.land_rent'), value: monthText(land) });
    if (!isAssociationInSpaceRent(listing)) {
      facts.push({ label: t(feeLabel(home)), value: fee === 0 ? t('fact.hoa_none') : monthText(fee) });
    }
  }
  if (!land) {
    facts.push({
      label: t('fact.year'),
      value: listing.yearBuilt === null ? null : t('fact.year_value', { year: String(listing.yearBuilt) }),
    });
  }
  facts.push(...marketTimeFacts(home, words));
  return facts;
}

/** "12 days this time, 97 days in all": a new listing number does not reset the time on the market (rule R4). */
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
