import type { MarketAnswer, SupplyAnswer } from '@maru/contract';
import { formatNumber, formatUsd } from '@maru/words';
import { useWords, type Words } from '../../i18n/words.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { dayText, perAreaText, perPyeongText, typeName } from './market-words.ts';

/** The current market of a place: six numbers and a row for each home type, with the number of homes behind each. */
export function MarketNow({ market }: { market: MarketAnswer }) {
  const words = useWords();
  const { t } = words;
  const [all, ...types] = market.supply;
  if (all === undefined) return null;
  return (
    <>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-3">
        {buildFacts(all, market.searchType, words).map((fact) => (
          <div key={fact.label} className="flex flex-col bg-surface p-4">
            <dt className="text-quiet text-sm">{fact.label}</dt>
            <dd className={`mt-1 ${fact.value === null ? 'text-quiet' : ''}`}>
              <span className={fact.value === null ? '' : 'tabular font-bold text-xl'}>
                {fact.value ?? t('market.too_few')}
              </span>
              {fact.more === undefined ? null : <span className="block text-quiet text-sm">{fact.more}</span>}
              {fact.of === undefined ? null : (
                <span className="block text-quiet text-sm">{t('market.of', { count: fact.of })}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {types.length < 2 ? null : <ByType types={types} searchType={market.searchType} />}
      {market.asOf === null ? null : (
        <p className="mt-3 text-quiet text-sm">
          {t('market.source', { fewest: market.fewest, date: dayText(market.asOf, words) })}
        </p>
      )}
    </>
  );
}

interface Fact {
  label: string;
  value: string | null;
  more?: string | undefined;
  of?: number;
}

function buildFacts(supply: SupplyAnswer, searchType: 'sale' | 'rent', words: Words): Fact[] {
  const { t, locale } = words;
  const { price, pricePerSquareFoot: area, days, cuts } = supply;
  const isRent = searchType === 'rent';
  const medians = formatMedians(supply, words);
  return [
    {
      label: t(isRent ? 'market.median_rent' : 'market.median_price'),
      value: medians.price,
      of: price.count,
    },
    {
      label: t(isRent ? 'market.per_area_rent' : 'market.per_area'),
      value: medians.perArea,
      more: area.median === null ? undefined : perPyeongText(area.median, words),
      of: area.count,
    },
    { label: t('market.active'), value: formatNumber(locale, supply.active) },
    { label: t('market.newly'), value: formatNumber(locale, supply.newLately) },
    { label: t('market.days'), value: medians.days, of: days.count },
    {
      label: t('market.cuts'),
      value:
        cuts.count === null
          ? null
          : t('market.cuts_value', { percent: formatNumber(locale, (cuts.count / cuts.of) * 100, 0) }),
      of: cuts.of,
    },
  ];
}

/** Null where there are too few homes. */
function formatMedians({ price, pricePerSquareFoot, days }: SupplyAnswer, words: Words) {
  const { t, locale } = words;
  return {
    price: price.median === null ? null : formatUsd(locale, Math.round(price.median)),
    perArea: pricePerSquareFoot.median === null ? null : perAreaText(pricePerSquareFoot.median, words),
    days: days.median === null ? null : t('market.days_value', { count: Math.round(days.median) }),
  };
}

function ByType({ types, searchType }: { types: readonly SupplyAnswer[]; searchType: 'sale' | 'rent' }) {
  const words = useWords();
  const { t, locale } = words;
  const columns = [
    t('market.homes'),
    t(searchType === 'rent' ? 'market.median_rent' : 'market.price'),
    t(searchType === 'rent' ? 'market.per_area_rent' : 'market.per_area'),
    t('market.days'),
  ];
  const cell = 'py-2.5 pl-4 text-right align-top';
  return (
    <>
      <h3 className="mt-8 font-semibold text-lg">{t('market.by_type')}</h3>
      <ScrollBox label={t('market.by_type')} className="mt-2">
        <table className="tabular w-full border-collapse max-sm:text-sm">
          <thead>
            <tr className="border-line-strong border-b text-left text-sm">
              <th scope="col" className="py-2 font-semibold">
                {t('market.type')}
              </th>
              {columns.map((label) => (
                <th key={label} scope="col" className={`${cell} font-semibold`}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {types.map((one) => {
              const { price, perArea, days } = formatMedians(one, words);
              return (
                <tr key={one.homeType} className="border-line border-b">
                  <th scope="row" className="whitespace-nowrap py-2.5 text-left font-medium">
                    {typeName(one.homeType, words)}
                  </th>
                  {[formatNumber(locale, one.active), price, perArea, days].map((text, at) => (
                    <td key={columns[at]} className={`${cell} whitespace-nowrap`}>
                      {text ?? <span className="text-quiet text-sm">{t('market.too_few_short')}</span>}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollBox>
    </>
  );
}
