import { useHydrated, useRouter } from '@tanstack/react-router';
import {
  type DragEvent,
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { takeKeptStop } from '../browser/keep-scroll.ts';
import { useWords } from '../i18n/words.tsx';
import { Button } from '../ui/button.tsx';
import { ListIcon, MapIcon } from '../ui/icons/icons.tsx';
import { entryKey, keptByEntry, useEntryKey } from './history-entry.ts';

const PHONE = '(max-width: 767px)';
/** How far down the sheet stands at each stop, of its own height in px; as in search.css. */
const SHEET_STOPS = {
  full: (_height: number) => 0,
  half: (height: number) => height * 0.46,
  peek: (height: number) => height - 168,
} as const;

type SheetStop = keyof typeof SHEET_STOPS;

/** Less is a press, not a drag. */
const DRAG_PX = 6;

interface HistoryState {
  __TSR_index?: number;
  /** On the entry that opening the list has made: the one before it, and what was searched there. */
  openedFrom?: { index: number; href: string };
}

/** Where the sheet stands at an entry of the browser's history. */
const keptStops = keptByEntry<SheetStop>('maru/sheets');

interface SheetProps {
  /** On the handle: "312 homes". */
  title: string;
  head: ReactNode;
  children: ReactNode;
  /** Each new number asks the sheet down to its peek: something on the map wants to be seen. */
  lowered: number;
}

/**
 * The list: on a phone a sheet over the map with three stops (dragged, or by the buttons List and Map), on wider
 * screens and without script a plain column. At full height it has a history entry of its own, so that back closes
 * it to its peek before it leaves the page.
 */
export function Sheet({ title, head, children, lowered }: SheetProps) {
  const { t } = useWords();
  const box = useRef<HTMLElement>(null);
  const { stop, setStop } = useSheetStop();
  const drag = useDrag(box, stop, setStop);
  const scroll = useKeptScroll(stop);
  useEffect(() => {
    if (lowered > 0) setStop('peek');
  }, [lowered, setStop]);

  // Keyboard focus below the visible part of the sheet would be out of sight. The heading, which gets it on arrival, is at its top.
  const showFocused = ({ target }: FocusEvent) => {
    const isReached = (target as HTMLElement).tabIndex >= 0 && target.matches(':focus-visible');
    if (stop !== 'full' && isReached && matchMedia(PHONE).matches) setStop('full');
  };
  return (
    <>
      <section
        ref={box}
        id="results"
        tabIndex={-1}
        data-stop={stop}
        aria-label={t('search.results')}
        className="search-list outline-none"
      >
        <div className="shrink-0 touch-none md:hidden" {...drag}>
          <Button
            variant="bare"
            className="needs-script grid h-12 w-full cursor-grab place-content-center justify-items-center gap-1"
            onClick={() => setStop(stop === 'full' ? 'half' : stop === 'half' ? 'peek' : 'half')}
          >
            <span className="h-1 w-10 rounded-chip bg-line-strong" />
            <span className="tabular font-semibold text-sm">
              {title}
              <span className="sr-only">, {t('sheet.handle')}</span>
            </span>
          </Button>
        </div>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging has its buttons; focus only shows what has it. */}
        <div
          ref={scroll}
          data-scroll-restoration-id="search-list"
          className="search-scroll"
          onFocus={showFocused}
          {...(stop === 'full' ? {} : drag)}
        >
          <div className="px-4 pb-4 md:px-6">{head}</div>
          <div className="px-4 pb-8 md:px-6">{children}</div>
        </div>
      </section>
      <ViewSwitch stop={stop} setStop={setStop} />
    </>
  );
}

/** Below full height the sheet shows its top; going back to full finds the list where it was. */
function useKeptScroll(stop: SheetStop) {
  const scroll = useRef<HTMLDivElement>(null);
  /** Null while nothing was left: then the list is where the browser, or a change of language, has put it. */
  const kept = useRef<number | null>(null);
  const before = useRef(stop);
  const router = useRouter();
  // The router keeps the place of what it has seen scroll at an entry: the list may stand where the one before has left it.
  useEffect(
    () => router.subscribe('onRendered', () => scroll.current?.dispatchEvent(new Event('scroll'))),
    [router],
  );
  useEffect(() => {
    const box = scroll.current;
    const was = before.current;
    before.current = stop;
    if (box === null || was === stop || !matchMedia(PHONE).matches) return;
    if (was === 'full') {
      kept.current = box.scrollTop;
      box.scrollTop = 0;
    } else if (stop === 'full' && kept.current !== null) box.scrollTop = kept.current;
  }, [stop]);
  return scroll;
}

/** List or map, at the thumb. */
function ViewSwitch({ stop, setStop }: { stop: SheetStop; setStop: (stop: SheetStop) => void }) {
  const { t } = useWords();
  const button =
    'inline-flex min-h-11 items-center gap-2 rounded-chip px-5 text-sm font-semibold aria-pressed:bg-primary aria-pressed:text-on-primary';
  return (
    <fieldset
      aria-label={t('sheet.view')}
      className="needs-script fixed bottom-[max(16px,env(safe-area-inset-bottom))] short:bottom-1 left-1/2 z-30 flex w-max -translate-x-1/2 rounded-chip bg-surface p-1 shadow-float md:hidden"
    >
      <Button
        variant="bare"
        className={button}
        aria-pressed={stop === 'full'}
        onClick={() => setStop('full')}
      >
        <ListIcon size={18} />
        {t('sheet.list')}
      </Button>
      <Button
        variant="bare"
        className={button}
        aria-pressed={stop === 'peek'}
        onClick={() => setStop('peek')}
      >
        <MapIcon size={18} />
        {t('sheet.map')}
      </Button>
    </fieldset>
  );
}

