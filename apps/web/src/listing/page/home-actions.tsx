import type { HomeAnswer } from '@maru/contract';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { cameFromSearch } from '../../browser/last-search.ts';
import { useWords } from '../../i18n/words.tsx';
import { ShareButton } from '../../share/share-button.tsx';
import { Button } from '../../ui/button.tsx';
import { HeartIcon } from '../../ui/icons/heart-icon.tsx';
import { ArrowLeftIcon, PrinterIcon } from '../../ui/icons/icons.tsx';
import { useCardExtras } from '../card/use-card-extras.ts';
import { addressText } from '../facts/home-words.ts';
import { SaveButton } from '../kept/save-button.tsx';
import { CompareButton, EitherWord, HideButton } from './home-choices.tsx';

/**
 * What one does with a home as a whole: save it, compare it, hide it, share it, print it, and back to the list. Each
 * button has its room from the first answer on, whatever is known of the home later: nothing on the page moves by it.
 */
export function HomeActions({ home }: { home: HomeAnswer }) {
  const words = useWords();
  const address = addressText(home, words);
  const extras = useCardExtras();
  return (
    <>
      <BackToResults />
      {/* On a phone it stands below the photos, which come after it: not drawn before the part that follows them, it need not move. */}
      <div className="relative grid w-full shrink-0 grid-cols-5 max-md:col-span-2 max-md:px-4 max-md:pt-1 max-md:group-not-[:has(~div)]/top:hidden lg:flex lg:w-auto print:hidden">
        <SaveButton
          home={keptOf(home)}
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

/** What is kept of a home that one saves. */
export function keptOf({ homeId, path, listing: { listPrice, standardStatus } }: HomeAnswer) {
  return { homeId, path, listPrice, standardStatus };
}

/** Only where one came from a list: one step back, to the card that was left. It comes late, where nothing stands yet. */
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
