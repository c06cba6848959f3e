import { formatApiQuery, type SearchQuery } from '@maru/listing/search';
import { useRouter } from '@tanstack/react-router';
import { useWords, type Words } from '../../i18n/words.tsx';
import { SearchIcon } from '../../ui/icons/icons.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { useLatest } from '../../ui/use-latest.ts';
import { withDestination } from '../commute-destination.ts';
import { withoutFilters } from '../filters/filter-state.ts';
import { pagePath } from '../page-address.ts';
import { SaveSearch } from '../save-search.tsx';
import type { SearchData } from '../search-data.ts';
import { type Chip, chipNames, distanceText, listChips, placeName, placeNames } from '../search-words.ts';

/** No results: the filters whose removal gives the most homes, and wider areas. Never unrelated homes. */
export function EmptyResults({ data }: { data: SearchData }) {
  const words = useWords();
  const { t } = words;
  const { query, form, zoom } = data;
  const found = useCostliest(data);
  const around = useAround(data);
  const own = { form, zoom };
  const { bbox: _bbox, page: _page, ...everywhere } = query;
  const questions = listRemovals(query, words, chipNames(data, words));
  const filtered = questions.length > 0;
  // The map's bounds have a row of their own; do not offer their removal twice.
  const onlyBounds = questions.every(({ filter }) => filter === 'bbox');
  const total = found?.find(({ chip }) => chip.filter === 'bbox')?.total;
  const row =
    'flex min-h-11 items-center justify-between gap-3 rounded-field border border-line bg-surface px-4 py-2 hover:border-primary';
  return (
    <div className="mx-auto max-w-[480px] md:py-12">
      {/* On a phone the text stands right below the filters, clear of the two floating buttons. */}
      <div className="mb-6 md:text-center">
        <SearchIcon size={40} className="mx-auto mb-3 text-quiet max-md:hidden" />
        <h2 className="font-bold text-xl">{t('empty.title')}</h2>
        <p className="text-quiet">{t(filtered ? 'empty.filtered' : 'empty.plain')}</p>
      </div>
      <ul className="space-y-2">
        {(found ?? [])
          .filter(({ chip }) => chip.filter !== 'bbox')
          .map(({ chip, total }) => (
            <li key={chip.id}>
              <SiteLink path={pagePath(chip.without, own)} className={row}>
                <span>{t('empty.without', { filter: chip.text })}</span>
                <Total count={total} />
              </SiteLink>
            </li>
          ))}
        {query.bbox === undefined ? null : (
          <li>
            <SiteLink path={pagePath(everywhere, own)} className={row}>
              <span>
                {data.place === null
                  ? t('empty.everywhere')
                  : t('empty.whole', { place: placeNames(data, words) })}
              </span>
              {total === undefined ? null : <Total count={total} />}
            </SiteLink>
          </li>
        )}
        {around.map(({ text, query: next, total: homes }) => (
          <li key={text}>
            <SiteLink path={pagePath(next, { form: 'homes' })} className={row}>
              <span>{text}</span>
              <Total count={homes} />
            </SiteLink>
          </li>
        ))}
        {filtered && !onlyBounds ? (
          <li>
            <SiteLink path={pagePath(withoutFilters(query), own)} className={row}>
              {t('empty.clear')}
            </SiteLink>
          </li>
        ) : null}
        <li>
          <SaveSearch data={data} isRow />
        </li>
      </ul>
    </div>
  );
}

function Total({ count }: { count: number }) {
  const { t } = useWords();
  return (
    <span className="tabular shrink-0 font-semibold text-primary-text">{t('search.count', { count })}</span>
  );
}

/** Filters whose removal is counted. */
const MAX_REMOVALS = 6;

/** The filters to try without, one at a time. All types of home count as one filter. */
export function listRemovals(query: SearchQuery, words: Words, names?: Record<string, string>): Chip[] {
  // With fewer places there are no more homes.
  const seen = new Set<string>(['otherPlaces']);
  return listChips(query, words, names)
    .filter(({ filter }) => {
      if (seen.has(filter)) return false;
      seen.add(filter);
      return true;
    })
    .map((chip) => {
      if (chip.filter !== 'type' || (query.type?.length ?? 0) < 2) return chip;
      const { type: _type, ...without } = chip.without;
      return {
        ...chip,
        text: (query.type ?? []).map((one) => words.t(`type.${one}`)).join(', '),
        without,
      };
    })
    .slice(0, MAX_REMOVALS);
}

/** The removals that give any homes, most homes first. */
export function rankRemovals(questions: Chip[], totals: number[]): { chip: Chip; total: number }[] {
  return questions
    .map((chip, index) => ({ chip, total: totals[index] ?? 0 }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total);
}

function useCount() {
  const { client } = useRouter().options.context;
  return (query: SearchQuery, signal: AbortSignal): Promise<number> =>
    client.listHomes({ query: `${formatApiQuery(withDestination(query))}&want=total`, signal }).then(
      ({ total }) => total,
      () => 0,
    );
}

/** Undefined until the counts are loaded. */
function useCostliest(data: SearchData) {
  const { query } = data;
  const words = useWords();
  const count = useCount();
  const key = formatApiQuery(query);
  const found = useLatest(key, async (signal) => {
    const questions = listRemovals(query, words, chipNames(data, words));
    return rankRemovals(questions, await Promise.all(questions.map(({ without }) => count(without, signal))));
  });
  return found.key === key ? found.value : undefined;
}

/** Radii in meters, round numbers in the unit of the language. The first circle with homes is offered. */
const CIRCLES = {
  en: [3, 10, 25, 60].map((miles) => Math.round(miles * 1609.344)),
  ko: [5, 15, 40, 100].map((km) => km * 1000),
};

interface Around {
  text: string;
  query: SearchQuery;
  total: number;
}

/** The same search in the nearest circle that has homes, and in the county and the state, with their counts. */
function useAround({ query, place, parents }: SearchData): Around[] {
  const words = useWords();
  const count = useCount();
  const key = formatApiQuery(query);
  const around = useLatest(key, async (signal) => {
    const {
      otherPlaces: _others,
      bbox: _bbox,
      poly: _poly,
      near: _near,
      street: _street,
      page: _page,
      ...everywhere
    } = query;
    const circles = place === null ? [] : CIRCLES[words.locale];
    const near = circles.map((meters) => ({
      text: words.t('empty.around', {
        place: placeName(place, words),
        distance: distanceText(meters, words),
      }),
      query: {
        ...everywhere,
        near: { latitude: place?.latitude ?? 0, longitude: place?.longitude ?? 0, meters },
      },
    }));
    const wider = parents
      .slice(-2)
      .reverse()
      .map((parent) => ({
        text: words.t('empty.wider', { place: placeName(parent, words) }),
        query: { ...everywhere, place: parent.slug },
      }));
    const counted = await Promise.all(
      [...near, ...wider].map(async (one) => ({ ...one, total: await count(one.query, signal) })),
    );
    const nearest = counted.slice(0, near.length).find(({ total }) => total > 0);
    return counted.filter((one, at) => (at < near.length ? one === nearest : one.total > 0));
  });
  return (around.key === key ? around.value : undefined) ?? [];
}
