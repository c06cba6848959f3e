import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { CloseIcon } from './icons/icons.tsx';

interface ModalProps {
  open: boolean;
  /** Called on Escape, the back gesture of the platform, and by the page's own buttons. */
  onClose: () => void;
  /** For screen readers. */
  label: string;
  /**
   * `box`: centered; `sheet`: centered, on a phone at the bottom; `page`: centered, on a phone the whole screen; `screen`:
   * always the whole screen. Except for `screen`, `className` gives the width.
   */
  shape: keyof typeof SHAPES;
  className?: string;
  /** Whether a press outside closes it. */
  closesBeside?: boolean;
  /** Whether it has a history entry of its own, which going back leaves. */
  hasEntry?: boolean;
  children: ReactNode;
}

/**
 * A modal `<dialog>`: the browser keeps the focus inside, closes it on Escape and returns the focus to the opener. Its
 * content exists only while it is open.
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
    // A dialog that is removed instead of closed does not return the focus by itself.
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

/**
 * Going back while something covers the page closes that and stays on the page. Many browsers ask a `<dialog>` first, but the
 * edge swipe of others leaves the page under an open dialog. Leaving for another site is never blocked.
 */
function useBackCloses(isOpen: boolean, close: () => void): void {
  const { history } = useRouter();
  const now = useRef(close);
  now.current = close;
  useEffect(() => {
    if (!isOpen) return;
    return history.block({
      enableBeforeUnload: false,
      blockerFn: ({ action }) => {
        if (action !== 'BACK') return false;
        now.current();
        return true;
      },
    });
  }, [isOpen, history]);
}

/** The × in the corner of a dialog. */
export function CloseButton({
  label,
  className = '',
  onClick,
}: {
  label: string;
  className?: string;
  onClick: () => void;
}) {
  return (
    <Button variant="icon" className={className} onClick={onClick}>
      <CloseIcon />
      <span className="sr-only">{label}</span>
    </Button>
  );
}
