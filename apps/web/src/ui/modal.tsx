import { type ReactNode, useEffect, useRef } from 'react';
import { useBackCloses } from './use-back-closes.ts';

interface ModalProps {
  open: boolean;
  /** Called for every way out: Escape, the back gesture of the platform, the page's own buttons. */
  onClose: () => void;
  /** What a screen reader calls it. */
  label: string;
  /**
   * `box`: in the middle; `sheet`: in the middle, on a phone at the bottom; `page`: in the middle, on a phone the whole
   * screen; `screen`: always the whole screen. Except for `screen`, `className` gives the width.
   */
  shape: keyof typeof SHAPES;
  className?: string;
  /** A press beside it closes it. */
  closesBeside?: boolean;
  /** It has an entry of its own in the browser's history, which back leaves. */
  hasEntry?: boolean;
  children: ReactNode;
}

/**
 * A modal `<dialog>`: the browser keeps the focus inside, closes it on Escape and gives the focus back to what
 * opened it. Its content exists only while it is open.
 */
export function Modal({
  open,
  onClose,
  label,
  shape,
  className = '',
  closesBeside = false,
  hasEntry = false,
  children,
}: ModalProps) {
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
      className={`max-w-none overscroll-contain text-text backdrop:bg-scrim ${SHAPES[shape]} ${className}`}
      onPointerDown={(event) => {
        if (closesBeside && event.target === dialog.current) onClose();
      }}
      onClose={onClose}
    >
      {children}
    </dialog>
  ) : null;
}

const SHAPES = {
  box: 'm-auto max-h-[92dvh] overflow-y-auto rounded-card bg-surface p-6',
  sheet: 'm-auto max-h-[92dvh] overflow-y-auto rounded-card bg-surface max-sm:mb-0 max-sm:rounded-b-none',
  page: 'max-h-none bg-bg max-md:m-0 max-md:h-dvh max-md:w-full md:m-auto md:rounded-card',
  screen: 'm-0 h-dvh max-h-none w-screen bg-bg',
};
