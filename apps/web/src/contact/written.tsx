import type { ReactNode } from 'react';
import { languageOf } from './language-of.ts';

/**
 * What somebody wrote on the site (a message, a note, a name, a title), said to be in the language that it is in, not in
 * that of the page around it: read out by the right voice, and broken into lines by the right rule.
 */
export function Written({ text, className }: { text: string; className?: string }): ReactNode {
  return (
    <span lang={languageOf(text)} className={className}>
      {text}
    </span>
  );
}
