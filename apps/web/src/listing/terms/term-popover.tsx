import type { TermId } from '@maru/listing';
import { TERM_TEXTS } from '@maru/words/terms';
import { useEffect, useRef } from 'react';
import { useWords } from '../../i18n/words.tsx';

export interface TermPopoverProps {
  id: TermId;
  button: HTMLButtonElement;
  onClose: () => void;
}

/** Distance to the word and to the edge of the window, px. */
const GAP = 6;
const EDGE = 12;

/**
 * The explanation of a term below its word (above it without room), in the page's language first. A native popover: Escape
 * and a press outside close it, the focus stays on the word.
 */
export function TermPopover({ id, button, onClose }: TermPopoverProps) {
  const { locale } = useWords();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    element.showPopover();
    place(element, button);
    button.setAttribute('aria-expanded', 'true');
    button.setAttribute('aria-describedby', element.id);
    const toggled = (event: Event) => {
      if ((event as ToggleEvent).newState === 'closed') onClose();
    };
    // Follow the word; close when it leaves the window.
    const moved = () => {
      const { top, bottom } = button.getBoundingClientRect();
      if (bottom < 0 || top > innerHeight) element.hidePopover();
      else place(element, button);
    };
    const listening = new AbortController();
    const { signal } = listening;
    element.addEventListener('toggle', toggled, { signal });
    window.addEventListener('scroll', moved, { passive: true, capture: true, signal });
    window.addEventListener('resize', moved, { signal });
    return () => {
      listening.abort();
      button.removeAttribute('aria-expanded');
      button.removeAttribute('aria-describedby');
    };
  }, [button, onClose]);

  const { name, line } = TERM_TEXTS[id] ?? { name: ['', ''], line: ['', ''] };
  const order = locale === 'ko' ? [1, 0] : [0, 1];
  return (
    <div
      ref={box}
      id="term-popover"
      popover="auto"
      role="status"
      className="fixed m-0 w-max max-w-[min(22rem,calc(100vw-1.5rem))] rounded-card border border-line bg-surface p-4 text-text shadow-float"
    >
      {order.map((at) => (
        <p key={at} lang={at === 1 ? 'ko' : 'en'} className="not-first:mt-2 not-first:text-quiet">
          <span className="block font-semibold">{name[at]}</span>
          {line[at]}
        </p>
      ))}
    </div>
  );
}

/** Positions the popover in window px. */
function place(element: HTMLElement, button: HTMLElement): void {
  // The first line of a word that wraps.
  const word = button.getClientRects()[0] ?? button.getBoundingClientRect();
  const { width, height } = element.getBoundingClientRect();
  const left = Math.max(EDGE, Math.min(word.left, innerWidth - width - EDGE));
  const below = word.bottom + GAP;
  const top = below + height + EDGE <= innerHeight ? below : Math.max(EDGE, word.top - GAP - height);
  element.style.left = `${left}px`;
  element.style.top = `${top}px`;
}
