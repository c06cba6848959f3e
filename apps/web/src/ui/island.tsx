import { type ComponentType, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { watchNear } from './watch-near.ts';

interface IslandProps<Props extends object> {
  /** Fetches the part: `() => import('./cost-editor.tsx').then((module) => module.CostEditor)`. */
  load: () => Promise<ComponentType<Props>>;
  props: Props;
  /** `near` (default): when it comes near the window. `press`: when one presses, or tabs into, what stands there. */
  when?: 'near' | 'press';
  /** What the server renders and what stays until the part has come, or for good where it does not: as high as the part. */
  children: ReactNode;
  className?: string;
}

/**
 * A part of a page whose script is fetched only when it is wanted. Until then, and without script, its children stand
 * there.
 */
export function Island<Props extends object>({
  load,
  props,
  when = 'near',
  children,
  className,
}: IslandProps<Props>) {
  const box = useRef<HTMLDivElement>(null);
  const [Part, setPart] = useState<ComponentType<Props>>();
  const fetchPart = useRef(load);
  const begun = useRef(false);
  const isHere = useRef(true);
  const begin = useCallback(() => {
    if (begun.current) return;
    begun.current = true;
    fetchPart.current().then(
      (part) => isHere.current && setPart(() => part),
      (error) => {
        // The next time it is wanted it is asked for again.
        begun.current = false;
        console.error('A part of this page could not be loaded.', error);
      },
    );
  }, []);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  useEffect(() => {
    const element = box.current;
    if (when !== 'near' || element === null) return;
    return watchNear(element, begin, { margin: '400px' });
  }, [when, begin]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: these only fetch what is wanted; what stands inside is pressed.
    <div
      ref={box}
      className={className}
      onPointerDown={when === 'press' ? begin : undefined}
      onFocus={when === 'press' ? begin : undefined}
    >
      {Part === undefined ? children : <Part {...props} />}
    </div>
  );
}
