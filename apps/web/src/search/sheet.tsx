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
/** Offset of the sheet at each stop, in px from the full height; as in search.css. */
const SHEET_STOPS = {
  full: (_height: number) => 0,
  half: (height: number) => height * 0.46,
  peek: (height: number) => height - 168,
} as const;

type SheetStop = keyof typeof SHEET_STOPS;

/** A shorter movement is a press. */
const DRAG_PX = 6;

interface HistoryState {
  __TSR_index?: number;
  /** Set on the entry that opening the list has added: the entry before it and its address. */
  openedFrom?: { index: number; href: string };
}

/** The stop of the sheet by history entry. */
const keptStops = keptByEntry<SheetStop>('maru/sheets');

interface SheetProps {
  /** Text of the handle: "312 homes". */
  title: string;
  head: ReactNode;
  children: ReactNode;
  /** A new number lowers the sheet, to show something on the map. */
  lowered: number;
}

/**
 * The results: on a phone a sheet over the map with three stops (dragged, or by the buttons List and Map), on wider
 * screens and without script a plain column. At full height it has a history entry of its own, so that back closes it
 * before it leaves the page.
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

  // Open the sheet when the keyboard focus moves below its visible part. The heading, focused on arrival, is at its top.
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
        {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging has buttons as an alternative; onFocus only reveals the focused element. */}
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

/** Below full height the sheet shows its top; opening it again restores the scroll position. */
function useKeptScroll(stop: SheetStop) {
  const scroll = useRef<HTMLDivElement>(null);
  /** Null before the first close: then the browser, or a change of language, has set the position. */
  const kept = useRef<number | null>(null);
  const before = useRef(stop);
  const router = useRouter();
  // The router stores scroll positions on scroll events: report the position of a list that the entry before has
  // scrolled.
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

const VIEWS = [
  { at: 'full', Icon: ListIcon, name: 'sheet.list' },
  { at: 'peek', Icon: MapIcon, name: 'sheet.map' },
] as const;

/** Switches between list and map. */
function ViewSwitch({ stop, setStop }: { stop: SheetStop; setStop: (stop: SheetStop) => void }) {
  const { t } = useWords();
  return (
    <fieldset
      aria-label={t('sheet.view')}
      className="needs-script fixed bottom-[max(16px,env(safe-area-inset-bottom))] short:bottom-1 left-1/2 z-30 flex w-max -translate-x-1/2 rounded-chip bg-surface p-1 shadow-float md:hidden"
    >
      {VIEWS.map(({ at, Icon, name }) => (
        <Button
          key={at}
          variant="bare"
          className="inline-flex min-h-11 items-center gap-2 rounded-chip px-5 font-semibold text-sm aria-pressed:bg-primary aria-pressed:text-on-primary"
          aria-pressed={stop === at}
          onClick={() => setStop(at)}
        >
          <Icon size={18} />
          {t(name)}
        </Button>
      ))}
    </fieldset>
  );
}

/** The stop of the sheet, in step with the browser's history. */
function useSheetStop(): { stop: SheetStop; setStop: (stop: SheetStop) => void } {
  const router = useRouter();
  const entry = useEntryKey();
  const isHydrated = useHydrated();
  // Back from a home the list opens at once, to keep its scroll position; a page from the server starts as it was
  // rendered.
  const [stop, setLocal] = useState<SheetStop>(() => (isHydrated ? keptStops.load(entry) : null) ?? 'half');
  const now = useRef(stop);
  const index = useRef<number | null>(null);
  /** The stop to show after going back over the entry of the open list. */
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
        // Nothing has changed since the list was opened: remove its entry, at which back would do nothing.
        asked.current = next;
        router.history.back();
      } else keptStops.save(entryKey(state), next);
    },
    [router, show],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: each history entry is handled once.
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

/** Moves the sheet with the pointer; on release it settles at the stop given by its position and speed. */
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
      // On the window: a fast pointer leaves the handle before the first move event.
      window.addEventListener('pointermove', move);
      window.addEventListener('pointerup', release);
      window.addEventListener('pointercancel', release);
    },
    // The click that ends a drag must not press what is below it.
    onClickCapture: (event: MouseEvent) => {
      if (!dragged.current) return;
      event.preventDefault();
      event.stopPropagation();
    },
    // Prevent the native drag of photos and links.
    onDragStart: (event: DragEvent) => event.preventDefault(),
  };
}

/** How far ahead a flick is projected. */
const FLICK_MS = 180;

/** The stop nearest to where the sheet was released (px from full), projected by its speed (px per ms, down positive). */
export function nearestStop(top: number, speed: number, height: number): SheetStop {
  const aim = top + speed * FLICK_MS;
  const stops = Object.keys(SHEET_STOPS) as SheetStop[];
  return stops.reduce((best, one) =>
    Math.abs(SHEET_STOPS[one](height) - aim) < Math.abs(SHEET_STOPS[best](height) - aim) ? one : best,
  );
}
