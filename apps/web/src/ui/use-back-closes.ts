import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * Back, while something covers the page, closes that and stays on the page. Many browsers ask a `<dialog>` first; the edge
 * swipe of others goes to the page before, under a dialog that is still there. The page one came with from elsewhere is left
 * all the same: nothing may hold that up.
 */
export function useBackCloses(isOpen: boolean, close: () => void): void {
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
