import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Takes the focus from the field in `box` that has it: what it waits with is sent. Not every tap on a button does so. */
export function leaveField(box: Element | null): void {
  const field = document.activeElement;
  if (field instanceof HTMLInputElement && box?.contains(field)) field.blur();
}

/** Gives the focus to the first field in `box` whose text is refused; false where there is none. */
export function focusRefused(box: Element | null): boolean {
  const field = box?.querySelector<HTMLElement>('[aria-invalid="true"]');
  field?.focus();
  return field != null;
}

/**
 * A field that goes with its panel is given no blur. Where one was still in it, `send` is called after it has gone: once
 * the press that closed the panel is over, since what it was aimed at may move with what is sent, but before what that
 * press does. Not on another page.
 */
export function useLastSend(box: RefObject<Element | null>, send: () => void): void {
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  // As a layout effect it is asked while the field still stands.
  useLayoutEffect(() => {
    const { pathname } = location;
    return () => {
      if (!box.current?.contains(document.activeElement)) return;
      afterPress(() => {
        if (location.pathname === pathname) latest.current();
      });
    };
  }, [box]);
}

/** A tap becomes a click some time after the finger has left; a drag becomes none. */
const CLICK_WITHIN_MS = 350;

function afterPress(work: () => void): void {
  const listening = new AbortController();
  const { signal } = listening;
  const finish = () => {
    if (signal.aborted) return;
    listening.abort();
    work();
  };
  // In the window's capture phase: before any listener of what is pressed.
  window.addEventListener('click', finish, { capture: true, signal });
  window.addEventListener('pointercancel', finish, { capture: true, signal });
  window.addEventListener('pointerup', () => setTimeout(finish, CLICK_WITHIN_MS), { capture: true, signal });
}
