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
export function layPencil(overlay: HTMLElement, { onStroke, onPress }: PencilParts): () => void {
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
