import type { SalesAnswer } from '@maru/contract';
import { formatNumber, formatShortUsd, formatUsd } from '@maru/words';
import { localName, useWords, type Words } from '../../i18n/words.tsx';
import { ChartFigure } from '../../ui/chart/chart-figure.tsx';
import { RangeStrip } from '../../ui/chart/range-strip.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { CreditLine } from '../card/attribution.tsx';
import { addressLine } from '../card/card-words.ts';
import { distanceText } from '../place/distance-text.ts';
import { dayText, perAreaText, typeName } from './market-words.ts';

/**
 * Comparable sales: how they were chosen, their spread, and each with its price, day, distance and credit. It is called
 * that and nothing else: there is no estimate (rule R5). `own` is what the home beside which it stands asks for.
 */
export function SalesList({ sales: answer, own = NOTHING, most = 20 }: SalesListProps) {
  const words = useWords();
  const { t, locale } = words;
  const sales = answer.sales.slice(0, most);
  if (!answer.isLicensed) return <p className="text-quiet">{t('sales.not_licensed')}</p>;
  return (
    <>
      <p className="text-quiet">{chosenText(answer, words)}</p>
      {sales.length === 0 ? <p className="mt-4">{t('sales.none')}</p> : null}
      <Spread answer={answer} own={own} />
      {sales.length === 0 ? null : (
        <ul className="mt-4 border-line border-t lg:grid lg:grid-cols-2 lg:gap-x-12">
          {sales.map(({ home, closePrice, closeDate, pricePerSquareFoot, distanceMeters }) => (
            <li
              key={home.homeId}
              className="grid content-start gap-x-6 gap-y-1 border-line border-b py-3 sm:grid-cols-[minmax(0,1fr)_auto]"
            >
              <div className="min-w-0">
                <SiteLink path={home.path} className="font-medium underline-offset-4 hover:underline">
                  {addressLine(home, words)}
                </SiteLink>
                <p className="tabular text-sm">
                  {[
                    home.bedroomsTotal === null ? null : t('sales.beds', { count: home.bedroomsTotal }),
                    home.bathroomsTotalDecimal === null
                      ? null
                      : t('sales.baths', { count: formatNumber(locale, home.bathroomsTotalDecimal, 2) }),
                    home.livingArea === null
                      ? null
                      : t('unit.sqft', { sqft: formatNumber(locale, home.livingArea, 0) }),
                    home.yearBuilt === null ? null : t('fact.year_value', { year: String(home.yearBuilt) }),
                    distanceMeters === null ? null : distanceText(distanceMeters, words, 'short'),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
              <div className="tabular sm:text-right">
                <p className="font-semibold">{formatUsd(locale, closePrice)}</p>
                <p className="text-quiet text-sm">
                  {t('sales.sold_on', { date: dayText(closeDate, words) })}
                  {pricePerSquareFoot === null ? null : (
                    <span className="sm:block"> {perAreaText(pricePerSquareFoot, words)}</span>
                  )}
                </p>
              </div>
              <CreditLine home={home} className="text-sm sm:col-span-2" />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface SalesListProps {
  sales: SalesAnswer;
  own?: { price: number | null; pricePerSquareFoot: number | null };
  /** How many are listed; the spread is of all. */
  most?: number;
}

const NOTHING = { price: null, pricePerSquareFoot: null };

function Spread({ answer, own }: { answer: SalesAnswer; own: NonNullable<SalesListProps['own']> }) {
  const words = useWords();
  const { t, locale } = words;
  const { sales, chosen } = answer;
  if (answer.barsValuation) return <p className="mt-3 text-quiet">{t('sales.barred')}</p>;
  // Homes of any size are compared by their area.
  const byArea = chosen.livingArea === null && answer.pricePerSquareFoot !== null;
  const price = byArea ? answer.pricePerSquareFoot : answer.price;
  if (price === null) {
    return sales.length === 0 ? null : <p className="mt-3 text-quiet">{t('sales.too_few')}</p>;
  }
  const money = (value: number) =>
    byArea ? perAreaText(value, words) : formatUsd(locale, Math.round(value));
  const short = (value: number) =>
    byArea ? perAreaText(value, words) : formatShortUsd(locale, Math.round(value));
  const asked = byArea ? own.pricePerSquareFoot : own.price;
  const rows: [string, number][] = [
    [t('sales.high'), price.high],
    [t('sales.three_quarters'), price.threeQuarters],
    [t('sales.median'), price.median],
    [t('sales.quarter'), price.quarter],
    [t('sales.low'), price.low],
  ];
  return (
    <div className="mt-4">
      <ChartFigure
        message={t('sales.spread', {
          count: price.count,
          low: money(price.low),
          high: money(price.high),
          quarter: money(price.quarter),
          threeQuarters: money(price.threeQuarters),
        })}
        note={t('sales.no_estimate')}
        numbers={{
          caption: t('sales.spread_caption'),
          columns: [{ label: t('sales.of_the_sales') }, { label: t('sales.price'), numeric: true }],
          rows: rows.map(([label, value]) => ({ key: label, cells: [label, money(value)] })),
        }}
      >
        <RangeStrip
          points={sales.flatMap((sale) => (byArea ? (sale.pricePerSquareFoot ?? []) : sale.closePrice))}
          band={{ low: price.quarter, high: price.threeQuarters }}
          marks={[
            { key: 'median', label: t('sales.median'), value: price.median, text: short(price.median) },
            ...(asked === null
              ? []
              : [{ key: 'own', label: t('sales.asks'), value: asked, text: short(asked), strong: true }]),
          ]}
        />
      </ChartFigure>
    </div>
  );
}

/** "Houses sold in the last 12 months within 1 mi, 1,350–2,250 sqft, 2–4 beds; nearest first." */
function chosenText({ chosen, sales }: SalesAnswer, words: Words): string {
  const { t, locale } = words;
  const { homeType, months, withinMeters, place, livingArea, beds } = chosen;
  const where =
    withinMeters === null
      ? place === null
        ? ''
        : t('sales.in_place', { place: localName(place, words) })
      : t('sales.within', { distance: distanceText(withinMeters, words, 'short') });
  const like = [
    livingArea === null
      ? null
      : t('unit.sqft', {
          sqft: `${formatNumber(locale, livingArea.min, 0)}–${formatNumber(locale, livingArea.max, 0)}`,
        }),
    beds === null ? null : t('sales.beds_range', { min: beds.min, max: beds.max }),
  ].filter((one) => one !== null);
  return t(like.length === 0 ? 'sales.chosen_any' : 'sales.chosen', {
    type: typeName(homeType, words),
    months,
    where,
    like: like.join(', '),
    count: sales.length,
  });
}
