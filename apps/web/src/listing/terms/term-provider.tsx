import type { TermId } from '@maru/listing';
import { type ComponentType, type ReactNode, useCallback, useState } from 'react';
import { TermContext } from './term.tsx';
import type { TermPopoverProps } from './term-popover.tsx';

/** Gives the terms inside it their one popover; its script and texts come with the first press. */
export function TermProvider({ children }: { children: ReactNode }) {
  const [Popover, setPopover] = useState<ComponentType<TermPopoverProps>>();
  const [shown, setShown] = useState<{ id: TermId; button: HTMLButtonElement }>();
  const open = useCallback((id: TermId, button: HTMLButtonElement) => {
    setShown({ id, button });
    import('./term-popover.tsx').then(
      ({ TermPopover }) => setPopover(() => TermPopover),
      (error) => console.error('What this word means could not be loaded.', error),
    );
  }, []);
  const close = useCallback(() => setShown(undefined), []);
  return (
    <TermContext value={open}>
      {children}
      {Popover === undefined || shown === undefined ? null : (
        <Popover key={shown.id} id={shown.id} button={shown.button} onClose={close} />
      )}
    </TermContext>
  );
}
