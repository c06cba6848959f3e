import { buttonClass } from '../ui/button.tsx';
import { SiteLink } from '../ui/site-link.tsx';

interface PageLinksProps {
  /** Of the page shown; empty for the first one. */
  cursor: string;
  next: string | undefined;
  /** The address of the page at a cursor, without /ko. */
  path: (cursor: string) => string;
  first: string;
  more: string;
}

/** Links to the first and the next page of a list that is read by cursor. */
export function PageLinks({ cursor, next, path, first, more }: PageLinksProps) {
  const className = buttonClass('secondary', 'medium');
  return (
    <p className="mt-6 flex flex-wrap gap-3">
      {cursor === '' ? null : (
        <SiteLink path={path('')} className={className}>
          {first}
        </SiteLink>
      )}
      {next === undefined ? null : (
        <SiteLink path={path(next)} className={className} rel="next">
          {more}
        </SiteLink>
      )}
    </p>
  );
}
