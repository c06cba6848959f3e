import type { WordPart } from '@maru/words';
import { type ComponentType, memo, type RefObject, Suspense, use, useEffect, useRef } from 'react';

/** The parts of a page below the first screen: one script for all of them, with the messages that only they use. */
export interface LateParts<Name extends string, Props extends object> {
  /** Renders one of them, in a box that keeps the server's HTML until the script has loaded. */
  Late: ComponentType<Props & { name: Name }>;
  /**
   * Loads script and messages. The loader of a page awaits it, so that the server renders all parts, and so does a page that
   * is reached within the site. Rejects when the load fails; the next call tries again.
   */
  load(loadWords: LoadWords | undefined): Promise<void>;
  /** For a page that the server rendered: loads them when the page is idle, or at the first interaction. */
  useAfterStart(loadWords: LoadWords | undefined): void;
}

type LoadWords = (parts: readonly WordPart[]) => Promise<void>;

/**
 * Creates late parts from the components of `fetchParts`: a page that the server rendered hydrates without them. React keeps
 * the server's HTML of a suspended boundary and hydrates it later; clicks in it before that are repeated then.
 */
export function lateParts<Name extends string, Props extends object>(
  words: readonly WordPart[],
  fetchParts: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
): LateParts<Name, Props> {
  let parts: Readonly<Record<Name, ComponentType<Props>>> | undefined;
  let coming: Promise<void> | undefined;
  let nowHere = () => {};
  const here = new Promise<void>((resolve) => {
    nowHere = resolve;
  });
  const load = (loadWords: LoadWords | undefined) => {
    coming ??= Promise.all([fetchParts(), loadWords?.(words)]).then(
      ([fetched]) => {
        parts = fetched;
        // `use` reads a promise with these fields synchronously.
        Object.assign(here, { status: 'fulfilled', value: undefined });
        nowHere();
      },
      (error: unknown) => {
        coming = undefined;
        throw error;
      },
    );
    return coming;
  };

  function Part({ name, props, box }: { name: Name; props: Props; box: RefObject<Element | null> }) {
    // Always called: React throws error 467 when a component that suspended skips `use` in a later render.
    use(here);
    useEffect(() => release(box.current), [box]);
    const One = parts?.[name] as ComponentType<Props>;
    return <One {...props} />;
  }

  return {
    load,
    // Memoized: an update of a boundary before its hydration makes React discard the server's HTML.
    Late: memo(({ name, ...props }: Props & { name: Name }) => {
      const box = useRef<HTMLDivElement>(null);
      return (
        <div ref={box} {...{ [WAITING]: '' }}>
          <Suspense fallback={null}>
            <Part name={name} props={props as unknown as Props} box={box} />
          </Suspense>
        </div>
      );
    }) as unknown as LateParts<Name, Props>['Late'],
    useAfterStart: (loadWords) => useEffect(() => whenUp(() => load(loadWords)), [loadWords]),
  };
}

/** Attribute of the box of a part that is not hydrated yet. */
const WAITING = 'data-late';

/** Interactions that start the load at once. */
const SIGNS = ['pointerdown', 'keydown', 'scroll'] as const;

/** Delay after a failure, ms: each scroll event would try again. */
const AGAIN_MS = 3_000;

/** Calls `work` when the page is loaded and idle, or at the first interaction; after a failure again at a later one. */
function whenUp(work: () => Promise<void>): () => void {
  let listening = new AbortController();
  let isGone = false;
  const begin = () => {
    if (isGone) return;
    listening.abort();
    work().catch((error: unknown) => {
      console.error('The lower part of this page could not be loaded.', error);
      setTimeout(listen, AGAIN_MS);
    });
  };
  const listen = () => {
    if (isGone) return;
    listening = new AbortController();
    for (const sign of SIGNS) {
      window.addEventListener(sign, begin, { signal: listening.signal, passive: true });
    }
  };
  // Safari has no requestIdleCallback.
  const later = () =>
    'requestIdleCallback' in window ? requestIdleCallback(begin, { timeout: 2_000 }) : setTimeout(begin, 200);
  listen();
  if (document.readyState === 'complete') later();
  else window.addEventListener('load', later, { once: true });
  // Never removed: a part may hydrate long after the script has loaded.
  window.addEventListener('click', hold, true);
  return () => {
    isGone = true;
    listening.abort();
  };
}

/** Clicks in parts that are not hydrated yet, in order. */
const held: { box: Element; control: HTMLElement }[] = [];

/**
 * React drops clicks on HTML that is not hydrated. Links and folds work without script; a click on any other control is
 * repeated after the hydration. Registered on the window, so that it runs before React's listener.
 */
function hold(event: MouseEvent): void {
  const target = event.target as Element;
  const control = target.closest<HTMLElement>('a, summary, button, label, input, select');
  const box = control?.closest(`[${WAITING}]`);
  if (control == null || box == null || control.matches('a, summary')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  held.push({ box, control });
}

/** Repeats the clicks of a part that is now hydrated. */
function release(box: Element | null): void {
  if (box === null) return;
  box.removeAttribute(WAITING);
  for (const one of held.filter((each) => each.box === box)) {
    held.splice(held.indexOf(one), 1);
    // After the current render.
    setTimeout(() => one.control.click());
  }
}
