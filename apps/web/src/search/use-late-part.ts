import { useEffect, useState } from 'react';

const AGAIN_MS = 2_000;

/** Loads a part of the page while it is wanted. Null until it is loaded; a failed load is retried every two seconds. */
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
