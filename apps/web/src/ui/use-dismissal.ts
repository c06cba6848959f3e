import { type RefObject, useEffect } from 'react';

/** The roots of all that is open: what hangs within another is closed before it. */
const open = new Set<RefObject<HTMLElement | null>>();

/**
 * While it is open, a press or the focus outside of `root` closes what hangs from `button`, and so does Escape, which
 * gives the focus back to that button: one press of it the innermost alone. `close` must stay the same function.
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
      // Prevented: something within has taken it already.
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      for (const other of open) {
        if (other !== root && root.current?.contains(other.current)) return;
      }
      event.preventDefault();
      close(false);
      button.current?.focus();
    };
    open.add(root);
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      open.delete(root);
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, [isOpen, close, root, button]);
}
