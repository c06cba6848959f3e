import { type ReactNode, useId, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { Button } from '../../ui/button.tsx';

/** Shows and hides the inputs of a cost; `beside` is displayed beside its button. */
export function CostEditor({ beside, children }: { beside?: ReactNode; children: ReactNode }) {
  const { t } = useWords();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className="flex flex-wrap gap-x-5">
        <Button variant="link" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'cost.edit_close' : 'cost.edit')}
        </Button>
        {beside}
      </div>
      <div id={id} hidden={!isOpen} className="rounded-card border border-line p-4">
        {children}
      </div>
    </>
  );
}
