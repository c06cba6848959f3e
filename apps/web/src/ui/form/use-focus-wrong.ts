import { type RefObject, useEffect, useState } from 'react';
import { focusRefused } from '../leave-field.ts';

/** Returns a function that focuses the first invalid field in `box` after the next render, which marks the fields. */
export function useFocusWrong(box: RefObject<HTMLElement | null>): () => void {
  const [times, setTimes] = useState(0);
  useEffect(() => {
    if (times > 0) focusRefused(box.current);
  }, [times, box]);
  return () => setTimes((last) => last + 1);
}
