import type { TermId } from '@maru/listing';
import { createContext, type ReactNode, useContext } from 'react';
import { Button } from '../../ui/button.tsx';

/** Opens what a term means beside the button that was pressed. */
type OpenTerm = (id: TermId, button: HTMLButtonElement) => void;

export const TermContext = createContext<OpenTerm | null>(null);

/**
 * A word that a newcomer may not know: pressed, it says in one line, in both languages, what it means, on the spot.
 * Where no script runs, and outside a `TermProvider`, it is the word alone.
 */
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
