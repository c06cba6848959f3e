import { type MouseEvent, type ReactNode, useEffect } from 'react';
import { ChevronDownIcon } from '../../ui/icons/icons.tsx';

interface HomeSectionProps {
  id: string;
  title: string;
  note?: string;
  headline?: ReactNode;
  startsOpen?: boolean;
  children: ReactNode;
}

/**
 * A section of a home's page. On a phone it folds and shows its headline; from a tablet on, and in print, it is always open
 * (listing.css). A `<details>` works without script, and lets find-in-page and links open it.
 */
export function HomeSection({ id, title, note, headline, startsOpen = false, children }: HomeSectionProps) {
  const heading = `${id}-title`;
  return (
    <section aria-labelledby={heading} id={id} data-section className="scroll-mt-16">
      <details data-fold open={startsOpen} className="group/fold max-md:border-line max-md:border-b">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button by itself; this only takes its press away. */}
        <summary className="flex items-center gap-4 max-md:min-h-16 max-md:py-2" onClick={keepOpen}>
          <span className="min-w-0 flex-1">
            <h2 id={heading} className="font-bold text-xl max-md:text-lg">
              {title}
            </h2>
            {headline === undefined ? null : (
              <span className="tabular block text-quiet md:hidden print:hidden">{headline}</span>
            )}
          </span>
          <ChevronDownIcon className="shrink-0 group-open/fold:rotate-180 md:hidden print:hidden" />
        </summary>
        <div className="max-md:pb-6">
          {note === undefined ? null : <p className="mt-1 max-w-[72ch] text-quiet text-sm">{note}</p>}
          <div className="mt-3">{children}</div>
        </div>
      </details>
    </section>
  );
}

/** Keeps the section open where sections do not fold. */
function keepOpen(event: MouseEvent): void {
  if (!isFolding()) event.preventDefault();
}

const FOLDING = '(max-width: 767px)';

/** Whether sections fold at this window width; in the browser only. */
const isFolding = () => matchMedia(FOLDING).matches;

/**
 * Controls the folds of a home's page: opens all where sections do not fold and takes them out of the tab order, and opens
 * the one that the URL names.
 */
export function useFolds(): void {
  useEffect(() => {
    const media = matchMedia(FOLDING);
    const settle = () => {
      for (const fold of document.querySelectorAll<HTMLDetailsElement>('details[data-fold]')) {
        if (!media.matches) fold.open = true;
        const summary = fold.querySelector('summary');
        if (summary !== null) summary.tabIndex = media.matches ? 0 : -1;
      }
    };
    const reveal = () => {
      const named = document.getElementById(decodeHash(location.hash));
      if (named !== null && openFold(named)) named.scrollIntoView();
    };
    settle();
    reveal();
    media.addEventListener('change', settle);
    window.addEventListener('hashchange', reveal);
    return () => {
      media.removeEventListener('change', settle);
      window.removeEventListener('hashchange', reveal);
    };
  }, []);
}

/** Opens the fold of a section, or around an element; false when it was open. */
export function openFold(element: Element): boolean {
  const fold =
    element.querySelector<HTMLDetailsElement>('details[data-fold]') ??
    element.closest<HTMLDetailsElement>('details[data-fold]');
  if (fold === null || fold.open) return false;
  fold.open = true;
  return true;
}

/** Decodes a fragment; empty when it is malformed. */
function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}
