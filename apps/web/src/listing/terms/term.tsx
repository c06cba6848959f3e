import type { TermId } from '@maru/listing';
import { createContext, type ReactNode, useContext } from 'react';
import { Button } from '../../ui/button.tsx';

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
