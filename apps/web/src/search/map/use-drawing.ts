import { MAX_POLYGONS, type Polygon } from '@maru/listing/search';
import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { fitAreas, strokeToArea } from './area-shape.ts';
import { type Camera, type Position, project, unproject } from './camera.ts';
import type { MapOverlay } from './map-overlay.ts';

/** The areas being drawn. They enter the address when they are searched. */
export interface Drawing {
  isOn: boolean;
  areas: readonly Polygon[];
  corners: readonly Position[];
  start: (areas: readonly Polygon[]) => void;
  /** Adds a corner at the center of the map: the way to draw by keyboard. */
  addCorner: () => void;
  closeArea: () => void;
  undo: () => void;
  removeArea: (index: number) => void;
  search: () => void;
  cancel: () => void;
}

/** A press this close to the first corner closes the area. */
const CLOSE_PX = 18;

export function useDrawing(
  overlay: MapOverlay,
  camera: RefObject<Camera | null>,
  onSearch: (areas: Polygon[]) => void,
): Drawing {
  const { t } = useWords();
  const [isOn, setOn] = useState(false);
  const [areas, setAreas] = useState<readonly Polygon[]>([]);
  const [corners, setCorners] = useState<readonly Position[]>([]);

  const add = useCallback((area: Polygon) => setAreas((last) => [...last, area].slice(-MAX_POLYGONS)), []);
  const stop = useCallback(() => {
    setOn(false);
    setAreas([]);
    setCorners([]);
  }, []);

  useEffect(() => {
    if (!isOn) return;
    return layPencil(overlay.element, {
      onStroke: (points) => {
        const area = camera.current === null ? undefined : strokeToArea(points, camera.current);
        if (area !== undefined) add(area);
      },
      onPress: (point) => {
        const at = camera.current;
        if (at === null) return;
        setCorners((last) => {
          const first = last[0];
          const isClosing =
            first !== undefined &&
            last.length >= 3 &&
            Math.hypot(...project(at, first).map((px, axis) => px - (point[axis] ?? 0))) < CLOSE_PX;
          if (!isClosing) return [...last, unproject(at, ...point)];
          add(last);
          return [];
        });
      },
    });
  }, [isOn, overlay, camera, add]);

  useEffect(() => {
    if (!isOn) return;
    overlay.edit(areas, {
      formatName: (area, corner) => t('map.corner', { corner: corner + 1, area: area + 1 }),
      onMove: (area, corner, to) =>
        setAreas((last) =>
          last.map((one, index) => (index === area ? one.map((at, i) => (i === corner ? to : at)) : one)),
        ),
      onRemove: (area, corner) =>
        setAreas((last) =>
          last.flatMap((one, index) => {
            if (index !== area) return [one];
            const rest = one.filter((_, i) => i !== corner);
            return rest.length >= 3 ? [rest] : [];
          }),
        ),
    });
    return () => overlay.edit([], null);
  }, [isOn, overlay, areas, t]);

  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') stop();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOn, stop]);

  return useMemo(
    () => ({
      isOn,
      areas,
      corners,
      start: (given) => {
        setAreas(given);
        setCorners([]);
        setOn(true);
      },
      addCorner: () => {
        const at = camera.current;
        if (at !== null) setCorners([...corners, unproject(at, at.width / 2, at.height / 2)]);
      },
      closeArea: () => {
        add(corners);
        setCorners([]);
      },
      undo: () => setCorners(corners.slice(0, -1)),
      removeArea: (index) => setAreas(areas.filter((_, at) => at !== index)),
      search: () => {
        const drawn = corners.length >= 3 ? [...areas, corners] : areas;
        stop();
        onSearch(fitAreas(drawn));
      },
      cancel: stop,
    }),
    [isOn, areas, corners, camera, add, stop, onSearch],
  );
}

/** A shorter movement is a press. */
const PRESS_PX = 6;
const SVG = 'http://www.w3.org/2000/svg';

interface PencilParts {
  /** A line was drawn: its points in px of the map's box. */
  onStroke: (points: [number, number][]) => void;
  /** The map was pressed: a corner. */
  onPress: (point: [number, number]) => void;
}

/** A layer over the map to draw on with a pointer; the wheel still zooms the map. Returns a function that removes it. */
function layPencil(overlay: HTMLElement, { onStroke, onPress }: PencilParts): () => void {
  const sheet = document.createElement('div');
  sheet.className = 'map-pencil';
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS(SVG, 'path');
  line.setAttribute('class', 'map-shape-corner');
  svg.append(line);
  sheet.append(svg);
  let points: [number, number][] = [];
  let pointer: number | null = null;
  const toPoint = (event: PointerEvent): [number, number] => {
    const { left, top } = sheet.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };
  const reset = () => {
    points = [];
    pointer = null;
    line.setAttribute('d', '');
  };
  sheet.addEventListener('pointerdown', (event) => {
    event.stopPropagation();
    if (event.button !== 0 || pointer !== null) return;
    pointer = event.pointerId;
    sheet.setPointerCapture(event.pointerId);
    points = [toPoint(event)];
  });
  sheet.addEventListener('pointermove', (event) => {
    if (event.pointerId !== pointer) return;
    points.push(toPoint(event));
    line.setAttribute('d', `M${points.map((point) => point.join(' ')).join('L')}`);
  });
  sheet.addEventListener('pointerup', (event) => {
    if (event.pointerId !== pointer) return;
    const drawn = points;
    const first = drawn[0];
    reset();
    if (first === undefined) return;
    const reach = Math.max(...drawn.map(([left, top]) => Math.hypot(left - first[0], top - first[1])));
    if (reach < PRESS_PX) onPress(first);
    else onStroke(drawn);
  });
  sheet.addEventListener('pointercancel', reset);
  // The map below listens to these events.
  for (const kind of ['mousedown', 'mousemove', 'touchstart', 'touchmove', 'click', 'dblclick'])
    sheet.addEventListener(kind, (event) => event.stopPropagation());
  overlay.prepend(sheet);
  return () => sheet.remove();
}
