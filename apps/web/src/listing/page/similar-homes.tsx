import { useWords } from '../../i18n/words.tsx';
import { ListingCard } from '../listing-card.tsx';
import type { HomePageData } from './home-page-data.ts';

/** Homes of the same kind close by, as cards below the sections. */
export function SimilarHomes({ home, now }: HomePageData) {
  const { t } = useWords();
  if (home.similar.length === 0) return null;
  return (
    <section id="similar" aria-labelledby="similar-title" className="mt-12 px-4 md:px-0 print:hidden">
      <h2 id="similar-title" className="font-bold text-xl">
        {t('listing.similar')}
      </h2>
      <p className="mt-1 text-quiet text-sm">{t('listing.similar_note')}</p>
      <ul className="mt-3 grid gap-4 sm:grid-cols-2 md:gap-6 lg:grid-cols-3">
        {home.similar.map((one) => (
          <li key={one.homeId}>
            <ListingCard
              home={one}
              now={now}
              headingLevel={3}
              sizes="(min-width: 1200px) 384px, (min-width: 640px) 46vw, 94vw"
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
