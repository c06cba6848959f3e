import { useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { PrinterIcon } from '../../ui/icons.tsx';
import { CompareIcon, HideIcon } from '../../ui/saved-icons.tsx';
import { CompareTray } from '../card-extras.tsx';
import { compareHome, leaveOut, MOST_COMPARED, useCompareChoice } from '../compare-choice.ts';
import { loadSavedStore, useSaved } from '../use-saved.ts';

interface HomeMenuProps {
  homeId: string;
  isOpen: boolean;
  onClose: () => void;
}

/** The menu of a home's page, and what stays when it is closed: the way back from hiding, and what is compared. */
export function HomeMenu({ homeId, isOpen, onClose }: HomeMenuProps) {
  const { t } = useWords();
  const isHidden = useSaved().hidden.includes(homeId);
  const chosen = useCompareChoice();
  const isCompared = chosen.includes(homeId);
  const isFull = !isCompared && chosen.length >= MOST_COMPARED;
  // Hidden on this page, just now: whoever comes later finds it in the menu.
  const [hiddenHere, setHiddenHere] = useState<string>();
  const [failed, setFailed] = useState(false);
  const compare = () => {
    if (isCompared) leaveOut(homeId);
    else compareHome(homeId);
    onClose();
  };
  const hide = async () => {
    onClose();
    setFailed(false);
    try {
      const store = await loadSavedStore();
      if (isHidden) store.showHome(homeId);
      else store.hideHome(homeId);
      setHiddenHere(isHidden ? undefined : homeId);
    } catch {
      setFailed(true);
    }
  };
  const isJustHidden = isHidden && hiddenHere === homeId;
  return (
    <>
      {isOpen ? (
        <div className={`${PLACE} w-60 rounded-card border border-line bg-surface p-1 text-sm shadow-float`}>
          <button type="button" className={ROW} disabled={isFull} aria-pressed={isCompared} onClick={compare}>
            <CompareIcon size={18} />
            {isFull
              ? t('compare.full', { count: MOST_COMPARED })
              : t(isCompared ? 'compare.leave_out' : 'compare.add')}
          </button>
          <button type="button" className={ROW} onClick={() => void hide()}>
            <HideIcon size={18} />
            {t(isHidden ? 'hidden.show' : 'hidden.hide')}
          </button>
          <button
            type="button"
            className={`${ROW} sm:hidden`}
            onClick={() => {
              onClose();
              window.print();
            }}
          >
            <PrinterIcon size={18} />
            {t('listing.print')}
          </button>
        </div>
      ) : null}
      <div
        role="status"
        className={`${PLACE} not-empty:flex w-max max-w-[calc(100vw-2rem)] items-center gap-2 not-empty:rounded-card not-empty:border not-empty:border-line not-empty:bg-surface not-empty:py-1 not-empty:pr-1 not-empty:pl-4 text-sm not-empty:shadow-float ${isOpen ? 'invisible' : ''}`}
      >
        {failed ? <p className="py-2.5 pr-3 text-bad">{t('save.failed')}</p> : null}
        {isJustHidden && !failed ? (
          <>
            <p>{t('hidden.done')}</p>
            <button
              type="button"
              className="min-h-11 shrink-0 px-3 font-semibold text-primary-text underline"
              onClick={() => void hide()}
            >
              {t('hidden.undo')}
            </button>
          </>
        ) : null}
      </div>
      <CompareTray />
    </>
  );
}

/** Below the row of buttons, within the window on a phone too. */
const PLACE = 'absolute top-full left-0 z-20 sm:right-0 sm:left-auto';
const ROW =
  'flex min-h-11 w-full items-center gap-2 rounded-field px-3 text-left font-medium hover:bg-sunken disabled:text-quiet';
