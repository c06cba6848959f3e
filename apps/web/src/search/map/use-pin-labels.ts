import { leadPrice } from '@maru/listing/money';
import { formatShortUsd, formatUsd } from '@maru/words';
import { useCallback, useMemo } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { addressLine, factsOf, priceText } from '../../listing/card/card-words.ts';
import { FIT_MARKS } from '../../listing/facts/monthly-budget.ts';
import type { SearchData } from '../search-data.ts';
import { clusterFit } from './budget/budget.ts';
import type { MapCluster } from './map-view.ts';

/** Accessible name and visible text of a pin. `saved` and `seen` are ids of homes; `budget` is USD a month. */
export function usePinLabels(
  data: SearchData,
  budget: number | null,
  saved: ReadonlySet<string>,
  seen: ReadonlySet<string>,
) {
  const words = useWords();
  const { t, locale } = words;
  const { query } = data;
  const homes = useMemo(
    () => new Map(data.answer.listings.map((home) => [home.homeId, home])),
    [data.answer],
  );
  const formatName = useCallback(
    (cluster: MapCluster): string => {
      if (cluster.home === undefined)
        return budget === null || cluster.fits === undefined
          ? t('map.cluster')
          : t('map.cluster_fits', { fits: words.intl.formatNumber(cluster.fits) });
      const { homeId } = cluster.home;
      const fit = clusterFit(cluster, budget);
      const state = [
        fit === undefined ? '' : t(`map.pin_${fit}`),
        saved.has(homeId) ? t('map.pin_saved') : '',
        seen.has(homeId) ? t('map.pin_seen') : '',
      ].filter(Boolean);
      const card = homes.get(homeId);
      if (card === undefined) {
        const lead = leadPrice({ ...cluster.home, searchType: query.searchType });
        const price = lead === null ? t('map.pin_unstated') : formatUsd(locale, lead);
        return [price, ...state].join(', ');
      }
      // A screen reader reads a label in one language: leave out texts in another.
      const facts = factsOf(card, words).flatMap(({ text, lang }) => (lang === undefined ? [text] : []));
      return [priceText(card, words), ...facts, addressLine(card, words), ...state].join(', ');
    },
    [homes, seen, saved, budget, query.searchType, words, t, locale],
  );
  const formatText = useCallback(
    (cluster: MapCluster): string => {
      if (cluster.home === undefined) return words.intl.formatNumber(cluster.count);
      const lead = leadPrice({ ...cluster.home, searchType: query.searchType });
      if (lead === null) return t('map.pin_unstated');
      const price = formatShortUsd(locale, lead);
      const fit = clusterFit(cluster, budget);
      return fit === undefined ? price : `${FIT_MARKS[fit]} ${price}`;
    },
    [budget, query.searchType, words, t, locale],
  );
  return { formatName, formatText };
}
