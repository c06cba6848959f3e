import type { TermId } from '@maru/listing';
import { type ComponentType, type ReactNode, useCallback, useState } from 'react';
import { TermContext } from './term.tsx';
import type { TermPopoverProps } from './term-popover.tsx';

/** Renders the popover for the terms inside; its script and texts load on the first press. */
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
