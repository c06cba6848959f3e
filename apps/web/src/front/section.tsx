import type { ReactNode } from 'react';
import { TextLink } from '../ui/site-link.tsx';

interface SectionProps {
  id: string;
  title: string;
  note?: string;
  more?: { path: string; text: string };
  className?: string;
  children: ReactNode;
}

/** A section of the front page below the box. */
export function Section({ id, title, note, more, className = '', children }: SectionProps) {
  return (
    <section aria-labelledby={id} className={`mb-12 ${className}`}>
      <div className="flex items-baseline justify-between gap-4">
        <h2 id={id} className="font-bold text-xl">
          {title}
        </h2>
        {more === undefined ? null : (
          <TextLink path={more.path} className="shrink-0">
            {more.text}
          </TextLink>
        )}
      </div>
      {note === undefined ? null : <p className="text-quiet text-sm">{note}</p>}
      <div className="mt-3">{children}</div>
    </section>
  );
}
