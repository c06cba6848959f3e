import type { MarketAnswer, PlaceSupply } from '@maru/contract';
import { formatNumber, formatShortUsd, type MessageKey } from '@maru/words';
import { localName, useWords } from '../../i18n/words.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { cityOf, perAreaText, placePath } from './market-words.ts';

/** Where a place lies, outermost first; the last is itself. */
export function PlaceTrail({ market }: { market: MarketAnswer }) {
  const words = useWords();
  const { place, parents, searchType } = market;
  return (
    <nav aria-label={words.t('market.trail')}>
      <ol className="flex flex-wrap items-center text-sm">
        {parents.map((parent) => (
          <li key={parent.slug} className="flex items-center">
            <SiteLink
              path={placePath(parent, searchType, { city: cityOf(market), stateCode: place.stateCode })}
              className="inline-flex min-h-11 items-center pr-1 text-quiet underline-offset-4 hover:text-text hover:underline"
            >
              <PlaceName place={parent} />
            </SiteLink>
            <span aria-hidden="true" className="px-1 text-quiet">
              ›
            </span>
          </li>
        ))}
        <li aria-current="page" className="inline-flex min-h-11 items-center">
          <PlaceName place={place} />
        </li>
      </ol>
    </nav>
  );
}

/** The places within a place, with what is offered in each; most homes first. */
export function PlacesWithin({ market }: { market: MarketAnswer }) {
  const words = useWords();
  const { t, locale } = words;
  const { place, searchType } = market;
  const title = WITHIN[place.kind];
  // Of neighbourhoods, which overlap, there are counts alone.
  const children = market.children.filter(({ kind }) => kind !== 'neighborhood');
  if (children.length === 0 || title === undefined) return null;
  const hasPrices = children.some((child) => child.price !== null);
  const cell = 'py-0 pl-4 text-right whitespace-nowrap';
  return (
    <section aria-labelledby="within">
      <h2 id="within" className="font-bold text-xl">
        {t(title)}
      </h2>
      <p className="mt-1 text-quiet text-sm">{t('market.within_note')}</p>
      <ScrollBox label={t(title)} className="mt-3">
        <table className="tabular w-full border-collapse">
          <thead>
            <tr className="border-line-strong border-b text-left text-sm">
              <th scope="col" className="py-2 font-semibold">
                {t(title)}
              </th>
              <th scope="col" className={`${cell} font-semibold`}>
                {t('market.homes')}
              </th>
              {hasPrices ? (
                <>
                  <th scope="col" className={`${cell} font-semibold`}>
                    {t(searchType === 'rent' ? 'market.median_rent' : 'market.price')}
                  </th>
                  <th scope="col" className={`${cell} font-semibold max-sm:hidden`}>
                    {t(searchType === 'rent' ? 'market.per_area_rent' : 'market.per_area')}
                  </th>
                </>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {children.map((child) => (
              <tr key={child.slug} className="border-line border-b">
                <th scope="row" className="text-left font-medium">
                  <SiteLink
                    path={placePath(child, searchType, { city: cityOf(market), stateCode: place.stateCode })}
                    className="inline-flex min-h-11 items-center underline-offset-4 hover:underline"
                  >
                    <PlaceName place={child} />
                  </SiteLink>
                </th>
                <td className={cell}>{formatNumber(locale, child.active)}</td>
                {hasPrices ? (
                  <>
                    <td className={cell}>
                      {child.price === null ? '–' : formatShortUsd(locale, Math.round(child.price))}
                    </td>
                    <td className={`${cell} max-sm:hidden`}>
                      {child.pricePerSquareFoot === null ? '–' : perAreaText(child.pricePerSquareFoot, words)}
                    </td>
                  </>
                ) : null}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  );
}

const WITHIN: Record<string, MessageKey | undefined> = {
  state: 'market.within_state',
  county: 'market.within_county',
  city: 'market.within_zips',
};

/** The neighbourhoods of a city. */
export function Neighborhoods({ market }: { market: MarketAnswer }) {
  const { t } = useWords();
  const { place, searchType } = market;
  const places = market.children.filter(({ kind }) => kind === 'neighborhood');
  if (places.length === 0) return null;
  return (
    <section aria-labelledby="neighborhoods">
      <h2 id="neighborhoods" className="font-bold text-xl">
        {t('market.within_city')}
      </h2>
      <PlaceLinks
        places={places}
        pathOf={(one) => placePath(one, searchType, { city: cityOf(market), stateCode: place.stateCode })}
      />
    </section>
  );
}

/** Places of the same kind beside it. */
export function Neighbors({ market }: { market: MarketAnswer }) {
  const { t } = useWords();
  const { neighbors, place, searchType } = market;
  if (neighbors.length === 0) return null;
  return (
    <section aria-labelledby="neighbors">
      <h2 id="neighbors" className="font-bold text-xl">
        {t('market.nearby_places')}
      </h2>
      <PlaceLinks
        places={neighbors}
        pathOf={(one) => placePath(one, searchType, { city: cityOf(market), stateCode: place.stateCode })}
      />
    </section>
  );
}

/** Places as a list of links, each with its count of homes. */
export function PlaceLinks({
  places,
  pathOf,
}: {
  places: readonly Pick<PlaceSupply, 'slug' | 'kind' | 'name' | 'nameKo' | 'active'>[];
  pathOf: (place: { slug: string; kind: string }) => string;
}) {
  const { t } = useWords();
  return (
    <ul className="mt-2 grid grid-cols-2 gap-x-6 sm:grid-cols-3 lg:grid-cols-4">
      {places.map((place) => (
        <li key={place.slug}>
          <SiteLink
            path={pathOf(place)}
            className="flex min-h-11 items-center justify-between gap-3 border-line border-b py-2 hover:text-primary-text"
          >
            <PlaceName place={place} />
            <span className="tabular shrink-0 text-quiet text-sm">
              {t('search.count', { count: place.active })}
            </span>
          </SiteLink>
        </li>
      ))}
    </ul>
  );
}

function PlaceName({ place }: { place: { name: string; nameKo: string | null } }) {
  const words = useWords();
  return words.locale === 'ko' && place.nameKo === null ? (
    <span lang="en">{place.name}</span>
  ) : (
    localName(place, words)
  );
}
