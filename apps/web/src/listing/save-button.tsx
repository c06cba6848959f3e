import type { HomeCardAnswer } from '@maru/contract';
import { useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { HeartIcon } from '../ui/heart-icon.tsx';
import { loadSavedStore, useSaved } from './use-saved.ts';

interface SaveButtonProps {
  home: Pick<HomeCardAnswer, 'homeId' | 'path' | 'listPrice' | 'standardStatus'>;
  /** Which home, for whoever does not see the card. */
  address: string;
  className?: string;
  /** Beside the heart, where there is room for it. */
  withWord?: boolean;
}

/** Keeps a home with one press, signed in or not; another press lets it go. */
export function SaveButton({ home, address, className = '', withWord = false }: SaveButtonProps) {
  const { t } = useWords();
  const { homeId } = home;
  const isKept = Object.hasOwn(useSaved().homes, homeId);
  const [said, setSaid] = useState('');
  const press = async () => {
    const store = await loadSavedStore();
    if (isKept) {
      store.dropHome(homeId);
      return setSaid('');
    }
    if (!store.keepHome(homeId)) return setSaid(t('save.full'));
    setSaid(store.lasts ? '' : t('save.not_lasting'));
    // So that one can be told what has changed since.
    const { rememberLook } = await import('./looks.ts');
    rememberLook('kept', home, address);
  };
  return (
    <span className={`needs-script ${className}`}>
      <button
        type="button"
        data-save={homeId}
        aria-pressed={isKept}
        onClick={() => void press().catch(() => setSaid(t('save.failed')))}
        className={`inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-chip ${
          withWord ? 'border border-line-strong bg-surface px-4 text-sm font-medium hover:bg-sunken' : ''
        }`}
      >
        <span
          className={`grid place-items-center ${withWord ? '' : 'size-9 rounded-chip bg-surface shadow-float'} ${
            isKept ? 'text-cut' : 'text-text'
          }`}
        >
          <HeartIcon isFull={isKept} />
        </span>
        {withWord ? t(isKept ? 'save.saved' : 'save.save') : null}
        <span className="sr-only">{withWord ? `, ${address}` : t('save.home', { address })}</span>
      </button>
      <span
        role="status"
        className="not-empty:absolute not-empty:right-2 not-empty:z-20 not-empty:max-w-64 not-empty:rounded-field not-empty:bg-surface not-empty:p-2 not-empty:text-sm not-empty:shadow-float"
      >
        {said}
      </span>
    </span>
  );
}
