import { useWords } from '../../i18n/words.tsx';
import { Island } from '../../ui/island.tsx';
import type { HomePageData } from '../page/home-page-data.ts';

/** Commute times, computed in the browser: the server does not have the destination. */
export function Commute({ home }: HomePageData) {
  const { t } = useWords();
  const { latitude, longitude } = home.listing;
  if (latitude === null || longitude === null) return null;
  return (
    <>
      {home.addressWithheld ? <p className="mb-2 text-quiet text-sm">{t('commute.from_zip')}</p> : null}
      <Island
        load={() => import('./commute-times.tsx').then((module) => module.CommuteTimes)}
        props={{ latitude, longitude }}
        className="min-h-52 xl:min-h-64 print:min-h-0"
      >
        <p className="print:hidden">{t('commute.loading')}</p>
      </Island>
    </>
  );
}
