import type { HomeAnswer } from '@maru/contract';
import { localName, useWords } from '../../i18n/words.tsx';
import { BarChart } from '../../ui/chart/bar-chart.tsx';
import { dayText, perAreaText, perPyeongText, typeName } from '../market/market-words.ts';
import type { HomePageData } from '../page/home-page-data.ts';

/** Fewer homes are no median (the same as in the market's numbers). */
const FEWEST = 5;

/** The home's price per area beside the median of homes of its type around it. */
export function PricePerArea({ home, market }: { home: HomeAnswer; market: HomePageData['market'] }) {
  const words = useWords();
  const { t } = words;
  if (market === null || market.place === null || home.homeType === 'land') return null;
  const { pricePerSquareFoot: own, supply, place, asOf } = market;
  const median = supply?.pricePerSquareFoot.median ?? null;
  const title = t(
    home.searchType === 'rent' ? 'listing.ledger_area_title_rent' : 'listing.ledger_area_title',
  );
  const text = (value: number) =>
    [perAreaText(value, words), perPyeongText(value, words)].filter(Boolean).join(' · ');
  return (
    <div>
      <h3 className="mb-3 font-semibold text-lg">{title}</h3>
      {own === null ? (
        <p className="text-quiet">{t('listing.ledger_area_unknown')}</p>
      ) : (
        <BarChart
          bars={[
            { key: 'own', label: t('listing.ledger_area_this'), value: own, text: text(own) },
            ...(median === null
              ? []
              : [
                  {
                    key: 'place',
                    label: t('listing.ledger_area_place', {
                      place: localName(place, words),
                      type: typeName(home.homeType, words),
                    }),
                    value: median,
                    text: text(median),
                    tone: 'quiet' as const,
                  },
                ]),
          ]}
        />
      )}
      <p className="mt-2 text-quiet text-sm">
        {median === null
          ? t('listing.ledger_area_few', { fewest: FEWEST, place: localName(place, words) })
          : t('listing.ledger_area_note', {
              count: supply?.pricePerSquareFoot.count ?? 0,
              date: asOf === null ? '–' : dayText(asOf, words),
            })}
      </p>
    </div>
  );
}
