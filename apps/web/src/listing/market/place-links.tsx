import type { MarketAnswer, PlaceSupply } from '@maru/contract';
import { formatNumber, formatShortUsd, type MessageKey } from '@maru/words';
import type { ComponentProps } from 'react';
import { localName, useWords } from '../../i18n/words.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { Section } from '../../ui/section.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { findCity, perAreaText, placePath } from './market-words.ts';

/** The places that contain a place, outermost first, then the place. */
export function PlaceTrail({ market }: { market: MarketAnswer }) {
  const words = useWords();
  const { place, parents, searchType } = market;
  return (
    <nav aria-label={words.t('market.trail')}>
      <ol className="flex flex-wrap items-center text-sm">
        {parents.map((parent) => (
          <li key={parent.slug} className="flex items-center">
            <SiteLink
              path={placePath(parent, searchType, { city: findCity(market), stateCode: place.stateCode })}
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

/** The places within a place with their markets; most homes first. */
export function PlacesWithin({ market }: { market: MarketAnswer }) {
  const words = useWords();
  const { t, locale } = words;
  const { place, searchType } = market;
  const title = WITHIN[place.kind];
  // Neighborhoods overlap and have counts only.
  const children = market.children.filter(({ kind }) => kind !== 'neighborhood');
  if (children.length === 0 || title === undefined) return null;
  const hasPrices = children.some((child) => child.price !== null);
  const cell = 'py-0 pl-4 text-right whitespace-nowrap';
  return (
    <Section id="within" title={t(title)} note={t('market.within_note')}>
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
                    path={placePath(child, searchType, {
                      city: findCity(market),
                      stateCode: place.stateCode,
                    })}
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
    </Section>
  );
}

const WITHIN: Record<string, MessageKey | undefined> = {
  state: 'market.within_state',
  county: 'market.within_county',
  city: 'market.within_zips',
};

export function Neighborhoods({ market }: { market: MarketAnswer }) {
  const { t } = useWords();
  const places = market.children.filter(({ kind }) => kind === 'neighborhood');
  return <Others id="neighborhoods" title={t('market.within_city')} places={places} market={market} />;
}

/** Neighboring places of the same kind. */
export function Neighbors({ market }: { market: MarketAnswer }) {
  const { t } = useWords();
  return (
    <Others id="neighbors" title={t('market.nearby_places')} places={market.neighbors} market={market} />
  );
}

interface OthersProps {
  id: string;
  title: string;
  places: ComponentProps<typeof PlaceLinks>['places'];
  market: MarketAnswer;
}

function Others({ id, title, places, market }: OthersProps) {
  const { place, searchType } = market;
  if (places.length === 0) return null;
  return (
    <Section id={id} title={title}>
      <PlaceLinks
        places={places}
        toPath={(one) => placePath(one, searchType, { city: findCity(market), stateCode: place.stateCode })}
      />
    </Section>
  );
}

/** A list of links to places with their counts of homes. */
export function PlaceLinks({
  places,
  toPath,
}: {
  places: readonly Pick<PlaceSupply, 'slug' | 'kind' | 'name' | 'nameKo' | 'active'>[];
  toPath: (place: { slug: string; kind: string }) => string;
}) {
  const { t } = useWords();
  return (
    <ul className="mt-2 grid grid-cols-2 gap-x-6 sm:grid-cols-3 lg:grid-cols-4">
      {places.map((place) => (
        <li key={place.slug}>
          <SiteLink
            path={toPath(place)}
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
