import type { ReactNode } from 'react';
import { SiteLink } from '../ui/site-link.tsx';

interface SectionProps {
  id: string;
  title: string;
  note?: string;
  /** Where there is more of it. */
  more?: { path: string; text: string };
  className?: string;
  children: ReactNode;
}

/** A part of the front page below the box. */
export function Section({ id, title, note, more, className = '', children }: SectionProps) {
  return (
    <section aria-labelledby={id} className={`mb-12 ${className}`}>
      <div className="flex items-baseline justify-between gap-4">
        <h2 id={id} className="font-bold text-xl">
          {title}
        </h2>
        {more === undefined ? null : (
          <SiteLink
            path={more.path}
            className="inline-flex min-h-11 shrink-0 items-center font-medium text-primary-text underline-offset-4 hover:underline"
          >
            {more.text}
          </SiteLink>
        )}
      </div>
      {note === undefined ? null : <p className="text-quiet text-sm">{note}</p>}
      <div className="mt-3">{children}</div>
    </section>
  );
}