/** The stop, and what back and forward do to it. */
function useSheetStop(): { stop: SheetStop; setStop: (stop: SheetStop) => void } {
  const router = useRouter();
  const entry = useEntryKey();
  const isHydrated = useHydrated();
  // Back from a home the list is open at once, or its place in the scroll would be lost on the way; a page from the
  // server begins as the server has drawn it.
  const [stop, setLocal] = useState<SheetStop>(() => (isHydrated ? keptStops.load(entry) : null) ?? 'half');
  const now = useRef(stop);
  const index = useRef<number | null>(null);
  /** What a press asked for that went back over the entry of the open list. */
  const asked = useRef<SheetStop | null>(null);
  const show = useCallback((next: SheetStop) => {
    now.current = next;
    setLocal(next);
  }, []);

  const setStop = useCallback(
    (next: SheetStop) => {
      const was = now.current;
      if (was === next) return;
      show(next);
      if (!matchMedia(PHONE).matches) return;
      const { state, href } = router.state.location;
      const { __TSR_index: here = 0, openedFrom } = state as HistoryState;
      if (next === 'full') {
        void router.navigate({
          to: '.',
          search: true,
          hash: true,
          state: (last) => ({ ...last, openedFrom: { index: here, href } }) as typeof last,
          resetScroll: false,
        });
      } else if (was === 'full' && openedFrom?.index === here - 1 && openedFrom.href === href) {
        // Nothing was done since the list was opened: left behind, its entry would be one at which back does nothing.
        asked.current = next;
        router.history.back();
      } else keptStops.save(entryKey(state), next);
    },
    [router, show],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: each history entry is looked at once.
  useEffect(() => {
    const here = (router.state.location.state as HistoryState).__TSR_index ?? 0;
    const before = index.current;
    index.current = here;
    const kept = keptStops.load(entry);
    const wanted = asked.current;
    asked.current = null;
    if (wanted !== null) show(wanted);
    else if (before === null) {
      const given = takeKeptStop() as SheetStop | null;
      if (kept !== null) show(kept);
      else if (given !== null) return setStop(given);
    } else if (kept === 'full') show(kept);
    else if (here < before && now.current === 'full') show('peek');
    keptStops.save(entry, now.current);
  }, [entry]);
  return { stop, setStop };
}

/** Moves the sheet with the pointer and lets it settle at the stop that its place and speed point to. */
function useDrag(box: RefObject<HTMLElement | null>, stop: SheetStop, setStop: (stop: SheetStop) => void) {
  const dragged = useRef(false);
  return {
    onPointerDown: (down: PointerEvent) => {
      const sheet = box.current;
      if (sheet === null || down.button !== 0 || !matchMedia(PHONE).matches) return;
      const height = sheet.offsetHeight;
      const from = SHEET_STOPS[stop](height);
      const state = { at: down.timeStamp, y: down.clientY, speed: 0, moved: false };
      const move = (event: globalThis.PointerEvent) => {
        if (event.pointerId !== down.pointerId) return;
        if (!state.moved && Math.abs(event.clientY - down.clientY) < DRAG_PX) return;
        state.moved = true;
        sheet.dataset.dragging = '';
        const elapsed = Math.max(1, event.timeStamp - state.at);
        state.speed = 0.6 * state.speed + 0.4 * ((event.clientY - state.y) / elapsed);
        state.at = event.timeStamp;
        state.y = event.clientY;
        const top = Math.min(SHEET_STOPS.peek(height), Math.max(0, from + event.clientY - down.clientY));
        sheet.style.transform = `translateY(${top}px)`;
      };
      const release = (event: globalThis.PointerEvent) => {
        if (event.pointerId !== down.pointerId) return;
        window.removeEventListener('pointermove', move);
        window.removeEventListener('pointerup', release);
        window.removeEventListener('pointercancel', release);
        if (!state.moved) return;
        dragged.current = true;
        setTimeout(() => {
          dragged.current = false;
        }, 50);
        delete sheet.dataset.dragging;
        sheet.style.transform = '';
        setStop(nearestStop(from + state.y - down.clientY, state.speed, height));
      };
      // On the window: a quick hand leaves the handle before it is seen to move.
      window.addEventListener('pointermove', move);
      window.addEventListener('pointerup', release);
      window.addEventListener('pointercancel', release);
    },
    // The press that ends a drag is not a press on what lies under it.
    onClickCapture: (event: MouseEvent) => {
      if (!dragged.current) return;
      event.preventDefault();
      event.stopPropagation();
    },
    // A photo or a link under the pointer would start a drag of its own.
    onDragStart: (event: DragEvent) => event.preventDefault(),
  };
}

/** How far ahead a flick is followed. */
const FLICK_MS = 180;

/** The stop nearest to where the sheet was let go (px from full), thrown on by its speed (px per ms, down positive). */
export function nearestStop(top: number, speed: number, height: number): SheetStop {
  const aim = top + speed * FLICK_MS;
  const stops = Object.keys(SHEET_STOPS) as SheetStop[];
  return stops.reduce((best, one) =>
    Math.abs(SHEET_STOPS[one](height) - aim) < Math.abs(SHEET_STOPS[best](height) - aim) ? one : best,
  );
}
