import type { HomeAnswer } from '@maru/contract';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { cameFromSearch } from '../../last-search.ts';
import { ShareButton } from '../../share/share-button.tsx';
import { ArrowLeftIcon, PrinterIcon } from '../../ui/icons.tsx';
import { addressText } from '../home-words.ts';
import { SaveButton } from '../save-button.tsx';

/** What one does with a home as a whole: back to the list, save it, share it. */
export function HomeActions({ home }: { home: HomeAnswer }) {
  const words = useWords();
  const address = addressText(home, words);
  return (
    <div className="flex items-center gap-1 print:hidden">
      <BackToResults />
      <SaveButton home={keptOf(home)} address={address} withWord />
      <ShareButton title={address} className={QUIET_BUTTON} />
      <button type="button" className={`${QUIET_BUTTON} noscript:hidden`} onClick={() => window.print()}>
        <PrinterIcon size={18} />
        <span className="max-sm:sr-only">{words.t('listing.print')}</span>
      </button>
    </div>
  );
}

/** What is kept of a home that one saves. */
export function keptOf({ homeId, path, listing: { listPrice, standardStatus } }: HomeAnswer) {
  return { homeId, path, listPrice, standardStatus };
}

/** Only where one came from a list: one step back, to the card that was left. */
function BackToResults() {
  const { t } = useWords();
  const router = useRouter();
  const [known, setKnown] = useState(false);
  useEffect(() => setKnown(cameFromSearch(router.latestLocation.href)), [router]);
  if (!known) return null;
  return (
    <button type="button" className={QUIET_BUTTON} onClick={() => router.history.back()}>
      <ArrowLeftIcon size={18} />
      {t('nav.back')}
    </button>
  );
}

const QUIET_BUTTON =
  'inline-flex min-h-11 items-center gap-2 rounded-field px-3 font-medium text-sm hover:bg-sunken print:hidden';
