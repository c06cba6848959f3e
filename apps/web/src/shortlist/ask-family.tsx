import type { HomeCardAnswer } from '@maru/contract';
import { lazy, Suspense, useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { Button } from '../ui/button.tsx';
import { FamilyIcon } from '../ui/icons/saved-icons.tsx';

const MakeShortlist = lazy(() => import('./make-shortlist.tsx'));

/** Asks the family about some homes: a list by a secret link that they vote on. */
export function AskFamily({ homes }: { homes: readonly HomeCardAnswer[] }) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  if (homes.length === 0) return null;
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <FamilyIcon size={20} />
        {t('shortlist.ask')}
      </Button>
      {isOpen ? (
        <Suspense>
          <MakeShortlist homes={homes} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
