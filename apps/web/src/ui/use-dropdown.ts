import { useId, useRef, useState } from 'react';
import { useDismissal } from './use-dismissal.ts';

/** A button and what hangs from it: `box` is around both, `id` that of what hangs; a press outside or Escape closes it. */
export function useDropdown() {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useDismissal(isOpen, setOpen, box, button);
  return { isOpen, setOpen, box, button, id };
}
