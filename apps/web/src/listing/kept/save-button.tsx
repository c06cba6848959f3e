import type { HomeCardAnswer } from '@maru/contract';
import { type ReactNode, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { Button } from '../../ui/button.tsx';
import { HeartIcon } from '../../ui/icons/first-icons.tsx';
import { loadSavedStore, useSaved } from './use-saved.ts';

interface SaveButtonProps {
  home: Pick<HomeCardAnswer, 'homeId' | 'path' | 'listPrice' | 'standardStatus'>;
  /** The home's address, for screen readers. */
  address: string;
  className?: string;
  /** Rendered in place of the round heart, in a button of variant `action`. */
  draw?: (isKept: boolean) => ReactNode;
}

/** Saves a home, signed in or not; another press removes it. */
export function SaveButton({ home, address, className = '', draw }: SaveButtonProps) {
  const { t } = useWords();
  const { homeId } = home;
  const isKept = Object.hasOwn(useSaved().homes, homeId);
  const [message, setSaid] = useState('');
  const press = async () => {
    const store = await loadSavedStore();
    if (isKept) {
      store.dropHome(homeId);
      return setSaid('');
    }
    if (!store.keepHome(homeId)) return setSaid(t('save.full'));
    setSaid(store.isPersistent ? '' : t('save.not_lasting'));
    // Its current price and status, so that later changes can be shown.
    const { rememberHome } = await import('./viewed-homes.ts');
    rememberHome('kept', home, address);
  };
  return (
    <span className={`needs-script ${draw === undefined ? className : 'grid'}`}>
      <Button
        variant={draw === undefined ? 'bare' : 'action'}
        className={draw === undefined ? 'grid size-11 place-items-center rounded-chip' : ''}
        data-save={homeId}
        aria-pressed={isKept}
        onClick={() => void press().catch(() => setSaid(t('save.failed')))}
      >
        {draw?.(isKept) ?? (
          <span
            className={`grid size-9 place-items-center rounded-chip bg-surface shadow-float ${
              isKept ? 'text-cut' : 'text-text'
            }`}
          >
            <HeartIcon isFull={isKept} />
          </span>
        )}
        <span className="sr-only">{draw === undefined ? t('save.home', { address }) : `, ${address}`}</span>
      </Button>
      <span
        role="status"
        className="not-empty:absolute not-empty:right-2 not-empty:z-20 not-empty:max-w-64 not-empty:rounded-field not-empty:bg-surface not-empty:p-2 not-empty:text-sm not-empty:shadow-float"
      >
        {message}
      </span>
    </span>
  );
}
