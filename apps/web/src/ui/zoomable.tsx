import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';

/** The highest zoom, and the zoom of a double press. */
export const MOST_ZOOM = 4;
const PRESSED_ZOOM = 2.5;

interface Point {
  x: number;
  y: number;
}

interface ZoomableProps {
  /** 1: original size. */
  zoom: number;
  onZoom: (zoom: number) => void;
  className?: string;
  children: ReactNode;
}

/**
 * Content that zooms by pinch (two fingers or trackpad) and double press, and pans by one finger while enlarged. The caller
 * holds the zoom, so that keys and buttons can set it too.
 */
export function Zoomable({ zoom, onZoom, className = '', children }: ZoomableProps) {
  const box = useRef<HTMLDivElement>(null);
  const fingers = useRef(new Map<number, Point>());
  const [offset, setOffset] = useState<Point>({ x: 0, y: 0 });
  const latest = useRef({ zoom, offset, onZoom });
  latest.current = { zoom, offset, onZoom };

  /** Limits an offset so that the content covers its box. */
  const limit = ({ x, y }: Point, at: number): Point => {
    const { clientWidth = 0, clientHeight = 0 } = box.current ?? {};
    const most = { x: (clientWidth * (at - 1)) / 2, y: (clientHeight * (at - 1)) / 2 };
    return {
      x: Math.min(most.x, Math.max(-most.x, x)),
      y: Math.min(most.y, Math.max(-most.y, y)),
    };
  };
  /** Zooms around a point of the window, which keeps its position. */
  const zoomAround = (point: Point, to: number) => {
    const { zoom: from, offset: old } = latest.current;
    const next = Math.min(MOST_ZOOM, Math.max(1, to));
    const area = box.current?.getBoundingClientRect();
    if (area === undefined || next === from) return;
    const center = { x: area.left + area.width / 2, y: area.top + area.height / 2 };
    const ratio = next / from;
    const moved = {
      x: point.x - center.x - (point.x - center.x - old.x) * ratio,
      y: point.y - center.y - (point.y - center.y - old.y) * ratio,
    };
    setOffset(limit(moved, next));
    latest.current.onZoom(next);
  };
  const zoomTo = useRef(zoomAround);
  zoomTo.current = zoomAround;

  useEffect(() => {
    if (zoom === 1) setOffset({ x: 0, y: 0 });
  }, [zoom]);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    // React's wheel listener is passive and cannot keep the browser from zooming the page.
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const { zoom: from } = latest.current;
      zoomTo.current({ x: event.clientX, y: event.clientY }, from * Math.exp(-event.deltaY / 100));
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  }, []);

  const press = (event: PointerEvent) => {
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.current.size > 1 || zoom > 1) box.current?.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId);
    if (before === undefined) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, now);
    if (other !== undefined) {
      const ratio = apart(now, other) / Math.max(1, apart(before, other));
      zoomAround({ x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }, latest.current.zoom * ratio);
    } else if (zoom > 1) {
      setOffset(limit({ x: offset.x + now.x - before.x, y: offset.y + now.y - before.y }, zoom));
    }
  };
  const release = (event: PointerEvent) => fingers.current.delete(event.pointerId);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the same is done by the keys and buttons of the caller.
    <div
      ref={box}
      data-zoom={zoom}
      className={`overflow-hidden ${zoom > 1 ? 'cursor-move touch-none' : 'touch-pan-x'} ${className}`}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={release}
      onDoubleClick={({ clientX: x, clientY: y }) => zoomAround({ x, y }, zoom > 1 ? 1 : PRESSED_ZOOM)}
    >
      <div
        className="size-full"
        style={zoom > 1 ? { transform: `translate(${offset.x}px, ${offset.y}px) scale(${zoom})` } : undefined}
      >
        {children}
      </div>
    </div>
  );
}

const apart = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
