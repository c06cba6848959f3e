import type { TermId } from '@maru/listing';
import { type ComponentType, createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { TermPopoverProps } from './term-popover.tsx';

/** Opens the explanation beside the button. */
type OpenTerm = (id: TermId, button: HTMLButtonElement) => void;

export const TermContext = createContext<OpenTerm | null>(null);

/** A term with an explanation in both languages on press. Without script, and outside a `TermProvider`, plain text. */
export function Term({ id, children }: { id: TermId | undefined; children: ReactNode }) {
  const open = useContext(TermContext);
  if (open === null || id === undefined) return children;
  return (
    <Button
      variant="bare"
      data-term={id}
      aria-haspopup="true"
      className="cursor-help text-left underline noscript:no-underline decoration-line-strong decoration-dotted underline-offset-4 hover:text-primary-text hover:decoration-primary print:no-underline"
      onClick={({ currentTarget }) => open(id, currentTarget)}
    >
      {children}
    </Button>
  );
}

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
