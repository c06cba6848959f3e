import type { ReactNode } from 'react';

interface SectionProps {
  /** Of the heading. */
  id: string;
  title: ReactNode;
  /** Below the heading. */
  note?: ReactNode;
  /** Default: `h2`. */
  heading?: 'h2' | 'h3';
  titleClass?: string;
  className?: string;
  children: ReactNode;
}

/** A part of a page, named by its heading. */
export function Section({
  id,
  title,
  note,
  heading: Heading = 'h2',
  titleClass = 'font-bold text-xl',
  className,
  children,
}: SectionProps) {
  return (
    <section aria-labelledby={id} className={className}>
      <Heading id={id} className={titleClass}>
        {title}
      </Heading>
      {note === undefined ? null : <p className="mt-1 text-quiet text-sm">{note}</p>}
      {children}
    </section>
  );
}
