import type { HomeCardAnswer } from '@maru/contract';
import {
  defaultRangeExtractor,
  elementScroll,
  useVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { listScroller, offsetInList } from '../list-scroller.ts';
import { BudgetMark, Card, HIDDEN_CLASS, HiddenNote, LIST_SIZES, useHiddenHomes } from './result-list.tsx';

/** Estimated height of a card on a phone; the actual height is measured. */
const CARD_PX = 420;
const GAP_PX = 16;
const OVERSCAN = 6;
const TWO_COLUMNS = '(min-width: 640px)';

/** State of the list when it was left, to restore on return (rule R12). */
export interface LaterPlace {
  sizes: VirtualItem[];
  offset: number;
  /** Where the list begins in the scroll container, px. */
  margin: number;
  /** The card that had the focus last. */
  homeId: string | null;
}

interface LaterHomesProps {
  listings: readonly HomeCardAnswer[];
  now: number;
  litHomeId: string | null;
  onLight: (homeId: string | null) => void;
  /** Updated as long as the list is mounted. */
  place: LaterPlace;
}

/**
 * The pages after the first, on a phone. Only the cards near the viewport are in the document, and the one with the
 * focus, which would otherwise be lost.
 */
export default function LaterHomes({ listings, now, litHomeId, onLight, place }: LaterHomesProps) {
  const { t } = useWords();
  const list = useRef<HTMLUListElement>(null);
  const columns = useColumns();
  const hidden = useHiddenHomes(listings);
  const { shown } = hidden;
  const [focused, setFocused] = useState(place.homeId);
  const [margin, setMargin] = useState(place.margin);
  const focusedAt = shown.findIndex(({ homeId }) => homeId === focused);
  // The virtualizer first scrolls to its initial offset. Suppress that for a list that is mounted while the visitor
  // scrolls.
  const comesUnderThumb = useRef(place.sizes.length === 0);
  const virtualizer = useVirtualizer<HTMLElement, HTMLLIElement>({
    count: shown.length,
    getScrollElement: () => listScroller(list.current),
    getItemKey: (index) => shown[index]?.homeId ?? index,
    estimateSize: () => CARD_PX,
    gap: GAP_PX,
    lanes: columns,
    overscan: OVERSCAN,
    scrollMargin: margin,
    initialOffset: place.offset,
    initialMeasurementsCache: place.sizes,
    scrollToFn: (offset, how, of) => {
      if (!comesUnderThumb.current) elementScroll(offset, how, of);
      comesUnderThumb.current = false;
    },
    rangeExtractor: (range) => {
      const rows = defaultRangeExtractor(range);
      if (focusedAt < 0 || rows.includes(focusedAt)) return rows;
      return [...rows, focusedAt].sort((a, b) => a - b);
    },
    // On the first render there is no element to measure.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    onChange: ({ scrollOffset, scrollElement }) => {
      if (scrollElement !== null) place.offset = scrollOffset ?? 0;
    },
  });
  // The content above the list may grow and shrink: chips, notes.
  const notedCount = useRef(hidden.count);
  useLayoutEffect(() => {
    const next = offsetInList(list.current);
    const isNote = notedCount.current !== hidden.count;
    notedCount.current = hidden.count;
    if (Math.abs(next - margin) <= 1) return;
    // Hiding a card adds or extends the list's own note far above it: keep what is in view in place.
    const scroller = listScroller(list.current);
    if (isNote && scroller !== null && scroller.scrollTop + scroller.clientHeight > margin)
      scroller.scrollTop += next - margin;
    place.margin = next;
    setMargin(next);
  });
  useLayoutEffect(
    () => () => {
      place.sizes = virtualizer.takeSnapshot();
    },
    [place, virtualizer],
  );
  return (
    <>
      <HiddenNote hidden={hidden} />
      <ul
        ref={list}
        aria-label={t('search.results_more')}
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
        onFocus={({ target }) => {
          const homeId = target.closest<HTMLElement>('[data-home]')?.dataset.home ?? null;
          place.homeId = homeId;
          setFocused(homeId);
        }}
      >
        {virtualizer.getVirtualItems().map(({ index, key, lane, start }) => {
          const home = shown[index];
          return home === undefined ? null : (
            <li
              key={key}
              ref={virtualizer.measureElement}
              id={`home-${home.homeId}`}
              data-index={index}
              aria-setsize={shown.length}
              aria-posinset={index + 1}
              className={`absolute top-0 scroll-mt-40 ${hidden.isHidden(home) ? HIDDEN_CLASS : ''}`}
              style={{
                width: columns === 1 ? '100%' : `calc(50% - ${GAP_PX / 2}px)`,
                left: lane === 0 ? 0 : `calc(50% + ${GAP_PX / 2}px)`,
                transform: `translateY(${start - margin}px)`,
              }}
            >
              <Card
                home={home}
                now={now}
                headingLevel={2}
                lit={home.homeId === litHomeId}
                onLight={onLight}
                sizes={LIST_SIZES}
              />
              <BudgetMark home={home} />
            </li>
          );
        })}
      </ul>
    </>
  );
}

function useColumns(): 1 | 2 {
  return useSyncExternalStore(
    (changed) => {
      const wide = matchMedia(TWO_COLUMNS);
      wide.addEventListener('change', changed);
      return () => wide.removeEventListener('change', changed);
    },
    () => (matchMedia(TWO_COLUMNS).matches ? 2 : 1),
    () => 1,
  );
}
