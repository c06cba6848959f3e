import { type Camera, panned, worldX, worldY, zoomedAround } from '../camera.ts';
import { type MoveCause, prefersCalm } from '../map-view.ts';

/** A shorter movement is a press. */
const PULL_PX = 4;
/** Delay before the library takes over, so that a press or a double tap is complete. */
const HANDS_OFF_MS = 350;
/** Duration of an animated move. */
const EASE_MS = 400;
const KEY_PX = 100;
/** Wheel delta of one zoom level, px. */
const WHEEL_PX = 450;
const WHEEL_REST_MS = 200;
const LOWEST_ZOOM = 2;
const HIGHEST_ZOOM = 18;

interface PlainMapParts<View> {
  camera: () => Camera;
  show: (camera: Camera) => void;
  /** The map has come to rest. */
  rest: (cause: MoveCause) => void;
  /** The map was pressed at a point of its box (px). */
  press: (left: number, top: number) => void;
  wake: () => Promise<View>;
  /** The library is loaded and the map is at rest. */
  handOver: (view: View) => void;
}

/**
 * Input of a plain map: pan, pinch, keys and wheel. The first input loads the map library, which takes over once the
 * map is at rest.
 */
export class PlainMap<View> {
  readonly #face: HTMLElement;
  readonly #parts: PlainMapParts<View>;
  readonly #stop = new AbortController();
  /** Position of each finger, px of the window. */
  readonly #fingers = new Map<number, { x: number; y: number }>();
  #isPulled = false;
  #swallow = false;
  #frame = 0;
  #quiet: ReturnType<typeof setTimeout> | undefined;
  #turning: ReturnType<typeof setTimeout> | undefined;
  #isWaking = false;
  #mayWake = true;
  #view: View | undefined;
  /** Whether the library has taken over. */
  isOver = false;

