import type { WordPart } from '@maru/words';
import { type ComponentType, memo, type RefObject, Suspense, use, useEffect, useRef } from 'react';

/** Parts of a page that stand below what one sees first, all in one script, with the words that only they say. */
export interface LateParts<Name extends string, Props extends object> {
  /** One of them, in a box of its own: what the server rendered stands in it until the script has come. */
  Late: ComponentType<Props & { name: Name }>;
  /**
   * Fetches script and words. A page's loader waits for it, so that the server renders all, and a page that one comes to
   * within the site is whole at once. Rejects where the script does not come; asked again, it is fetched again.
   */
  load(loadWords: LoadWords | undefined): Promise<void>;
  /** For a page that was rendered by the server: fetches them once it is up, or when somebody begins to use it. */
  useAfterStart(loadWords: LoadWords | undefined): void;
}

type LoadWords = (parts: readonly WordPart[]) => Promise<void>;

/**
 * Makes the parts of `fetchParts` late: a page that the server rendered starts without them. React leaves the server's
 * HTML of a boundary that waits as it is and takes it over when it can; what is pressed in it before is pressed then.
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
        // React's own names on a promise that `use` reads without waiting.
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
    // Always called: when React renders again what waited, a component that skips `use` ends in error 467.
    use(here);
    useEffect(() => release(box.current), [box]);
    const One = parts?.[name] as ComponentType<Props>;
    return <One {...props} />;
  }

  return {
    load,
    // Drawn anew only for other data: what waits must not be changed before it is taken over, or React draws it from nothing.
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

/** On the box of a part that is not taken over yet. */
const WAITING = 'data-late';

/** What begins to be used is wanted at once. */
const SIGNS = ['pointerdown', 'keydown', 'scroll'] as const;

/** After a failure, in ms: a hand that scrolls must not ask a hundred times. */
const AGAIN_MS = 3_000;

/** Calls `work` when the page is up and has time, or at the first sign of somebody; where it failed, at a later one again. */
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
  // Safari has no idle time to give.
  const later = () =>
    'requestIdleCallback' in window ? requestIdleCallback(begin, { timeout: 2_000 }) : setTimeout(begin, 200);
  listen();
  if (document.readyState === 'complete') later();
  else window.addEventListener('load', later, { once: true });
  // For good: a part may still wait when all has come.
  window.addEventListener('click', hold, true);
  return () => {
    isGone = true;
    listening.abort();
  };
}

/** What was pressed in parts that wait, in the order in which it was. */
const held: { box: Element; control: HTMLElement }[] = [];

/**
 * React drops a press on what it has not taken over. Links and folds work by themselves; any other control is pressed
 * again once it can answer. Comes before React's own listener, which is on the document.
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

/** A part has been taken over: what waited for it is pressed. */
function release(box: Element | null): void {
  if (box === null) return;
  box.removeAttribute(WAITING);
  for (const one of held.filter((each) => each.box === box)) {
    held.splice(held.indexOf(one), 1);
    // After the work that this is an effect of.
    setTimeout(() => one.control.click());
  }
}
