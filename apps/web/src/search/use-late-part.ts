import { useEffect, useState } from 'react';

const AGAIN_MS = 2_000;

/**
 * A part of the page whose script comes when it is wanted. Null until it is there; a load that fails leaves the page
 * as it is and is tried again every two seconds while the part is wanted.
 */
export function useLatePart<Part>(load: () => Promise<Part>, isWanted: boolean): Part | null {
  const [part, setPart] = useState<{ value: Part } | null>(null);
  useEffect(() => {
    if (!isWanted || part !== null) return;
    let gone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = () => {
      load()
        .then((value) => {
          if (!gone) setPart({ value });
        })
        .catch(() => {
          if (!gone) timer = setTimeout(ask, AGAIN_MS);
        });
    };
    ask();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [load, isWanted, part]);
  return part?.value ?? null;
}
