import { useWords } from '../../i18n/words.tsx';
import { KrwCard } from '../card/krw-card.tsx';
import type { HomePageData } from './home-page-data.ts';

/** Homes of the same kind close by, as cards below the sections. */
export function SimilarHomes({ home, now }: HomePageData) {
  const { t } = useWords();
  if (home.similar.length === 0) return null;
  return (
    <section
      id="similar"
      aria-labelledby="similar-title"
      className="max-sm:drawn-when-near mt-12 px-4 md:px-0 print:hidden max-sm:[--about:476px]"
    >
      <h2 id="similar-title" className="font-bold text-xl">
        {t('listing.similar')}
      </h2>
      <p className="mt-1 text-quiet text-sm">{t('listing.similar_note')}</p>
      {/* On a phone a row to be swept through, so that the end of the page is near. */}
      <ul className="relative -mx-4 mt-3 flex snap-x scroll-px-4 gap-4 overflow-x-auto px-4 pb-2 sm:mx-0 sm:grid sm:grid-cols-2 sm:overflow-visible sm:px-0 md:gap-6 lg:grid-cols-3 xl:grid-cols-4">
        {home.similar.map((one) => (
          <li
            key={one.homeId}
            className="w-[82vw] max-w-80 shrink-0 snap-start sm:w-auto sm:max-w-none xl:nth-[n+5]:hidden"
          >
            <KrwCard
              home={one}
              now={now}
              sizes="(min-width: 1280px) 288px, (min-width: 1024px) 30vw, (min-width: 640px) 46vw, 82vw"
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
