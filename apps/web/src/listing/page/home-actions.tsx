import type { HomeAnswer } from '@maru/contract';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { cameFromSearch } from '../../browser/last-search.ts';
import { useWords } from '../../i18n/words.tsx';
import { ShareButton } from '../../share/share-button.tsx';
import { Button } from '../../ui/button.tsx';
import { HeartIcon } from '../../ui/icons/first-icons.tsx';
import { ArrowLeftIcon, PrinterIcon } from '../../ui/icons/icons.tsx';
import { useCardExtras } from '../card/use-card-extras.ts';
import { addressText, pricedHome } from '../facts/home-words.ts';
import { SaveButton } from '../kept/save-button.tsx';
import { CompareButton, EitherWord, HideButton } from './home-choices.tsx';

/**
 * The actions for a home: back, save, compare, hide, share, print. Each button has its final size in the server's HTML, so
 * that nothing moves later.
 */
export function HomeActions({ home }: { home: HomeAnswer }) {
  const words = useWords();
  const address = addressText(home, words);
  const extras = useCardExtras();
  return (
    <>
      <BackToResults />
      {/* On a phone it is below the photos, which come later in the HTML. It is hidden until what follows the photos is there, so that it need not move. */}
      <div className="relative grid w-full shrink-0 grid-cols-5 max-md:col-span-2 max-md:px-4 max-md:pt-1 max-md:group-not-[:has(~div)]/top:hidden lg:flex lg:w-auto print:hidden">
        <SaveButton
          home={toSavedHome(home)}
          address={address}
          draw={(isKept) => (
            <>
              <span className={isKept ? 'text-cut' : ''}>
                <HeartIcon isFull={isKept} size={18} />
              </span>
              <EitherWord is={isKept} yes={words.t('save.saved')} no={words.t('save.save')} />
            </>
          )}
        />
        <CompareButton homeId={home.homeId} address={address} />
        <HideButton homeId={home.homeId} address={address} />
        <div className="grid">
          <ShareButton title={address} variant="action" />
        </div>
        <Button variant="action" className="noscript:hidden" onClick={() => window.print()}>
          <PrinterIcon size={18} />
          {words.t('listing.print')}
        </Button>
      </div>
      {extras === undefined ? null : <extras.CompareTray />}
    </>
  );
}

/** The stored part of a saved home. */
export function toSavedHome(home: HomeAnswer) {
  const { homeId, path, listing } = home;
  const { listPrice } = pricedHome(home);
  return { homeId, path, listPrice, standardStatus: listing.standardStatus };
}

/** Shown after a visit to a list, where it shifts nothing: one step back in the history. */
function BackToResults() {
  const { t } = useWords();
  const router = useRouter();
  const [known, setKnown] = useState(false);
  useEffect(() => setKnown(cameFromSearch(router.latestLocation.href)), [router]);
  if (!known) return null;
  return (
    <Button
      variant="quiet"
      className="shrink-0 text-sm text-text! max-md:-order-2 print:hidden"
      onClick={() => router.history.back()}
    >
      <ArrowLeftIcon size={18} />
      {t('nav.back')}
    </Button>
  );
}