  constructor(face: HTMLElement, parts: PlainMapParts<View>) {
    this.#face = face;
    this.#parts = parts;
    const { signal } = this.#stop;
    face.addEventListener('pointerdown', (event) => this.#down(event), { signal });
    face.addEventListener('focusin', () => this.#wake(), { signal });
    face.addEventListener('keydown', (event) => this.#key(event), { signal });
    face.addEventListener('wheel', (event) => this.#turn(event), { signal, passive: false });
    face.addEventListener(
      'click',
      (event) => {
        if (!this.#swallow) return;
        this.#swallow = false;
        event.preventDefault();
        event.stopPropagation();
      },
      { signal, capture: true },
    );
    face.addEventListener(
      'click',
      (event) => {
        const { left, top } = face.getBoundingClientRect();
        this.#parts.press(event.clientX - left, event.clientY - top);
      },
      { signal },
    );
    for (const kind of ['pointermove', 'pointerup', 'pointercancel'] as const)
      window.addEventListener(kind, (event) => this.#follow(event), { signal });
  }

  /** Moves as if by the visitor. */
  goTo(latitude: number, longitude: number, zoom: number): void {
    this.#wake();
    this.#ease({ ...this.#parts.camera(), x: worldX(longitude), y: worldY(latitude), zoom: within(zoom) });
  }

  /** Zooms by one level. */
  step(by: 1 | -1): void {
    this.#wake();
    const camera = this.#parts.camera();
    this.#ease({ ...camera, zoom: within(Math.round(camera.zoom) + by) });
  }

  /** Moves at once, on behalf of the page. */
  jump(camera: Camera): void {
    this.#halt();
    this.#parts.show(camera);
    this.#parts.rest('page');
  }

  /** The library failed to load or to draw: keep the plain map. */
  stay(): void {
    this.isOver = false;
    this.#mayWake = false;
  }

  end(): void {
    this.isOver = true;
    this.#stop.abort();
    this.#halt();
    clearTimeout(this.#quiet);
    clearTimeout(this.#turning);
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.#halt();
    if (this.#fingers.size === 0) {
      this.#isPulled = false;
      this.#swallow = false;
    }
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.#wake();
  }

  #follow(event: PointerEvent): void {
    const last = this.#fingers.get(event.pointerId);
    if (last === undefined) return;
    if (event.type !== 'pointermove') {
      this.#fingers.delete(event.pointerId);
      if (this.#fingers.size === 0) this.#released();
      return;
    }
    const next = { x: event.clientX, y: event.clientY };
    if (!this.#isPulled && Math.hypot(next.x - last.x, next.y - last.y) < PULL_PX) return;
    this.#isPulled = true;
    const before = measureFingers(this.#fingers);
    this.#fingers.set(event.pointerId, next);
    const after = measureFingers(this.#fingers);
    const { left, top } = this.#face.getBoundingClientRect();
    let camera = panned(this.#parts.camera(), after.x - before.x, after.y - before.y);
    if (before.wide > 0 && after.wide > 0) {
      const zoom = within(camera.zoom + Math.log2(after.wide / before.wide));
      camera = zoomedAround(camera, zoom, after.x - left, after.y - top);
    }
    this.#parts.show(camera);
  }

  #released(): void {
    if (this.#isPulled) {
      // The click that ends a pan must not press what is below it.
      this.#swallow = true;
      setTimeout(() => {
        this.#swallow = false;
      }, 50);
      this.#parts.rest('visitor');
    }
    this.#whenQuiet();
  }

  #key(event: KeyboardEvent): void {
    if (event.target !== this.#face) return;
    const [dx, dy] = ARROWS[event.key] ?? [0, 0];
    if (dx !== 0 || dy !== 0) this.#ease(panned(this.#parts.camera(), dx * KEY_PX, dy * KEY_PX));
    else if (event.key === '+' || event.key === '=') this.step(1);
    else if (event.key === '-') this.step(-1);
    else return;
    event.preventDefault();
  }

  #turn(event: WheelEvent): void {
    event.preventDefault();
    this.#wake();
    this.#halt();
    const { left, top } = this.#face.getBoundingClientRect();
    const camera = this.#parts.camera();
    const zoom = within(camera.zoom - event.deltaY / WHEEL_PX);
    this.#parts.show(zoomedAround(camera, zoom, event.clientX - left, event.clientY - top));
    clearTimeout(this.#turning);
    this.#turning = setTimeout(() => {
      this.#turning = undefined;
      this.#parts.rest('visitor');
      this.#whenQuiet();
    }, WHEEL_REST_MS);
  }

  /** Animates a move; immediate if reduced motion is preferred. */
  #ease(to: Camera): void {
    this.#halt();
    const from = this.#parts.camera();
    const began = performance.now();
    const step = () => {
      this.#frame = 0;
      const share = prefersCalm() ? 1 : Math.min(1, (performance.now() - began) / EASE_MS);
      this.#parts.show(share === 1 ? to : between(from, to, 1 - (1 - share) ** 3));
      if (share < 1) this.#frame = requestAnimationFrame(step);
      else {
        this.#parts.rest('visitor');
        this.#whenQuiet();
      }
    };
    this.#frame = requestAnimationFrame(step);
  }

  #halt(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  #wake(): void {
    if (this.#isWaking || !this.#mayWake) return;
    this.#isWaking = true;
    this.#parts.wake().then(
      (view) => {
        this.#view = view;
        this.#whenQuiet();
      },
      // The next input retries.
      () => {
        this.#isWaking = false;
      },
    );
  }

  /** Hands over to the library once nothing moves the map. */
  #whenQuiet(): void {
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => {
      const isBusy = this.#fingers.size > 0 || this.#frame !== 0 || this.#turning !== undefined;
      if (this.#view === undefined || this.isOver || !this.#mayWake || isBusy) return;
      this.isOver = true;
      this.#parts.handOver(this.#view);
    }, HANDS_OFF_MS);
  }
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

const within = (zoom: number) => Math.max(LOWEST_ZOOM, Math.min(HIGHEST_ZOOM, zoom));

/** The center of the fingers and the distance of two of them. */
function measureFingers(fingers: ReadonlyMap<number, { x: number; y: number }>): {
  x: number;
  y: number;
  wide: number;
} {
  const [one = { x: 0, y: 0 }, other] = [...fingers.values()];
  if (other === undefined) return { ...one, wide: 0 };
  return {
    x: (one.x + other.x) / 2,
    y: (one.y + other.y) / 2,
    wide: Math.hypot(one.x - other.x, one.y - other.y),
  };
}

/** Interpolates two cameras, so that the target approaches in a straight line on the screen. */
export function between(from: Camera, to: Camera, share: number): Camera {
  const zooms = to.zoom - from.zoom;
  const zoom = from.zoom + zooms * share;
  const way = Math.abs(zooms) < 1e-9 ? share : (1 - 2 ** (-zooms * share)) / (1 - 2 ** -zooms);
  return { ...to, zoom, x: from.x + (to.x - from.x) * way, y: from.y + (to.y - from.y) * way };
}
