import type { HomeCardAnswer } from '@maru/contract';
import { lazy, Suspense, useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { FamilyIcon } from '../ui/icons/saved-icons.tsx';

const MakeShortlist = lazy(() => import('./make-shortlist.tsx'));

/** Asks the family about some homes: a list by a secret link that they vote on. */
export function AskFamily({ homes }: { homes: readonly HomeCardAnswer[] }) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  if (homes.length === 0) return null;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className="inline-flex min-h-11 items-center gap-2 rounded-field border border-line-strong bg-surface px-4 font-semibold hover:bg-sunken"
        onClick={() => setOpen(true)}
      >
        <FamilyIcon size={20} />
        {t('shortlist.ask')}
      </button>
      {isOpen ? (
        <Suspense>
          <MakeShortlist homes={homes} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
