import { type RefObject, useEffect, useState } from 'react';
import { focusRefused } from './leave-field.ts';

/**
 * Called together with what marks fields as wrong: the first of them within `box` has the focus once that is drawn, which a
 * frame would not wait for when an answer has brought it.
 */
export function useFocusWrong(box: RefObject<HTMLElement | null>): () => void {
  const [times, setTimes] = useState(0);
  useEffect(() => {
    if (times > 0) focusRefused(box.current);
  }, [times, box]);
  return () => setTimes((last) => last + 1);
}
