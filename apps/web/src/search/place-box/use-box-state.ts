import { useEffect, useRef, useState } from 'react';

/** What the box says below itself. */
export type Note = 'choose' | 'none' | 'offline' | 'wait' | 'refused' | null;

export type BoxState = ReturnType<typeof useBoxState>;

/** What stands in the box, whether its list is open, and which option is active (-1: none). */
export function useBoxState(initialText: string) {
  const input = useRef<HTMLInputElement>(null);
  const composing = useRef({ now: false, justEnded: false });
  const [text, setText] = useState(initialText);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [note, setNote] = useState<Note>(null);

  // Another page, another place: the box follows, unless someone is typing in it.
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
    /** The text as it is typed. */
    edit,
    /** Opens the list; what is not given stays. */
    show: (next: { note?: Note; active?: number } = {}) => {
      if (next.note !== undefined) setNote(next.note);
      if (next.active !== undefined) setActive(next.active);
      setOpen(true);
    },
    /** The page is left: nothing is open any more. */
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

/** `/` puts the caret into the first box that can be seen, unless one is typing somewhere. */
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
