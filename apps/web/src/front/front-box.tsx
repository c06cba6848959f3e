import { useHydrated } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { useSaved } from '../listing/kept/use-saved.ts';
import { PlaceBox } from '../search/place-box/place-box.tsx';
import { useRecentSearches } from '../search/place-box/recent-searches.ts';
import { ClockIcon } from '../ui/icons/first-icons.tsx';
import { SiteLink } from '../ui/site-link.tsx';

/** What has changed is asked for when the page can be used, and comes with its own script. */
const SinceLastVisit = lazy(() => import('./since-last-visit.tsx'));

/** The place box with its switch. Without script the radio travels with the form and the server heeds it. */
export function FrontBox({ initialType }: { initialType: 'sale' | 'rent' }) {
  const { t } = useWords();
  const [type, setType] = useState(initialType);
  return (
    <PlaceBox searchType={type} size="large">
      <fieldset className="mb-3 flex justify-center">
        <legend className="sr-only">{t('front.type')}</legend>
        <span className="inline-flex rounded-chip border border-line bg-sunken p-1">
          {(['sale', 'rent'] as const).map((one) => (
            <label
              key={one}
              className="inline-flex min-h-11 cursor-pointer items-center rounded-chip px-5 font-medium has-checked:bg-surface has-checked:text-primary-text has-checked:shadow-float has-focus-visible:outline-3 has-focus-visible:outline-primary"
            >
              <input
                type="radio"
                name="searchType"
                value={one}
                checked={type === one}
                onChange={() => setType(one)}
                className="sr-only"
              />
              {t(one === 'sale' ? 'nav.buy' : 'nav.rent')}
            </label>
          ))}
        </span>
      </fieldset>
    </PlaceBox>
  );
}

/**
 * What this browser looked for last, and what has changed there since. Empty on the server, so its line keeps its height:
 * on a phone the news take the place of the searches.
 */
export function RecentLine({ withNews }: { withNews: boolean }) {
  const { t } = useWords();
  const recent = useRecentSearches();
  const { searches } = useSaved();
  const hasPast = recent.length > 0 || searches.length > 0;
  const isHydrated = useHydrated();
  const [hasNews, setNews] = useState(false);
  const shown = recent.slice(0, hasNews ? 1 : 3);
  return (
    <div className="relative mt-3 flex min-h-11 items-center justify-center gap-x-4 text-sm">
      {shown.length === 0 ? null : (
        <nav
          aria-label={t('place.recent')}
          className={`min-w-0 items-center justify-center gap-2 overflow-hidden ${hasNews ? 'hidden md:flex' : 'flex'}`}
        >
          <span className="inline-flex shrink-0 items-center gap-1 text-quiet">
            <ClockIcon size={16} />
            {t('front.recent')}
          </span>
          {shown.map((one) => (
            <SiteLink
              key={one.path}
              path={one.path}
              className="inline-flex min-h-11 min-w-0 items-center rounded-field px-1 font-medium underline-offset-4 hover:underline"
            >
              <span className="truncate">{one.name}</span>
            </SiteLink>
          ))}
        </nav>
      )}
      {isHydrated && withNews && hasPast ? (
        <Suspense>
          <SinceLastVisit recent={recent} onNews={setNews} />
        </Suspense>
      ) : null}
    </div>
  );
}
