import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Blurs the focused field in `box`, which sends its value. Not every tap on a button does so. */
export function leaveField(box: Element | null): void {
  const field = document.activeElement;
  if (field instanceof HTMLInputElement && box?.contains(field)) field.blur();
}

/** Focuses the first invalid field in `box`; false where there is none. */
export function focusRefused(box: Element | null): boolean {
  const field = box?.querySelector<HTMLElement>('[aria-invalid="true"]');
  field?.focus();
  return field != null;
}

/**
 * Focuses the first invalid field within `box` after the next render. Call it together with the state change that marks
 * fields as invalid: an animation frame would not wait for a render that a response causes.
 */
export function useFocusRefused(box: RefObject<HTMLElement | null>): () => void {
  const [times, setTimes] = useState(0);
  useEffect(() => {
    if (times > 0) focusRefused(box.current);
  }, [times, box]);
  return () => setTimes((last) => last + 1);
}

/**
 * A field that is removed with its panel gets no blur. If it had the focus, `send` is called after the removal: when the press
 * that closed the panel is over, since its target may move with what is sent, but before the click handlers of that press.
 * Not on another page.
 */
export function useLastSend(box: RefObject<Element | null>, send: () => void): void {
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  // The cleanup of a layout effect runs before the field is removed.
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

/**
 * Returns a function that resolves when no pointer is down: what moves the controls of an open box waits for it, since a
 * press whose target moves away becomes no click.
 */
export function usePressEnd(): () => Promise<void> {
  const press = useRef<Promise<void>>(undefined);
  useEffect(() => {
    const begin = () => {
      // After the handlers of the click: React would render at once here, and undo what the click has checked.
      press.current = new Promise((resolve) => afterPress(() => setTimeout(resolve)));
    };
    window.addEventListener('pointerdown', begin, { capture: true });
    return () => window.removeEventListener('pointerdown', begin, { capture: true });
  }, []);
  return () => press.current ?? Promise.resolve();
}

/** A tap becomes a click some time after the finger was lifted; a drag becomes none. */
const CLICK_WITHIN_MS = 350;

function afterPress(work: () => void): void {
  const listening = new AbortController();
  const { signal } = listening;
  const finish = () => {
    if (signal.aborted) return;
    listening.abort();
    work();
  };
  // In the window's capture phase: before any listener of the target.
  window.addEventListener('click', finish, { capture: true, signal });
  window.addEventListener('pointercancel', finish, { capture: true, signal });
  window.addEventListener('pointerup', () => setTimeout(finish, CLICK_WITHIN_MS), { capture: true, signal });
}
