import { useEffect, useRef, useState } from 'react';

/** The message below the box. */
export type Note = 'choose' | 'where' | 'none' | 'offline' | 'wait' | 'refused' | null;

export type BoxState = ReturnType<typeof useBoxState>;

/** State of the box: text, whether the list is open, and the active option (-1: none). */
export function useBoxState(initialText: string) {
  const input = useRef<HTMLInputElement>(null);
  const composing = useRef({ now: false, justEnded: false });
  const [text, setText] = useState(initialText);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [note, setNote] = useState<Note>(null);

  // Follow the page's place, unless the visitor is typing.
  useEffect(() => {
    const box = input.current;
    if (box === null || composing.current.now || document.activeElement === box) return;
    box.value = initialText;
    setText(initialText);
  }, [initialText]);

  useEffect(() => focusOnSlash(() => input.current), []);

  const edit = (typed: string) => {
    setText(typed);
    setActive(-1);
    setNote(null);
  };
  return {
    input,
    composing,
    text,
    open,
    active,
    note,
    setOpen,
    setActive,
    /** Sets the typed text. */
    edit,
    /** Opens the list; omitted fields stay. */
    show: (next: { note?: Note; active?: number } = {}) => {
      if (next.note !== undefined) setNote(next.note);
      if (next.active !== undefined) setActive(next.active);
      setOpen(true);
    },
    /** Closes the list before another page opens. */
    leave: () => {
      setOpen(false);
      setNote(null);
      input.current?.blur();
    },
    /** Puts a chosen name into the box. */
    fill: (name: string) => {
      if (input.current && !composing.current.now) input.current.value = name;
      setText(name);
    },
    clear: () => {
      if (input.current) input.current.value = '';
      edit('');
      input.current?.focus();
    },
    refuse: () => setNote('refused'),
  };
}

/** Focuses the first visible box on `/`, unless the visitor is typing elsewhere. */
function focusOnSlash(box: () => HTMLInputElement | null): () => void {
  const press = (event: globalThis.KeyboardEvent) => {
    const at = event.target as HTMLElement | null;
    const typing = at?.closest?.('input, textarea, select, [contenteditable], dialog');
    if (
      event.key !== '/' ||
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      typing
    )
      return;
    const input = box();
    if (input === null || input.offsetParent === null) return;
    event.preventDefault();
    input.focus();
  };
  document.addEventListener('keydown', press);
  return () => document.removeEventListener('keydown', press);
}
