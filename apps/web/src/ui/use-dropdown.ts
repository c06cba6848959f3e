import { type RefObject, useEffect, useId, useRef, useState } from 'react';

/**
 * The state of a button and the panel that it opens: `box` contains both, `id` is for the panel; a press outside or Escape
 * closes it.
 */
export function useDropdown() {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useDismissal(isOpen, setOpen, box, button);
  const toggle = {
    ref: button,
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? id : undefined,
    onClick: () => setOpen(!isOpen),
  };
  return { isOpen, setOpen, box, button, id, toggle };
}

/** The roots of all open panels: a nested panel closes before the one around it. */
const open = new Set<RefObject<HTMLElement | null>>();

/**
 * While it is open, a press or the focus outside `root` closes the panel of `button`, and so does Escape, which returns the
 * focus to the button. Escape closes the innermost panel only. `close` must stay the same function.
 */
export function useDismissal(
  isOpen: boolean,
  close: (isOpen: false) => void,
  root: RefObject<HTMLElement | null>,
  button: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    if (!isOpen) return;
    const leave = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) close(false);
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      // Prevented: an element inside has handled it.
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      for (const other of open) {
        if (other !== root && root.current?.contains(other.current)) return;
      }
      event.preventDefault();
      close(false);
      button.current?.focus();
    };
    open.add(root);
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener('pointerdown', leave, { signal });
    document.addEventListener('focusin', leave, { signal });
    document.addEventListener('keydown', closeOnEscape, { signal });
    return () => {
      open.delete(root);
      listening.abort();
    };
  }, [isOpen, close, root, button]);
}
