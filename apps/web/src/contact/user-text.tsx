import type { ReactNode } from 'react';
import { languageOf } from './language-of.ts';

/**
 * Text written by a user (message, note, name, title), with the `lang` attribute of its own language, for screen readers
 * and line breaking. Mixed or unknown text gets `lang=""`; text that contains our own messages uses `Original`
 * (who-answers.tsx) instead.
 */
export function UserText({ text, className }: { text: string; className?: string }): ReactNode {
  return (
    <span lang={languageOf(text)} className={className}>
      {text}
    </span>
  );
}
