import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { watchNear } from './watch-near.ts';

interface IslandProps<Props extends object> {
  /** Loads the component: `() => import('./cost-editor.tsx').then((module) => module.CostEditor)`. */
  load: () => Promise<ComponentType<Props>>;
  props: Props;
  /** Rendered by the server, and until the component has loaded. It should have the same height. */
  children: ReactNode;
  className?: string;
}

/**
 * A component whose script is loaded when it comes near the viewport. Until then, and without script, its children are
 * shown. A failed load is repeated the next time it comes near.
 */
export function Island<Props extends object>({ load, props, children, className }: IslandProps<Props>) {
  const box = useRef<HTMLDivElement>(null);
  const [Part, setPart] = useState<ComponentType<Props>>();
  const loadPart = useRef(load);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    let isRequested = false;
    let isGone = false;
    const request = () => {
      if (isRequested) return;
      isRequested = true;
      loadPart.current().then(
        (part) => isGone || setPart(() => part),
        (error) => {
          isRequested = false;
          console.error('A part of this page could not be loaded.', error);
        },
      );
    };
    const unwatch = watchNear(element, request, { margin: '400px' });
    return () => {
      isGone = true;
      unwatch();
    };
  }, []);
  return (
    <div ref={box} className={className}>
      {Part === undefined ? children : <Part {...props} />}
    </div>
  );
}
