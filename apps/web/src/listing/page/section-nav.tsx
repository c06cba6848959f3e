import { useEffect, useRef, useState } from 'react';
import { goWithinPage } from '../../browser/within-page.ts';
import { useWords } from '../../i18n/words.tsx';
import type { SectionPart } from './home-page-data.ts';
import { openFold } from './home-section.tsx';

/** A section counts as in view when it crosses a band below the bar: px, and share of the window's height. */
const BAND_TOP_PX = 72;
const BAND_END = 0.35;

function isInBand(section: Element): boolean {
  const { top, bottom } = section.getBoundingClientRect();
  return bottom > BAND_TOP_PX && top < innerHeight * BAND_END;
}

/** Links to the sections, fixed at the top of the window; the section in view is marked. */
export function SectionNav({ parts }: { parts: readonly SectionPart[] }) {
  const { t } = useWords();
  const list = useRef<HTMLUListElement>(null);
  const [current, setRead] = useState<string>();
  /** The section that was pressed, of two that stand side by side. */
  const requested = useRef<string>(undefined);
  const ids = parts.map((part) => part.id).join();

  useEffect(() => {
    const sections = ids.split(',').flatMap((id) => document.getElementById(id) ?? []);
    const watch = new IntersectionObserver(
      () => {
        // Where they are now: the entries may be older than a press, which has scrolled meanwhile.
        const inView = sections.filter(isInBand).map(({ id }) => id);
        requested.current = inView.find((id) => id === requested.current);
        setRead(requested.current ?? inView[0]);
      },
      { rootMargin: `-${BAND_TOP_PX}px 0px -${100 * (1 - BAND_END)}% 0px` },
    );
    for (const section of sections) watch.observe(section);
    return () => watch.disconnect();
  }, [ids]);

  useEffect(() => {
    const box = list.current;
    if (box === null) return;
    const first = document.getElementById(ids.split(',', 1)[0] ?? '');
    // Scroll to the first link above all sections; stay between two of them.
    if (current === undefined && first !== null && first.getBoundingClientRect().top > 0) {
      box.scrollTo({ left: 0, behavior: 'smooth' });
    }
    const link = current === undefined ? null : box.querySelector<HTMLElement>(`[href="#${current}"]`);
    if (link === null) return;
    box.scrollTo({ left: link.offsetLeft - (box.clientWidth - link.offsetWidth) / 2, behavior: 'smooth' });
  }, [current, ids]);

  return (
    <nav
      aria-label={t('listing.sections')}
      className="short:static sticky top-0 z-20 -mx-4 border-line border-b bg-bg md:mx-0 print:hidden"
    >
      <ul
        ref={list}
        className="relative flex overflow-x-auto overscroll-x-contain px-2 [scrollbar-width:none] md:px-0"
      >
        {parts.map((part) => (
          <li key={part.id} className="shrink-0">
            <a
              href={`#${part.id}`}
              onClick={(event) => {
                const section = document.getElementById(part.id);
                if (section !== null) openFold(section);
                requested.current = part.id;
                setRead(part.id);
                goWithinPage(event);
              }}
              aria-current={current === part.id ? 'true' : undefined}
              className="flex min-h-12 items-center whitespace-nowrap border-transparent border-b-2 px-3 font-medium text-quiet text-sm hover:text-text aria-[current]:border-primary aria-[current]:text-text"
            >
              {t(part.short ?? part.title)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
