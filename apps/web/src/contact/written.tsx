import type { ReactNode } from 'react';
import { languageOf } from './language-of.ts';

/**
 * What somebody wrote on the site (a message, a note, a name, a title), said to be in the language that it is in, not in
 * that of the page around it: read out by the right voice, and broken into lines by the right rule. A text in both, or in
 * neither, is said to be in no known one, which would be wrong of a line that words of ours stand in: that is `Original`
 * (who-answers.tsx).
 */
export function Written({ text, className }: { text: string; className?: string }): ReactNode {
  return (
    <span lang={languageOf(text)} className={className}>
      {text}
    </span>
  );
}
