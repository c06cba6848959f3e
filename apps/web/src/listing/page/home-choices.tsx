import { type ReactNode, type RefObject, useCallback, useRef, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { Button } from '../../ui/button.tsx';
import { CompareIcon, HideIcon } from '../../ui/icons/saved-icons.tsx';
import { useDismissal } from '../../ui/use-dropdown.ts';
import { addCompared, MOST_COMPARED, removeCompared, useCompareChoice } from '../kept/compare-choice.ts';
import { loadSavedStore, useSaved } from '../kept/use-saved.ts';

interface ChoiceProps {
  homeId: string;
  /** The home's address, for screen readers. */
  address: string;
}

/** Adds the home to the comparison or removes it. */
export function CompareButton({ homeId, address }: ChoiceProps) {
  const { t } = useWords();
  const isCompared = useCompareChoice().includes(homeId);
  const [isFull, setFull] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const press = () => {
    if (isCompared) removeCompared(homeId);
    else setFull(!addCompared(homeId));
  };
  return (
    <Choice
      isNoted={isFull && !isCompared}
      onClose={useCallback(() => setFull(false), [])}
      button={button}
      note={<p className="py-2.5 pr-3">{t('compare.full', { count: MOST_COMPARED })}</p>}
    >
      <Button variant="action" ref={button} data-compare={homeId} aria-pressed={isCompared} onClick={press}>
        <span className={isCompared ? 'text-primary-text' : ''}>
          <CompareIcon size={18} />
        </span>
        <EitherWord is={isCompared} yes={t('listing.compared')} no={t('listing.compare')} />
        <span className="sr-only">, {address}</span>
      </Button>
    </Choice>
  );
}

/** Hides the home from lists, with undo beside it. */
export function HideButton({ homeId, address }: ChoiceProps) {
  const { t } = useWords();
  const isHidden = useSaved().hidden.includes(homeId);
  const [said, setSaid] = useState<'hidden' | 'failed'>();
  const button = useRef<HTMLButtonElement>(null);
  const press = async () => {
    setSaid(undefined);
    try {
      const store = await loadSavedStore();
      if (isHidden) return store.showHome(homeId);
      store.hideHome(homeId);
      setSaid('hidden');
    } catch {
      setSaid('failed');
    }
  };
  const undo = () => {
    button.current?.focus();
    void press();
  };
  return (
    <Choice
      isNoted={said === 'failed' || (said === 'hidden' && isHidden)}
      onClose={useCallback(() => setSaid(undefined), [])}
      button={button}
      note={
        said === 'failed' ? (
          <p className="py-2.5 pr-3 text-bad">{t('save.failed')}</p>
        ) : (
          <>
            <p>{t('hidden.done')}</p>
            <Button variant="underlined" className="shrink-0 px-3" onClick={undo}>
              {t('hidden.undo')}
            </Button>
          </>
        )
      }
    >
      <Button
        variant="action"
        ref={button}
        data-hide={homeId}
        aria-pressed={isHidden}
        onClick={() => void press()}
      >
        <span className={isHidden ? 'text-primary-text' : ''}>
          <HideIcon size={18} />
        </span>
        <EitherWord is={isHidden} yes={t('listing.hidden')} no={t('listing.hide')} />
        <span className="sr-only">, {address}</span>
      </Button>
    </Choice>
  );
}

/** One of two texts, in the space of the longer one, so that a press moves nothing. */
export function EitherWord({ is, yes, no }: { is: boolean; yes: string; no: string }) {
  return (
    <span className="grid justify-items-center lg:justify-items-start">
      <span className={`col-start-1 row-start-1 ${is ? '' : 'invisible'}`}>{yes}</span>
      <span className={`col-start-1 row-start-1 ${is ? 'invisible' : ''}`}>{no}</span>
    </span>
  );
}

/** A button with a message over the content below it, until it is dismissed. */
function Choice({
  isNoted,
  onClose,
  button,
  note,
  children,
}: {
  isNoted: boolean;
  onClose: () => void;
  /** The button among the children; Escape returns the focus to it. */
  button: RefObject<HTMLButtonElement | null>;
  note: ReactNode;
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  useDismissal(isNoted, onClose, box, button);
  return (
    <div ref={box} className="needs-script grid">
      {children}
      <div
        role="status"
        className="absolute top-full left-0 z-20 not-empty:flex w-max max-w-full items-center gap-2 not-empty:rounded-card not-empty:border not-empty:border-line not-empty:bg-surface not-empty:py-1 not-empty:pr-1 not-empty:pl-4 text-sm not-empty:shadow-float lg:right-0 lg:left-auto"
      >
        {isNoted ? note : null}
      </div>
    </div>
  );
}
