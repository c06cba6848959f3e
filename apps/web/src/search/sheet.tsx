import { useRouter } from '@tanstack/react-router';
import {
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useWords } from '../i18n/words.tsx';
import { ListIcon, MapIcon } from '../ui/icons.tsx';
import { nearestStop, SHEET_STOPS, type SheetStop } from './sheet-stops.ts';
import { useEntryKey } from './use-search.ts';

const PHONE = '(max-width: 767px)';
/** Less is a press, not a drag. */
const DRAG_PX = 6;

interface HistoryState {
  __TSR_index?: number;
  sheet?: SheetStop;
}

/**
 * The list: on a phone a sheet over the map with three stops (dragged, or by the buttons List and Map), on wider
 * screens and without script a plain column. At full height it has a history entry of its own, so that back closes
 * it to its peek before it leaves the page.
 */
export function Sheet({ title, head, children }: { title: string; head: ReactNode; children: ReactNode }) {
  const { t } = useWords();
  const box = useRef<HTMLElement>(null);
  const { stop, setStop } = useSheetStop();
  const drag = useDrag(box, stop, setStop);

  // Keyboard focus below the visible part of the sheet would be out of sight.
  const showFocused = (event: FocusEvent) => {
    if (stop !== 'full' && event.target.matches(':focus-visible') && matchMedia(PHONE).matches)
      setStop('full');
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
          <button
            type="button"
            className="needs-script grid h-12 w-full cursor-grab place-content-center justify-items-center gap-1"
            aria-label={t('sheet.handle')}
            onClick={() => setStop(stop === 'full' ? 'half' : stop === 'half' ? 'peek' : 'half')}
          >
            <span className="h-1 w-10 rounded-chip bg-line-strong" />
            <span aria-hidden="true" className="text-sm font-semibold tabular">
              {title}
            </span>
          </button>
        </div>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging has its buttons; focus only shows what has it. */}
        <div
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

/** List or map, at the thumb. */
function ViewSwitch({ stop, setStop }: { stop: SheetStop; setStop: (stop: SheetStop) => void }) {
  const { t } = useWords();
  const button =
    'inline-flex min-h-11 items-center gap-2 rounded-chip px-5 text-sm font-semibold aria-pressed:bg-primary aria-pressed:text-on-primary';
  return (
    <fieldset
      aria-label={t('sheet.view')}
      className="needs-script fixed bottom-[max(16px,env(safe-area-inset-bottom))] left-1/2 z-30 flex -translate-x-1/2 rounded-chip bg-surface p-1 shadow-float md:hidden"
    >
      <button type="button" className={button} aria-pressed={stop === 'full'} onClick={() => setStop('full')}>
        <ListIcon size={18} />
        {t('sheet.list')}
      </button>
      <button type="button" className={button} aria-pressed={stop === 'peek'} onClick={() => setStop('peek')}>
        <MapIcon size={18} />
        {t('sheet.map')}
      </button>
    </fieldset>
  );
}

/** The stop, and what back and forward do to it. */
function useSheetStop(): { stop: SheetStop; setStop: (stop: SheetStop) => void } {
  const router = useRouter();
  const entry = useEntryKey();
  const [stop, setLocal] = useState<SheetStop>('half');
  const index = useRef<number | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each history entry is looked at once.
  useEffect(() => {
    const state = router.state.location.state as HistoryState;
    const here = state.__TSR_index ?? 0;
    const before = index.current;
    index.current = here;
    if (state.sheet === 'full') setLocal('full');
    else if (before !== null && here < before) setLocal((last) => (last === 'full' ? 'peek' : last));
  }, [entry]);

  const setStop = useCallback(
    (next: SheetStop) => {
      setLocal(next);
      if (!matchMedia(PHONE).matches) return;
      const state = router.state.location.state as HistoryState;
      if (next === 'full' && state.sheet !== 'full') {
        void router.navigate({
          to: '.',
          search: true,
          state: (last) => ({ ...last, sheet: 'full' }) as typeof last,
          resetScroll: false,
        });
      } else if (next !== 'full' && state.sheet === 'full') {
        void router.navigate({
          to: '.',
          search: true,
          state: (last) => ({ ...last, sheet: next }) as typeof last,
          replace: true,
          resetScroll: false,
        });
      }
    },
    [router],
  );
  return { stop, setStop };
}

/** Moves the sheet with the pointer and lets it settle at the stop that its place and speed point to. */
function useDrag(
  box: React.RefObject<HTMLElement | null>,
  stop: SheetStop,
  setStop: (stop: SheetStop) => void,
) {
  const start = useRef<{
    y: number;
    top: number;
    at: number;
    lastY: number;
    speed: number;
    moved: boolean;
  } | null>(null);
  const heightOf = () => box.current?.offsetHeight ?? 1;
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || !matchMedia(PHONE).matches) return;
      start.current = {
        y: event.clientY,
        top: SHEET_STOPS[stop](heightOf()),
        at: event.timeStamp,
        lastY: event.clientY,
        speed: 0,
        moved: false,
      };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const from = start.current;
      const sheet = box.current;
      if (from === null || sheet === null) return;
      if (!from.moved && Math.abs(event.clientY - from.y) < DRAG_PX) return;
      if (!from.moved) {
        from.moved = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        sheet.dataset.dragging = '';
      }
      const elapsed = Math.max(1, event.timeStamp - from.at);
      from.speed = 0.6 * from.speed + 0.4 * ((event.clientY - from.lastY) / elapsed);
      from.at = event.timeStamp;
      from.lastY = event.clientY;
      const top = Math.min(SHEET_STOPS.peek(heightOf()), Math.max(0, from.top + event.clientY - from.y));
      sheet.style.transform = `translateY(${top}px)`;
    },
    onPointerUp: () => release(),
    onPointerCancel: () => release(),
    // The press that ends a drag is not a press on what lies under it.
    onClickCapture: (event: React.MouseEvent) => {
      if (dragged.current) {
        event.preventDefault();
        event.stopPropagation();
        dragged.current = false;
      }
    },
  };

  function release() {
    const from = start.current;
    const sheet = box.current;
    start.current = null;
    if (from === null || sheet === null || !from.moved) return;
    dragged.current = true;
    setTimeout(() => {
      dragged.current = false;
    }, 0);
    const top = from.top + from.lastY - from.y;
    delete sheet.dataset.dragging;
    sheet.style.transform = '';
    setStop(nearestStop(top, from.speed, heightOf()));
  }
}

/** One pointer, one drag: shared by the handle and the list. */
const dragged = { current: false };
