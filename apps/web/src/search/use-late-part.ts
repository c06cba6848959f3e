import { useEffect, useState } from 'react';

/**
 * A part of the page whose script comes when it is wanted. Null until it is there; a failed load is tried again the
 * next time it is wanted, and leaves the page as it is.
 */
export function useLatePart<Part>(load: () => Promise<Part>, isWanted: boolean): Part | null {
  const [part, setPart] = useState<{ value: Part } | null>(null);
  useEffect(() => {
    if (!isWanted || part !== null) return;
    let gone = false;
    load()
      .then((value) => {
        if (!gone) setPart({ value });
      })
      .catch(() => {});
    return () => {
      gone = true;
    };
  }, [load, isWanted, part]);
  return part?.value ?? null;
}
