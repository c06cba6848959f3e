import type { HomeAnswer } from '@maru/contract';
import { searchPath } from '@maru/listing/search';
import { localName, useWords } from '../../i18n/words.tsx';
import { SiteLink } from '../../ui/site-link.tsx';

/** The places that a home lies in, outermost first, each a search of its own. */
export function PlaceTrail({ home }: { home: HomeAnswer }) {
  const { t, locale } = useWords();
  const places = home.places.filter((place) => place.kind !== 'neighborhood');
  return (
    <nav aria-label={t('listing.trail')} className="mr-auto min-w-0 max-md:-order-2 max-md:px-4">
      <ol className="flex items-center overflow-hidden whitespace-nowrap text-sm">
        {places.map((place, index) => (
          <li
            key={place.slug}
            className={`items-center ${index < places.length - 2 ? 'hidden sm:flex' : 'flex'}`}
          >
            <SiteLink
              path={searchPath({ searchType: home.searchType, place: place.slug })}
              className="inline-flex min-h-11 items-center px-1 text-quiet underline-offset-4 hover:text-text hover:underline"
            >
              {locale === 'ko' && place.nameKo === null ? (
                <span lang="en">{place.name}</span>
              ) : (
                localName(place, { locale })
              )}
            </SiteLink>
            {index < places.length - 1 ? (
              <span aria-hidden="true" className="px-1 text-quiet">
                ›
              </span>
            ) : null}
          </li>
        ))}
      </ol>
    </nav>
  );
}
