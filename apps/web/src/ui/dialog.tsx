import { type ReactNode, useEffect, useRef } from 'react';
import { useBackCloses } from './use-back-closes.ts';

interface DialogProps {
  open: boolean;
  /** Called for every way out: Escape, the back gesture of the platform, the page's own buttons. */
  onClose: () => void;
  /** What a screen reader calls it. */
  label: string;
  className?: string;
  /** It has an entry of its own in the browser's history, which back leaves. */
  hasEntry?: boolean;
  children: ReactNode;
}

/**
 * A modal `<dialog>`: the browser keeps the focus inside, closes it on Escape and gives the focus back to what
 * opened it. Its content exists only while it is open.
 */
export function Dialog({ open, onClose, label, className = '', hasEntry = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useBackCloses(open && !hasEntry, onClose);
  useEffect(() => {
    const one = dialog.current;
    if (!open || one === null || one.open) return;
    const opener = document.activeElement;
    one.showModal();
    // One that is taken away, rather than closed, gives nothing back by itself.
    return () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, [open]);
  return open ? (
    <dialog
      ref={dialog}
      aria-label={label}
      className={`m-0 max-h-none max-w-none overscroll-contain ${className}`}
      onClose={onClose}
    >
      {children}
    </dialog>
  ) : null;
}
